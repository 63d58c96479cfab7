"""Ratings that came or went between the first day of a tournament and the list it counts for."""

from datetime import date

import pytest

from ratings.cadence.by_period.explain import explain_period
from tests.ratings.chess_months import based, masters, opened, system
from tests.ratings.histories import Played, recalculate, stale

pytestmark = pytest.mark.django_db
DECEMBER, FEBRUARY, MARCH = date(2024, 12, 1), date(2025, 2, 1), date(2025, 3, 1)
FIRST, LAST = date(2025, 1, 20), date(2025, 2, 5)  # under the list of January, for that of March


def test_who_is_rated_since_counts_with_the_newest_rating_but_was_met_unrated() -> None:
    rated, (since, other) = system(), masters(2)
    based(rated, other, 1800, k=20, games=100, on=DECEMBER)
    based(rated, since, 1700, k=20, games=100, on=FEBRUARY)
    opened(FIRST, [since, other], [Played(1, 0, 1, 2)], number=1, end=LAST)
    recalculate(stale(rated, DECEMBER))

    own, met = (explain_period(rated, player, MARCH) for player in (since, other))
    assert (own.base, own.games, own.after) == (1700, 1, 1713)
    assert (met.games, met.after) == (0, 1800)


def test_who_fell_below_the_floor_since_is_pooled_as_unrated_and_was_met_rated() -> None:
    rated, (fallen, winner, other) = system(), masters(3)
    for player, rating in ((fallen, 1405), (winner, 1405), (other, 1500)):
        based(rated, player, rating, k=40, games=10, on=DECEMBER)
    opened(date(2025, 1, 4), [fallen, winner], [Played(1, 0, 1, 0)], number=1)
    opened(FIRST, [fallen, other], [Played(1, 0, 1, 1)], number=2, end=LAST)
    recalculate(stale(rated, DECEMBER))

    assert explain_period(rated, fallen, FEBRUARY).after is None  # 1385
    own, met = (explain_period(rated, player, MARCH) for player in (fallen, other))
    assert (own.base, own.after) == (None, None)
    assert own.first is not None
    assert [(one.games, float(one.points)) for one in own.first.results] == [(1, 0.5)]  # nothing of January
    (tournament,) = met.tournaments
    assert [side.rating for side in tournament.sides] == [1405]
