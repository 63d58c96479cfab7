"""The standing of a stream is a consequence of its games alone: same games, same bits, however they came."""

from datetime import UTC, date, datetime

import numpy as np
import pytest
from django.utils import timezone

from ratings.cadence.by_game import packing
from ratings.cadence.by_game.moments import moment_of
from ratings.cadence.by_game.replay import nobody, stream_policy
from ratings.cadence.by_game.stale import mark, waits
from ratings.cadence.by_game.update_ratings import rate_pending
from ratings.engines.stream_contract import DUEL, PLACES, TEAMS, StreamFacts, StreamStanding
from ratings.engines.table import stream_engine_named
from ratings.models import CurrentRating, GameHistory, ManualEvent, StreamLedger
from ratings.rulebook.systems import SYSTEMS as SYSTEM_RULES
from tests import seeds
from tests.ratings.streams import DAY, HOUR, MINUTE, NOON, Told, World, chance_games, forget, stands, world

pytestmark = pytest.mark.django_db
SYSTEMS = ("fics-blitz", "fics-bughouse", "ladder")


def level(made: World, place: int, day: date, value: float, **more: float) -> ManualEvent:
    """Enter a level for a player."""
    event = ManualEvent.objects.create(
        system=made.system, kind="initial", player=made.players[place], date=day, value=value, **more
    )
    mark(made.system, moment_of(day))
    return event


def scratch(made: World) -> dict[str, object]:
    """Return what stands after everything was thrown away and rated again in one go."""
    forget(made.system)
    rate_pending(made.system.key, whole=True)
    return stands(made.system)


def test_first_game_of_two_newcomers_gives_the_numbers_of_the_rule() -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))

    outcome = rate_pending("fics-blitz")

    winner, loser = (CurrentRating.objects.get(player=made.players[place]) for place in (0, 1))
    assert (outcome.games, outcome.new, outcome.moved, outcome.gone) == (1, 2, 0, 0)
    assert (winner.rating, loser.rating) == (1882, 1558)
    assert winner.deviation == pytest.approx(290.23051, abs=1e-5)
    assert (winner.games, winner.events, winner.moment) == (1, 0, NOON)
    assert winner.last_played == datetime.fromtimestamp(NOON / 1000, UTC).date() == date(2023, 11, 15)
    assert winner.highest_rating == 1882


def test_nothing_new_is_nothing_to_do() -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))
    rate_pending("fics-blitz")
    before = stands(made.system)

    outcome = rate_pending("fics-blitz")

    assert (outcome.games, outcome.moved, stands(made.system)) == (0, 0, before)


def test_late_game_is_put_in_its_place() -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)), Told(NOON + DAY, (1, 2), 0))
    rate_pending("fics-blitz")
    made.arrive(Told(NOON - DAY, (2, 3), 1))

    assert waits(made.system) is True
    outcome = rate_pending("fics-blitz")

    assert (outcome.games, outcome.new, waits(made.system)) == (3, 1, False)
    assert stands(made.system) == scratch(made)


def test_late_game_leaves_the_rows_before_it_alone() -> None:
    made = world(players=4)
    most = packing.MOST
    made.arrive(*(Told(NOON + number * MINUTE, (0, 1), number % 3) for number in range(most * 4)))
    rate_pending("fics-blitz")
    before = {
        pk: (part, bytes(data)) for pk, part, data in GameHistory.objects.values_list("pk", "part", "data")
    }
    made.arrive(Told(NOON + (most * 2 + 2) * MINUTE, (2, 0), 0))

    rate_pending("fics-blitz")

    after = {
        pk: (part, bytes(data)) for pk, part, data in GameHistory.objects.values_list("pk", "part", "data")
    }
    same = [before[pk][0] for pk in before if after.get(pk) == before[pk]]
    assert sorted(same) == [0, 0, 1, 1]
    assert set(before) <= set(after)  # the others are changed in place, not written anew
    assert StreamLedger.objects.get().games == most * 4 + 1
    assert stands(made.system) == scratch(made)


