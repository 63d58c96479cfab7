"""What holds for any history, whatever was played: invented tournaments, both engines."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.engines.contract import Facts, Floats, Standing
from ratings.engines.table import engine_named, excerpt, most_in_an_event
from ratings.rulebook.editions import pack_all
from tests import declared, seeds
from tests.engines.building import NAN, Event, facts_of, standing_of

PLAYERS = 8
PARAMETERS: dict[str, Floats] = {"ffg": pack_all(declared.FFG), "gor": pack_all(declared.EGF)}
EDITIONS = {name: len(table) for name, table in PARAMETERS.items()}
SHIFT = {"ffg": 0.0, "gor": 2050.0}
BOTH = pytest.mark.parametrize("name", ["ffg", "gor"])


@st.composite
def events(draw: st.DrawFn) -> Event:
    """A tournament of up to eight players and four rounds; nobody plays twice in a round."""
    count = draw(st.integers(2, PLAYERS))
    players = draw(st.permutations(range(PLAYERS)))[:count]
    games = []
    for number in range(1, draw(st.integers(0, 4)) + 1):
        seats = draw(st.permutations(range(count)))
        for board in range(draw(st.integers(0, count // 2))):
            white, black = seats[2 * board : 2 * board + 2]
            size = draw(st.sampled_from([19, 19, 13, 9, 7]))
            games.append((number, white, black, draw(st.integers(0, 2)), draw(st.integers(0, 10)), size))
    grades = st.one_of(st.just(NAN), st.floats(-2950, 850))
    return Event(
        players,
        games,
        kind=draw(st.sampled_from([0, 0, 0, 0, 1, 2, 3])),
        values=draw(st.lists(grades, min_size=count, max_size=count)),
        seeds=draw(st.lists(grades, min_size=count, max_size=count)),
        weight=draw(st.sampled_from([1.0, 0.75, 0.5, 0.25, 0.0])),
        factor=draw(st.floats(0.5, 1.5)),
        offset=draw(st.floats(-100, 100)),
        edition=draw(st.integers(0, 1)),
    )


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[Event], Standing]:
    """Up to five events and where everybody stood before."""
    levels = st.lists(st.one_of(st.just(NAN), st.floats(-2950, 850)), min_size=PLAYERS, max_size=PLAYERS)
    return draw(st.lists(events(), min_size=1, max_size=5)), standing_of(draw(levels))


def on_scale(name: str, history: tuple[list[Event], Standing]) -> tuple[Facts, Standing]:
    """The history on the scale of an engine, with its editions spread over the events."""
    drawn, standing = history
    facts = facts_of(*drawn)
    shift = SHIFT[name]
    edition = (facts.event_edition + 2 * (EDITIONS[name] > 2) * (np.arange(len(drawn)) % 2)).astype(np.int8)
    facts = replace(
        facts,
        entry_value=facts.entry_value + shift,
        entry_seed=facts.entry_seed + shift,
        event_edition=edition,
    )
    return facts, replace(standing, rating=standing.rating + shift)


def same(first: Any, second: Any) -> bool:
    """Whether two records of arrays hold the same bits."""
    names = first.__dataclass_fields__
    return all(getattr(first, name).tobytes() == getattr(second, name).tobytes() for name in names)


@BOTH
@settings(max_examples=seeds.examples(60))
@given(histories(), st.integers(0, 5))
def test_replay_in_two_parts_gives_the_bits_of_one_replay(
    name: str, history: tuple[list[Event], Standing], cut: int
) -> None:
    facts, standing = on_scale(name, history)
    cut = min(cut, facts.event_kind.size)
    replay = engine_named(name).replay

    _, whole = replay(facts, standing, PARAMETERS[name])
    _, half = replay(excerpt(facts, 0, cut), standing, PARAMETERS[name])
    _, rest = replay(excerpt(facts, cut, facts.event_kind.size), half, PARAMETERS[name])

    assert same(rest, whole)


@BOTH
@settings(max_examples=seeds.examples(60))
@given(histories())
def test_replay_changes_nothing_it_was_given_and_repeats_itself(
    name: str, history: tuple[list[Event], Standing]
) -> None:
    facts, standing = on_scale(name, history)
    copy = Standing(standing.rating.copy(), standing.games.copy(), standing.highest.copy())
    replay = engine_named(name).replay

    first, second = (replay(facts, standing, PARAMETERS[name]) for _ in range(2))

    assert same(standing, copy)
    assert same(first[0], second[0])
    assert same(first[1], second[1])


@BOTH
@settings(max_examples=seeds.examples(60))
@given(histories())
def test_ratings_stay_finite_and_inside_the_scale(name: str, history: tuple[list[Event], Standing]) -> None:
    facts, standing = on_scale(name, history)

    changes, after = engine_named(name).replay(facts, standing, PARAMETERS[name])

    rated = changes.after[changes.games > 0]
    least, most = (-2950.0, 850.0) if name == "ffg" else (-900.0, 3299.9)
    assert np.isfinite(rated).all()
    assert ((rated >= least) & (rated <= most)).all()
    assert not np.isinf(after.rating).any()


@BOTH
@settings(max_examples=seeds.examples(60))
@given(histories())
def test_entry_without_rated_game_is_left_as_it_was(name: str, history: tuple[list[Event], Standing]) -> None:
    facts, standing = on_scale(name, history)

    changes, _ = engine_named(name).replay(facts, standing, PARAMETERS[name])

    manual = np.repeat(facts.event_kind != 0, np.diff(facts.entry_start))
    idle = (changes.games == 0) & ~manual
    assert changes.after[idle].tobytes() == changes.before[idle].tobytes()
    assert changes.start[idle].tobytes() == changes.before[idle].tobytes()


@BOTH
@settings(max_examples=seeds.examples(60))
@given(histories(), st.randoms(use_true_random=False))
def test_order_inside_a_round_is_irrelevant(
    name: str, history: tuple[list[Event], Standing], chance: Any
) -> None:
    facts, standing = on_scale(name, history)
    shuffled = list(history[0])
    for place, event in enumerate(shuffled):
        games = list(event.games)
        chance.shuffle(games)
        shuffled[place] = replace(event, games=games)
    other = on_scale(name, (shuffled, history[1]))[0]

    _, straight = engine_named(name).replay(facts, standing, PARAMETERS[name])
    _, mixed = engine_named(name).replay(other, standing, PARAMETERS[name])

    assert same(straight, mixed)


@BOTH
@settings(max_examples=seeds.examples(40))
@given(histories())
def test_explained_changes_add_up_except_where_a_limit_held(
    name: str, history: tuple[list[Event], Standing]
) -> None:
    facts, standing = on_scale(name, history)
    engine = engine_named(name)
    changes, _ = engine.replay(facts, standing, PARAMETERS[name])

    for event in range(facts.event_kind.size):
        details = engine.explain(facts, standing, PARAMETERS[name], event)
        for entry in range(facts.entry_start[event], facts.entry_start[event + 1]):
            own = [side for side in details if side.entry == entry]
            assert len(own) == changes.games[entry]
            left = changes.after[entry] - changes.start[entry] - sum(side.change for side in own)
            assert not abs(left) > 1e-9 or is_limited(name, facts, (event, entry), changes.after[entry], own)


def is_limited(name: str, facts: Facts, place: tuple[int, int], after: float, own: list[Any]) -> bool:
    """Whether a limit of the rules may have swallowed a part: floor, ceiling, or the EGF limit of 2011."""
    event = place[0]
    rule = PARAMETERS[name][facts.event_edition[event]]
    if name == "ffg":
        # The clamp acts in every round, so the level may have left the edge again.
        edges = [side.before + side.change for side in own]
        return bool(min(edges) < -2950.0 or max(edges) > 850.0)
    floor, ceiling, drop = rule[5], rule[7], rule[3]
    lost = sum(side.change for side in own)
    return bool(after in (floor, ceiling) or (drop > 0.0 and lost < -drop * facts.event_weight[event]))


@BOTH
def test_read_only_columns_are_welcome(name: str) -> None:
    facts, standing = on_scale(name, ([Event([0, 1], [(1, 0, 1, 2)])], standing_of([0.0, 10.0])))
    for field in facts.__dataclass_fields__:
        getattr(facts, field).setflags(write=False)
    standing.rating.setflags(write=False)

    changes, _ = engine_named(name).replay(facts, standing, PARAMETERS[name])

    assert changes.games.tolist() == [1, 1]


@BOTH
def test_replay_of_nothing_gives_nothing(name: str) -> None:
    changes, after = engine_named(name).replay(facts_of(), standing_of([1.0, NAN]), PARAMETERS[name])

    assert (changes.after.size, changes.event_passes.size) == (0, 0)
    assert after.rating.tolist() == pytest.approx([1.0, NAN], nan_ok=True)


@pytest.mark.parametrize(("starts", "most"), [([0], 1), ([0, 0], 1), ([0, 1, 1], 1), ([0, 2, 5], 3)])
def test_room_is_made_for_the_largest_event(starts: list[int], most: int) -> None:
    assert most_in_an_event(np.array(starts, np.int32)) == most
