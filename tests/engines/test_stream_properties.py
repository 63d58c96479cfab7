"""What holds for any stream, whatever was played; both engines against plain Python."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.engines.contract import Floats
from ratings.engines.stream_contract import (
    DUEL,
    LEVEL,
    PLACES,
    TEAMS,
    StreamChanges,
    StreamEngine,
    StreamFacts,
    StreamStanding,
)
from ratings.engines.stream_table import games_between, seats_alone
from ratings.engines.table import stream_engine_named
from tests import seeds
from tests.engines.stream_building import (
    MINUTE,
    NAN,
    START,
    Table,
    duel,
    fics_rules,
    glicko_standing,
    ladder_rules,
    ladder_standing,
    stream,
)
from tests.engines.stream_oracle import Person, Ticket, play_fics, play_ladder

PLAYERS = 7
RULES: dict[str, Floats] = {"glicko": fics_rules(), "ladder": ladder_rules()}
BOTH = pytest.mark.parametrize("name", ["glicko", "ladder"])
FIELDS = ("before", "after", "aged", "deviation", "games")
STANDING = ("rating", "deviation", "games", "moment")
WORDS = {DUEL: "duel", TEAMS: "teams", PLACES: "places"}


@st.composite
def tables(draw: st.DrawFn, *, kinds: Sequence[int]) -> Table:
    """One game or decision of any of these kinds; the moment is a step from the one before."""
    kind = draw(st.sampled_from(kinds))
    count = {DUEL: 2, TEAMS: 4, LEVEL: 1}.get(kind) or draw(st.integers(2, 6))
    players = tuple(draw(st.permutations(range(PLAYERS)))[:count])
    places: tuple[int, ...] = tuple(draw(st.lists(st.integers(1, 3), min_size=count, max_size=count)))
    if kind == TEAMS:
        places = (places[0], places[0], places[2], places[2])
    return Table(
        kind,
        players,
        places,
        moment=draw(st.sampled_from([0, MINUTE, 17 * MINUTE, 86_400_000, 40_000_000_000])),
        points=draw(st.sampled_from([NAN, NAN, 8.0, 16.0, 32.0])) if kind != LEVEL else NAN,
        level=draw(st.one_of(st.just(NAN), st.floats(800, 2600))) if kind == LEVEL else NAN,
        deviation=draw(st.one_of(st.just(NAN), st.floats(10, 400))) if kind == LEVEL else NAN,
        games=draw(st.integers(0, 40)) if kind == LEVEL else 0,
    )


def in_order(steps: list[Table]) -> list[Table]:
    """Put drawn tables one after the other."""
    moments = START + np.cumsum([table.moment for table in steps])
    return [replace(table, moment=int(moment)) for table, moment in zip(steps, moments, strict=True)]


def kinds_of(name: str, *, levels: bool = True) -> list[int]:
    """What an engine knows."""
    return [DUEL, DUEL, TEAMS if name == "glicko" else PLACES, *([LEVEL] if levels else [])]


@st.composite
def standings(draw: st.DrawFn, name: str) -> StreamStanding:
    """Some newcomers, some known."""
    rating = st.one_of(st.just(NAN), st.integers(900, 2500).map(float))
    people = []
    for _ in range(PLAYERS):
        own = draw(rating)
        if name == "glicko":
            people.append((own, NAN if np.isnan(own) else draw(st.floats(15, 350))))
        else:
            people.append((own, 0 if np.isnan(own) else draw(st.integers(1, 40))))
    if name == "glicko":
        return glicko_standing(*people)
    return ladder_standing(*((rating, int(games)) for rating, games in people))


def drawn(
    data: st.DataObject, name: str, *, levels: bool = True
) -> tuple[StreamFacts, StreamStanding, list[Table]]:
    """A stream of an engine and where everybody stood before."""
    steps = data.draw(st.lists(tables(kinds=kinds_of(name, levels=levels)), min_size=1, max_size=12))
    games = in_order(steps)
    return stream(*games), data.draw(standings(name)), games


def bits(record: StreamChanges | StreamStanding, names: Sequence[str]) -> list[bytes]:
    """Columns as bytes: NaN equals NaN, 0 is not -0."""
    return [getattr(record, name).tobytes() for name in names]


@BOTH
@settings(max_examples=seeds.examples(150))
@given(data=st.data())
def test_plain_python_agrees(name: str, data: st.DataObject) -> None:
    facts, standing, games = drawn(data, name, levels=False)
    tickets: list[Ticket] = [
        (WORDS[game.kind], game.players, game.places, game.moment / MINUTE,
         None if np.isnan(game.points) else game.points)
        for game in games
    ]  # fmt: skip
    people = [
        Person() if np.isnan(rating) else Person(rating, games, 350.0 if np.isnan(rd) else rd, START / MINUTE)
        for rating, rd, games in zip(*(getattr(standing, one).tolist() for one in STANDING[:3]), strict=True)
    ]

    after = stream_engine_named(name).replay(facts, standing, RULES[name])[1]
    (play_fics if name == "glicko" else play_ladder)(people, tickets)

    expected = [NAN if person.r is None else person.r for person in people]
    assert after.rating.tolist() == pytest.approx(expected, abs=1e-9, rel=1e-12, nan_ok=True)
    assert after.games.tolist() == [person.n for person in people]
    if name == "glicko":
        rds = [NAN if person.r is None else person.rd for person in people]
        assert after.deviation.tolist() == pytest.approx(rds, abs=1e-9, nan_ok=True)


@settings(max_examples=seeds.examples(60))
@given(data=st.data())
def test_plain_python_agrees_on_the_normal_law(data: st.DataObject) -> None:
    facts, standing, games = drawn(data, "ladder", levels=False)
    tickets: list[Ticket] = [
        ("any", game.players, game.places, 0.0, None if np.isnan(game.points) else game.points)
        for game in games
    ]
    people = [
        Person(None if np.isnan(rating) else rating, count)
        for rating, count in zip(standing.rating.tolist(), standing.games.tolist(), strict=True)
    ]

    after = stream_engine_named("ladder").replay(facts, standing, ladder_rules(curve="normal"))[1]
    play_ladder(people, tickets, normal=True)

    expected = [NAN if person.r is None else person.r for person in people]
    assert after.rating.tolist() == pytest.approx(expected, abs=1e-9, rel=1e-12, nan_ok=True)


@BOTH
@settings(max_examples=seeds.examples(100))
@given(data=st.data())
def test_replay_cut_anywhere_gives_the_bits_of_the_whole(name: str, data: st.DataObject) -> None:
    facts, standing, games = drawn(data, name)
    engine, rules = stream_engine_named(name), RULES[name]
    cut = data.draw(st.integers(0, len(games)))
    seats = int(facts.seat_start[cut])

    changes, after = engine.replay(facts, standing, rules)
    first, between = engine.replay(games_between(facts, 0, cut), standing, rules)
    second, end = engine.replay(games_between(facts, cut, len(games)), between, rules)

    assert bits(end, STANDING) == bits(after, STANDING)
    for field in FIELDS:
        whole = getattr(changes, field)
        assert getattr(first, field).tobytes() == whole[:seats].tobytes()
        assert getattr(second, field).tobytes() == whole[seats:].tobytes()


@BOTH
@settings(max_examples=seeds.examples(60))
@given(data=st.data())
def test_every_game_can_be_explained_from_its_players_alone(name: str, data: st.DataObject) -> None:
    facts, standing, games = drawn(data, name)
    engine, rules = stream_engine_named(name), RULES[name]
    changes = engine.replay(facts, standing, rules)[0]
    for place, game in enumerate(games):
        before = engine.replay(games_between(facts, 0, place), standing, rules)[1]
        first = int(facts.seat_start[place])

        sides = engine.explain(*seats_alone(games_between(facts, place, place + 1), before), rules, 0)

        # Written out, because NaN is not equal to itself.
        assert repr(sides) == repr(
            [
                replace(side, seat=side.seat - first, opponent=side.opponent - first)
                for side in engine.explain(facts, before, rules, place)
            ]
        )
        rows = len(game.players) * (1 if name == "glicko" or game.kind == LEVEL else len(game.players) - 1)
        assert len(sides) == (0 if game.kind == LEVEL else rows)
        for seat in range(len(game.players)) if game.kind != LEVEL else ():
            own = [side.change for side in sides if side.seat == seat]
            moved = changes.after[first + seat] - changes.before[first + seat]
            near = 0.5 + 1e-9 if name == "glicko" else 1e-9
            assert abs(sum(own) / len(own) - moved) <= near


@BOTH
@settings(max_examples=seeds.examples(60))
@given(data=st.data())
def test_order_of_seats_does_not_matter(name: str, data: st.DataObject) -> None:
    facts, standing, games = drawn(data, name)
    engine, rules = stream_engine_named(name), RULES[name]
    turned = [
        replace(game, players=game.players[::-1], places=game.places[::-1]) for game in games
    ]  # fmt: skip

    after = engine.replay(facts, standing, rules)[1]
    other = engine.replay(stream(*turned), standing, rules)[1]

    # Sums over many duels stand in the order of the seats; those of two and of teams are the same bits.
    exact = name == "glicko" or all(len(game.players) == 2 for game in games)
    assert other.rating.tolist() == pytest.approx(
        after.rating.tolist(), abs=0 if exact else 1e-9, nan_ok=True
    )
    assert bits(other, STANDING[1:]) == bits(after, STANDING[1:])


@settings(max_examples=seeds.examples(100))
@given(data=st.data())
def test_deviation_never_leaves_its_bounds(data: st.DataObject) -> None:
    facts, standing, _ = drawn(data, "glicko")

    changes, after = stream_engine_named("glicko").replay(facts, standing, RULES["glicko"])

    assert ((changes.aged > 0) & (changes.aged <= 350)).all()
    assert ((changes.deviation > 0) & (changes.deviation <= 350)).all()
    played = facts.kind[np.repeat(np.arange(facts.kind.size), np.diff(facts.seat_start))] != LEVEL
    assert (changes.deviation[played] < changes.aged[played]).all()
    assert np.nanmax(after.deviation, initial=0) <= 350


@given(st.integers(800, 2700), st.floats(10, 350), st.sampled_from([0.0, 0.5, 1.0]))
def test_equals_of_one_deviation_conserve_the_sum_in_glicko(rating: int, rd: float, score: float) -> None:
    standing = glicko_standing((rating, rd), (rating, rd))

    after = stream_engine_named("glicko").replay(stream(duel(0, 1, score)), standing, RULES["glicko"])[1]

    assert after.rating.sum() == 2 * rating


@given(st.floats(800, 2700), st.floats(800, 2700), st.sampled_from([0.0, 0.5, 1.0]))
def test_established_players_of_the_ladder_conserve_the_sum(one: float, two: float, score: float) -> None:
    standing = ladder_standing((one, 20), (two, 33))

    after = stream_engine_named("ladder").replay(stream(duel(0, 1, score)), standing, RULES["ladder"])[1]

    assert after.rating.sum() == pytest.approx(one + two, abs=1e-9)


@given(st.integers(2, 6), st.data())
def test_first_game_of_newcomers_moves_within_a_hundred(count: int, data: st.DataObject) -> None:
    places = tuple(data.draw(st.lists(st.integers(1, count), min_size=count, max_size=count)))
    facts = stream(Table(PLACES, tuple(range(count)), places))

    after = stream_engine_named("ladder").replay(
        facts, ladder_standing(*[(NAN, 0)] * count), RULES["ladder"]
    )[1]

    moves = after.rating - 1500
    assert abs(float(moves.sum())) < 1e-9
    assert float(np.abs(moves).max()) <= 100 + 1e-9
    if len(set(places)) == count:
        assert (moves.max(), moves.min()) == pytest.approx((100, -100))


@BOTH
@given(st.floats(1000, 2400), st.floats(1000, 2400), st.sampled_from([0.0, 0.5, 1.0]))
def test_better_result_is_never_worth_less(name: str, one: float, two: float, score: float) -> None:
    engine: StreamEngine = stream_engine_named(name)
    people = (one, 60.0), (two, 90.0)
    standing = glicko_standing(*people) if name == "glicko" else ladder_standing((one, 30), (two, 6))

    after = [
        engine.replay(stream(duel(0, 1, result)), standing, RULES[name])[1].rating
        for result in (max(0.0, score - 0.5), score)
    ]

    assert (after[1][0] >= after[0][0], after[1][1] <= after[0][1]) == (True, True)
