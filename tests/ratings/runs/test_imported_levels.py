"""The levels of an imported FIDE list as facts: what a line says, and what an import writes again."""

from datetime import date
from typing import Any

import numpy as np
import pytest

from federation.models import Player
from federation.player_lists.readers.fide_columns import Levels
from ratings.models import ListEntry, ManualEvent, PublishedList, RatingSystem
from ratings.runs.imported_levels import INACTIVE, NOT_SAID, enter_levels, games_known, peaks_shown
from tests.ratings.chess_months import masters, system

DAY = date(2025, 1, 1)


def levels(*lines: tuple[int, int, int, int, int], inactive: tuple[int, ...] = ()) -> Levels:
    """Make levels of lines: player, rating, games of the period, K, year of birth."""
    player, rating, games, k, born = np.array(lines, np.int64).reshape(-1, 5).T
    return Levels(player, rating, games, k, born, np.isin(player, inactive))


def standing() -> list[tuple[Any, ...]]:
    found = ManualEvent.objects.filter(withdrawn=None).order_by("player_id")
    return list(found.values_list("player_id", "value", "k", "games", "peak", "label"))


@pytest.mark.parametrize(
    ("k", "games", "born", "known"),
    [
        (20, 3, 1990, 30),  # below 40 thirty games were rated
        (39, 3, 1990, 30),
        (40, 3, 1990, 3),
        (40, 29, 1990, 29),
        (40, 30, 1990, 29),  # K 40 would have ended
        (0, 3, 1990, NOT_SAID),
        (20, 3, 2007, 30),
        (40, 3, 2007, NOT_SAID),  # 18 this year: K 40 whatever he has played (FIDE B.02, 8.3.3)
        (40, 3, 2006, 3),
        (40, 3, 0, 3),
        (40, 3, 1, 3),
    ],
)
def test_k_below_40_stands_for_thirty_games_and_that_of_a_junior_for_none(
    k: int, games: int, born: int, known: int
) -> None:
    assert games_known(levels((1, 1500, games, k, born)), 2025, settled=30).tolist() == [known]


@pytest.mark.parametrize(
    ("rating", "k", "peak"), [(2300, 10, 2400), (2400, 10, 2400), (2401, 10, 2401), (2300, 20, 2300)]
)
def test_k_10_shows_that_a_player_had_2400(rating: int, k: int, peak: int) -> None:
    assert peaks_shown(levels((1, rating, 0, k, 0))).tolist() == [peak]


@pytest.mark.django_db
def test_list_imported_again_writes_what_differs_only() -> None:
    rated, players = system(), [player.pk for player in masters(4)]
    one, two, three, four = players

    first = enter_levels(rated, levels((one, 1500, 1, 20, 1990), (three, 1700, 2, 40, 1990)), DAY)
    again = enter_levels(rated, levels((one, 1500, 1, 20, 1990), (three, 1700, 2, 40, 1990)), DAY)
    changed = enter_levels(
        rated,
        levels(
            (one, 1500, 1, 20, 1990),
            (two, 1600, 0, 0, 1990),
            (three, 1700, 3, 40, 1990),
            (four, 1800, 0, 10, 1990),
            inactive=(four,),
        ),
        DAY,
    )

    assert [(count.new, count.changed, count.same) for count in (first, again, changed)] == [
        (2, 0, 0),
        (0, 0, 2),
        (2, 1, 1),
    ]
    assert standing() == [
        (one, 1500.0, 20, 30, 1500, ""),
        (two, 1600.0, None, None, 1600, ""),
        (three, 1700.0, 40, 3, 1700, ""),
        (four, 1800.0, 10, 30, 2400, INACTIVE),
    ]
    assert ManualEvent.objects.exclude(withdrawn=None).values_list("player_id", "games").get() == (three, 2)


@pytest.mark.django_db
def test_line_that_says_less_than_before_replaces_what_stood() -> None:
    rated, (player,) = system(), masters(1)
    for line in ((player.pk, 1500, 1, 20, 1990), (player.pk, 1500, 1, 0, 1990)):
        counts = enter_levels(rated, levels(line), DAY)

    assert (counts.new, counts.changed, counts.same) == (0, 1, 0)
    assert standing() == [(player.pk, 1500.0, None, None, 1500, "")]


@pytest.mark.django_db
def test_highest_rating_is_that_of_the_lists_of_the_day_and_before_it() -> None:
    rated, players = system(), masters(3)
    for day, rating, ready in (
        (date(2024, 11, 1), 1900, True), (DAY, 1950, True), (date(2025, 2, 1), 2000, True),
        (date(2024, 12, 1), 2100, False),
    ):  # fmt: skip
        listed(rated, players[0], day, rating, ready=ready)
    listed(rated, players[2], date(2024, 10, 1), 1650, ready=True)

    enter_levels(
        rated, levels(*((player.pk, 1700 + place, 0, 20, 1990) for place, player in enumerate(players))), DAY
    )

    assert [(row[0], row[4]) for row in standing()] == [
        (players[0].pk, 1950),
        (players[1].pk, 1701),  # on no list
        (players[2].pk, 1702),
    ]


def listed(rated: RatingSystem, player: Player, day: date, rating: int, *, ready: bool) -> None:
    made = PublishedList.objects.create(system=rated, date=day, ready=ready)
    ListEntry.objects.create(
        list=made, player=player, position=1, rank=1, rating=rating, exact=rating, games=1, events=1,
        active=True,
    )  # fmt: skip
