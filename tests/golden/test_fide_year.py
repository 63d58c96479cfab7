"""An invented year of FIDE standard: twelve months to twelve lists, digit for digit.

The file changes only in a commit that names the clause that changed.
"""

from datetime import date
from pathlib import Path

import pytest

from ratings import publication
from ratings.models import ListEntry, RatingSystem
from tests.ratings.chess_months import masters, system, year
from tests.ratings.histories import recalculate, stale

GOLDEN = Path(__file__).parent / "fide_year.txt"
COLUMNS = ("position", "fide", "rating", "change", "k", "period_games", "games", "active")


def printed(rated: RatingSystem) -> str:
    """Write the twelve lists of 2025's periods, a line a player."""
    lines = []
    for month in range(1, 13):
        day = date(2025 + month // 12, month % 12 + 1, 1)
        published = publication.publish(rated, day, account=None)
        rows = ListEntry.objects.filter(list=published).order_by("position").values_list(*COLUMNS)
        lines += [f"{day:%Y-%m} {' '.join(map(str, row))}\n" for row in rows]
    return "".join(lines)


@pytest.mark.django_db
def test_invented_year_gives_its_twelve_lists() -> None:
    rated = system()
    year(rated, masters(14))
    recalculate(stale(rated, date(2024, 12, 1)))

    assert printed(rated) == GOLDEN.read_text()