def test_parts_are_full_but_for_the_last() -> None:
    made = world(players=2)
    most = packing.MOST
    made.arrive(*(Told(NOON + number * MINUTE, (0, 1)) for number in range(most * 2 - 2)))
    for more in range(3):
        rate_pending("fics-blitz")
        made.arrive(Told(NOON + (500 + more) * MINUTE, (0, 1)))
    rate_pending("fics-blitz")

    sizes = GameHistory.objects.filter(player=made.players[0]).order_by("part").values_list("part", "games")
    assert list(sizes) == [(0, most), (1, most), (2, 1)]


def test_withdrawn_game_takes_its_players_out_who_have_no_other() -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))
    (second,) = made.arrive(Told(NOON + HOUR, (0, 2)))
    rate_pending("fics-blitz")
    made.withdraw(second)

    outcome = rate_pending("fics-blitz")

    here = set(CurrentRating.objects.values_list("player_id", flat=True))
    assert (outcome.gone, here) == (1, {made.players[0].pk, made.players[1].pk})
    assert GameHistory.objects.filter(player=made.players[2]).count() == 0
    assert stands(made.system) == scratch(made)


def test_withdrawing_every_game_leaves_nothing() -> None:
    made = world()
    for game in made.arrive(Told(NOON, (0, 1)), Told(NOON + HOUR, (0, 1))):
        rate_pending("fics-blitz")
        made.withdraw(game)
    rate_pending("fics-blitz")

    assert stands(made.system) == {"histories": {}, "current": {}, "ledger": [(None, 0, None)]}


def test_games_of_one_moment_are_ordered_by_server_and_code_not_by_arrival() -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1), code="b"))
    rate_pending("fics-blitz")
    made.arrive(Told(NOON, (0, 2), code="a"), Told(NOON, (0, 3), code="B"), Told(NOON, (0, 4), code="10"))
    rate_pending("fics-blitz")

    rows = packing.unpack([bytes(GameHistory.objects.get(player=made.players[0]).data)]).rows
    codes = {game.pk: game.code for game in made.games}
    assert [codes[key] for key in rows["key"].tolist()] == ["10", "B", "a", "b"]
    assert stands(made.system) == scratch(made)


def test_level_of_the_office_holds_from_the_beginning_of_its_day() -> None:
    made = world()
    made.arrive(Told(NOON - DAY, (0, 1)), Told(NOON, (0, 1)))
    rate_pending("fics-blitz")
    level(made, 0, date(2023, 11, 15), 2100.0, deviation=70.0, games=40)

    rate_pending("fics-blitz")

    rows = packing.unpack([bytes(GameHistory.objects.get(player=made.players[0]).data)]).rows
    assert rows["key"].tolist()[1] < 0
    assert rows["after"].tolist()[1] == rows["before"].tolist()[2] == 2100.0
    assert rows["games"].tolist() == [1, 40, 41]
    assert rows["aged"][2] == pytest.approx(np.sqrt(70.0**2 + 0.034969 * 12 * 60), abs=1e-9)
    assert stands(made.system) == scratch(made)


def test_player_with_a_level_alone_stands_without_a_day_of_play() -> None:
    made = world("ladder")
    level(made, 0, date(2023, 11, 15), 1640.0)

    rate_pending("ladder")

    found = CurrentRating.objects.get()
    assert (found.rating, found.games, found.last_played, found.deviation) == (1640.0, 30, None, None)


def test_level_withdrawn_before_any_game_leaves_nothing() -> None:
    made = world("ladder")
    event = level(made, 0, date(2023, 11, 15), 1640.0)
    rate_pending("ladder")
    ManualEvent.objects.filter(pk=event.pk).update(withdrawn=timezone.now())
    mark(made.system, moment_of(event.date))

    rate_pending("ladder")

    assert CurrentRating.objects.count() == GameHistory.objects.count() == 0


