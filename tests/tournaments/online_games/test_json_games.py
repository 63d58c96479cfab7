"""Plain games of two read column by column are what they are read one by one."""

from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.online_games.arrivals import Arrivals, Slice
from tournaments.online_games.checking import _are_handles, is_handle
from tournaments.online_games.json_games import _plain_duels, of_json, one_by_one

GAME = {"code": "1", "ended": "2026-03-14T11:59:59Z", "white": "anna", "black": "ben", "result": "1-0"}
PLAIN = st.fixed_dictionaries(
    {
        "code": st.text(max_size=4),
        "ended": st.sampled_from(["2026-03-14T11:59:59Z", "2026-03-14 11:59", "2026-03-14T11:59:59.5+01:00"])
        | st.integers(-(2**62), 2**62),
        "white": st.text(max_size=3),
        "black": st.sampled_from(["", "ben", "Ben ", "ſ"]),
        "result": st.sampled_from(["1-0", "0-1", "1/2-1/2", " White "]),
    }
)
ODD = st.fixed_dictionaries(
    {},
    optional={
        "code": st.none() | st.booleans() | st.integers() | st.text(max_size=3),
        "ended": st.none()
        | st.booleans()
        | st.integers()
        | st.sampled_from(["yesterday", "2026-02-30T00:00Z"]),
        "white": st.none() | st.text(max_size=2) | st.lists(st.text(max_size=2), max_size=3),
        "black": st.none() | st.just("b") | st.lists(st.text(max_size=2), max_size=3),
        "result": st.none() | st.sampled_from(["3-0", "1-0", ""]) | st.integers(),
        "places": st.lists(st.integers(0, 3), max_size=3),
        "players": st.lists(st.text(max_size=2), max_size=3),
        "max_points": st.none() | st.floats() | st.text(max_size=2),
        "komi": st.just(7.5),
    },
)


def alike(one: Slice, other: Slice) -> bool:
    """Say whether two slices have the same columns, of the same types, and the same findings."""
    columns = [(getattr(one.games, each.name), getattr(other.games, each.name)) for each in fields(Arrivals)]
    same = [
        first.dtype == second.dtype and np.array_equal(first, second, equal_nan=first.dtype.kind == "f")
        if isinstance(first, np.ndarray)
        else first == second
        for first, second in columns
    ]
    return all(same) and (one.refused, one.notices) == (other.refused, other.notices)


@given(st.lists(PLAIN, max_size=6))
def test_plain_games_read_by_columns_are_as_read_one_by_one(items: list[dict[str, Any]]) -> None:
    assert alike(of_json(items), one_by_one(items))


@given(st.lists(PLAIN | ODD | st.none(), max_size=5))
def test_games_of_any_kind_are_as_read_one_by_one(items: list[Any]) -> None:
    assert alike(of_json(items), one_by_one(items))


def test_plain_games_are_read_by_columns() -> None:
    found = _plain_duels([GAME, GAME | {"code": "2", "result": "1/2-1/2"}])

    assert found is not None
    assert (found.games.codes, found.games.score.tolist()) == (["1", "2"], [2, 1])


@pytest.mark.parametrize(
    "change",
    [
        {"max_points": 8}, {"players": ["a", "b"]}, {"result": "3-0"}, {"result": None}, {"ended": True},
        {"ended": 2**63}, {"ended": "never"}, {"white": ["anna", "cem"]}, {"code": 7},
    ],
)  # fmt: skip
def test_any_other_game_has_all_read_one_by_one(change: dict[str, Any]) -> None:
    assert _plain_duels([GAME, GAME | change]) is None


@given(st.lists(st.text(max_size=90), max_size=4))
def test_texts_taken_for_handles_together_are_handles_one_by_one(names: list[str]) -> None:
    assert not _are_handles(names) or all(map(is_handle, names))
