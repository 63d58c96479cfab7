"""When a rating has lapsed between two events, to the day."""

from datetime import date

import pytest

from federation.vocabulary.grades import Scale
from ratings.rulebook.activity import has_lapsed


@pytest.mark.parametrize(
    ("rating", "last", "still", "lapsed"),
    [
        # 1 dan: two years, 5 kyu: 12 months, 15 kyu: 6 months, the current one not counted
        (2100.0, date(2022, 6, 1), date(2025, 1, 1), date(2025, 1, 2)),
        (1600.0, date(2024, 1, 10), date(2025, 2, 1), date(2025, 2, 2)),
        (600.0, date(2024, 1, 10), date(2024, 8, 1), date(2024, 8, 2)),
    ],
)
def test_gor_lapses_with_the_list_that_leaves_the_player_out(
    rating: float, last: date, still: date, lapsed: date
) -> None:
    begun = last.toordinal()

    assert not has_lapsed(rating, Scale.GOR, last_event=begun, by=still.toordinal())
    assert has_lapsed(rating, Scale.GOR, last_event=begun, by=lapsed.toordinal())


@pytest.mark.parametrize("scale", [Scale.FFG, None])
def test_other_ratings_lapse_after_two_years(scale: Scale | None) -> None:
    begun = date(2024, 1, 10).toordinal()

    assert not has_lapsed(600.0, scale, last_event=begun, by=begun + 730)
    assert has_lapsed(600.0, scale, last_event=begun, by=begun + 731)
