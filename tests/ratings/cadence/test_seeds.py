"""A newcomer of the hybrid ladder starts from his level on the other one."""

from datetime import date

import pytest

from ratings.models import RatingChange, RatingSystem
from ratings.runs.manual_events import Decision, enter
from tests.ratings.histories import hold, people, recalculate, round_robin, stale

pytestmark = pytest.mark.django_db
DAY = date(2023, 3, 4)


def test_level_of_the_first_player_there_is_counts_like_any_other() -> None:
    ffg, hybrid = (RatingSystem.objects.get(key=key) for key in ("ffg", "ffg-hybrid"))
    players = people(2)
    for player, level in zip(players, (-350.0, -420.0), strict=True):
        enter(ffg, Decision("initial", date(2023, 3, 1), "", player, level), account=None)
    recalculate(ffg)
    hold(DAY, players, round_robin(2), number=1)

    recalculate(stale(hybrid, DAY))

    rows = RatingChange.objects.filter(system=hybrid).order_by("player_id")
    assert [row.start for row in rows] == [-350.0, -420.0]
