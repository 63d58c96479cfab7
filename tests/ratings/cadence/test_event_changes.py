"""What each tournament of chess contributed to the change of its list, as its calculation has it."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

import numpy as np
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from federation.models import Player
from ratings.cadence.by_period.counting import moves_of
from ratings.cadence.by_period.event_changes import EventChange, event_changes
from ratings.cadence.by_period.event_games import event_games
from ratings.cadence.by_period.explain import explain_period
from ratings.engines.fide_lists import rounded
from ratings.models import ManualEvent, RatingSystem
from ratings.rulebook.fide_periods import list_date, month_of
from tests.ratings.chess_months import based, masters, opened, swiss, system, year
from tests.ratings.histories import Played, people, recalculate, round_robin, stale
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
LIST, NEXT = date(2024, 12, 1), date(2025, 2, 1)
Shares = dict[tuple[int, int], EventChange]  # tournament (number), list (a month)


def shares(player: Player, rated: RatingSystem) -> Shares:
    """Return what every tournament contributed to the changes of a player."""
    reads = event_games(Tournament.objects.all(), system=rated, players=[player.pk])
    moves = moves_of(player.pk, {part.month for read in reads for part in read.parts})
    numbers = dict(Tournament.objects.values_list("pk", "number"))
    return {(numbers[key], month): one for (_, key, month, _), one in event_changes(reads, moves).items()}


def told(player: Player, rated: RatingSystem, months: Sequence[int]) -> Shares:
    """Return the same as the calculations of lists have it."""
    made: dict[tuple[int, int], EventChange] = {}
    for month in months:
        for one in explain_period(rated, player, list_date(month)).tournaments:
            if one.rating is not None:
                before = made.get((one.number, month), EventChange(one.k, Decimal(0)))
                made[one.number, month] = EventChange(one.k, before.difference + one.change)
    return made


def agree(players: Sequence[Player], rated: RatingSystem, *, first: date, months: int) -> int:
    """Compare every contribution with the calculation of its list, and their sums with its change."""
    every = range(month_of(first), month_of(first) + months)
    compared = 0
    for player in players:
        found = shares(player, rated)
        assert found == told(player, rated, every)
        moves = moves_of(player.pk, every)
        for month in {month for _, month in found}:
            move = moves[rated.key, month, player.pk]
            sums = sum(one.difference for (_, of), one in found.items() if of == month)
            k = {one.k for (_, of), one in found.items() if of == month}
            assert len(k) == 1
            change = rounded(np.array(list(k), np.int32), np.array([int(sums * 1_000_000)]))
            assert (move.start or 0) + int(change[0]) == (move.after or 0), (player.pk, month)
            compared += 1
    return compared


def test_contributions_are_those_of_the_calculation_and_add_up_to_the_list() -> None:
    rated, players = system(), people(24)
    year(rated, players)
    recalculate(stale(rated, LIST))

    assert agree(players[:8], rated, first=LIST, months=14) > 15


def test_new_player_and_list_to_come_have_no_contribution() -> None:
    rated, (newcomer, other) = system(), masters(2)
    based(rated, other, 1800, k=20, games=100, on=LIST)
    opened(date(2025, 1, 4), [newcomer, other], [Played(1, 0, 1, 2)], number=1)
    assert shares(other, rated) == {}

    recalculate(stale(rated, LIST))

    assert shares(newcomer, rated) == shares(other, rated) == {}  # the other met nobody who is rated


def test_k_is_the_one_of_all_games_of_the_period() -> None:
    rated, players = system(), masters(6)
    for player in players:
        based(rated, player, 1800, k=40, games=5, on=LIST)
    for number in range(1, 6):
        opened(date(2025, 1, number), players, round_robin(6), number=number)
    recalculate(stale(rated, LIST))

    assert {one.k for one in shares(players[0], rated).values()} == {28}  # 700 by 25 games
    assert agree(players[:2], rated, first=LIST, months=4) == 2


def test_rapid_counts_who_enters_with_the_standard_rating_and_juniors_by_age() -> None:
    standard, rapid, players = system(), system("fide-rapid"), masters(4)
    for place, player in enumerate(players):
        based(standard if place < 2 else rapid, player, 1700 + 90 * place, k=20, games=90, on=LIST)
    Player.objects.filter(pk=players[3].pk).update(birth_year=2012)
    ManualEvent.objects.filter(player=players[3]).update(k=None)
    recalculate(stale(standard, LIST))
    opened(date(2025, 1, 4), players, round_robin(4), number=1, rate="rapid")
    recalculate(stale(rapid, LIST))

    assert agree(players, rapid, first=LIST, months=4) == 4
    assert [next(iter(shares(one, rapid).values())).k for one in players] == [40, 40, 20, 40]


def test_corrected_base_moves_no_contribution() -> None:
    rated, players = system(), masters(3)
    for player in players:
        based(rated, player, 1800, k=20, games=100, on=LIST)
    ManualEvent.objects.create(
        system=rated,
        kind="correction",
        player=players[0],
        date=date(2025, 1, 1),
        value=1790,
        label="Misprint",
    )
    opened(date(2025, 1, 4), players, round_robin(3), number=1)
    recalculate(stale(rated, LIST))

    assert agree(players, rated, first=LIST, months=4) == 3


@pytest.mark.parametrize("first", [date(2016, 3, 1), date(2022, 3, 1), date(2023, 3, 1)])
def test_earlier_editions_rate_round_robins_with_the_unrated_and_limit_one_game(first: date) -> None:
    rated, players = system(), masters(7)
    for place, player in enumerate(players[:5]):
        based(rated, player, 1500 + 230 * place, k=20, games=100, on=first)
    opened(first.replace(day=4), players, round_robin(7), number=1)
    opened(first.replace(day=14), players, swiss(6, 5, np.random.default_rng(3)), number=2)
    recalculate(stale(rated, first))

    assert agree(players, rated, first=first, months=4) == 5


def test_parts_of_a_long_tournament_that_came_in_late_count_together() -> None:
    rated, players = system(), masters(2)
    for player in players:
        based(rated, player, 1800, k=20, games=100, on=LIST)
    opened(
        date(2025, 1, 4),
        players,
        [Played(1, 0, 1, 2), Played(2, 1, 0, 2)],
        number=1,
        end=date(2025, 2, 10),
        round_dates=["2025-01-05", "2025-02-08"],
        reported=date(2025, 3, 20),
    )
    recalculate(stale(rated, LIST))

    assert agree(players, rated, first=LIST, months=6) == 2


def test_queries_do_not_grow_with_players_tournaments_or_lists() -> None:
    rated, players = system(), people(24)
    year(rated, players)
    recalculate(stale(rated, LIST))
    moves = moves_of(players[1].pk, range(month_of(LIST), month_of(LIST) + 14))
    counts = []
    own = Tournament.objects.filter(entries__player=players[1])
    for tournaments in (own[:1], own):
        with CaptureQueriesContext(connection) as asked:
            event_changes(event_games(tournaments, players=[players[1].pk]), moves)
        counts.append(len(asked))

    assert counts == [6, 6]  # tournaments, systems, games, ratings, years of birth, K of imported lists
