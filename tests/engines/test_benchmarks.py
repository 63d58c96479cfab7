"""The invented histories are what they promise."""

import numpy as np
import pytest

from ratings.engines.table import engine_named
from ratings.rulebook.editions import pack_all
from tests import declared
from tests.bench.facts import evaluations, synthetic_facts
from tests.bench.stream_facts import synthetic_stream


def test_invented_history_has_the_size_asked_for() -> None:
    facts, standing = synthetic_facts(1003, 20, 300, 5)

    sizes = (facts.game_white.size, facts.event_kind.size, standing.rating.size)
    assert (sizes, bool(np.isnan(standing.rating).all())) == ((1003, 20, 300), True)


def test_same_seed_invents_the_same_history() -> None:
    first, second = (synthetic_facts(100, 4, 60, 5)[0] for _ in range(2))

    assert [getattr(first, name).tobytes() for name in first.__dataclass_fields__] == [
        getattr(second, name).tobytes() for name in second.__dataclass_fields__
    ]


def test_nobody_plays_twice_in_a_round_or_himself() -> None:
    facts, _ = synthetic_facts(1003, 20, 300, 5)

    seats = [
        (int(number), int(side))
        for number, *sides in zip(facts.game_round, facts.game_white, facts.game_black, strict=True)
        for side in sides
    ]
    assert len(set(seats)) == 2 * 1003


def test_nobody_enters_an_event_twice() -> None:
    facts, _ = synthetic_facts(1003, 20, 300, 5)

    repeated = [
        event
        for event, players in enumerate(np.split(facts.entry_player, facts.entry_start[1:-1]))
        if len(set(players.tolist())) != players.size
    ]
    assert repeated == []


def test_evaluations_count_every_pass() -> None:
    facts, standing = synthetic_facts(100, 4, 60, 5)

    changes, _ = engine_named("ffg").replay(facts, standing, pack_all(declared.FFG[:1]))

    assert evaluations(facts, changes) == 100  # edition 2013: one pass


def test_too_few_players_are_refused() -> None:
    with pytest.raises(ValueError, match="3 players are too few"):
        synthetic_facts(100, 4, 3, 5)


def test_invented_stream_is_what_it_promises() -> None:
    facts, standing = synthetic_stream(1003, 30, 5)

    sizes = (facts.kind.size, facts.seat_player.size, int(facts.seat_start[-1]), standing.rating.size)
    assert (sizes, bool(np.isnan(standing.rating).all())) == ((1003, 2006, 2006, 30), True)
    assert (np.diff(facts.moment).min() >= 0, (facts.seat_player[::2] != facts.seat_player[1::2]).all()) == (
        True,
        True,
    )
    assert {tuple(pair) for pair in facts.seat_place.reshape(-1, 2).tolist()} == {(1, 1), (1, 2), (2, 1)}


def test_same_seed_invents_the_same_stream() -> None:
    first, second = (synthetic_stream(100, 30, 5)[0] for _ in range(2))

    assert [getattr(first, name).tobytes() for name in first.__dataclass_fields__] == [
        getattr(second, name).tobytes() for name in second.__dataclass_fields__
    ]


def test_one_player_alone_has_nobody_to_play() -> None:
    with pytest.raises(ValueError, match="1 players are too few"):
        synthetic_stream(10, 1, 5)