def test_highest_rating_is_one_held_while_established() -> None:
    made = world("ladder")
    level(made, 1, date(2023, 1, 1), 1500.0, games=100)
    made.arrive(*(Told(NOON + number * MINUTE, (0, 1), 2 if number < 3 else 0) for number in range(24)))

    rate_pending("ladder")

    rows = packing.unpack([bytes(GameHistory.objects.get(player=made.players[0]).data)]).rows
    found = CurrentRating.objects.get(player=made.players[0])
    assert found.highest_rating == max(rows["after"][19:].tolist())
    assert found.highest_rating < max(rows["after"].tolist())


@pytest.mark.parametrize("key", SYSTEMS)
@pytest.mark.parametrize("seed", range(4))
def test_whatever_comes_in_whatever_order_stands_as_if_rated_from_scratch(key: str, seed: int) -> None:
    chance = np.random.default_rng(seeds.of_run(1000 * SYSTEMS.index(key) + seed))
    made = world(key)
    waiting = chance_games(key, chance, 90)
    while waiting:
        act = int(chance.integers(0, 10))
        if act < 6:
            batch, waiting = waiting[: act * 4 + 1], waiting[act * 4 + 1 :]
            made.arrive(*batch)
        elif act == 6 and made.games:
            made.withdraw(made.games.pop(int(chance.integers(0, len(made.games)))))
        elif act == 7:
            more = {"deviation": 70.0} if key != "ladder" else {"games": int(chance.integers(0, 40))}
            day = date.fromordinal(date(2023, 11, 14).toordinal() + int(chance.integers(0, 12)))
            level(made, int(chance.integers(0, 6)), day, float(chance.integers(1200, 1900)), **more)
        if chance.integers(0, 2):
            rate_pending(key)
    rate_pending(key)

    step_by_step = stands(made.system)

    assert step_by_step["ledger"][0][1:] == (made.count(), None)
    assert step_by_step == scratch(made)


@pytest.mark.parametrize("key", SYSTEMS)
def test_standing_is_what_the_engine_makes_of_the_games_in_order_without_any_database(key: str) -> None:
    made = world(key)
    told = chance_games(key, np.random.default_rng(11), 120)
    made.arrive(*told)
    rate_pending(key)

    in_order = sorted(told, key=lambda one: (one.ended, one.code))
    standing = by_hand(made, in_order)

    for place, player in enumerate(made.players):
        now = CurrentRating.objects.get(player=player)
        deviation = np.nan if now.deviation is None else now.deviation
        assert (now.rating, now.games) == (standing.rating[place], standing.games[place])
        assert np.array_equal(deviation, standing.deviation[place], equal_nan=True)
        assert now.moment == standing.moment[place]


def by_hand(made: World, told: list[Told]) -> StreamStanding:
    """Hand games to the engine as its contract says, players by their place in the list."""
    kinds = [TEAMS if one.teams else PLACES if one.places else DUEL for one in told]
    places = [one.places or {2: (1, 2), 1: (1, 1), 0: (2, 1)}[one.score or 0] for one in told]
    sizes = [len(one.players) for one in told]
    nothing = np.full(len(told), np.nan)
    facts = StreamFacts(
        kind=np.array(kinds, np.int8),
        edition=np.zeros(len(told), np.int8),
        moment=np.array([one.ended for one in told], np.int64),
        points=np.array([np.nan if one.points is None else one.points for one in told]),
        level=nothing,
        deviation=nothing,
        seat_start=np.append(0, np.cumsum(sizes)).astype(np.int32),
        seat_player=np.array([place for one in told for place in one.players], np.int32),
        seat_place=np.array([place for row in places for place in row], np.int8),
        seat_games=np.zeros(sum(sizes), np.int32),
    )
    engine = stream_engine_named(SYSTEM_RULES[made.system.key].engine)
    return engine.replay(facts, nobody(len(made.players)), stream_policy(made.system).parameters)[1]
