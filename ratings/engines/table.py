"""Which engine computes which family of rules, and how facts reach compiled code.

Importing this file costs nothing: an engine brings numba with it and is imported when it is first asked for.
"""

from dataclasses import fields
from importlib import import_module
from typing import Any, NamedTuple, cast

import numpy as np

from ratings.engines.contract import Bytes, Engine, Facts, Floats, Ints, Standing
from ratings.engines.fide_contract import PeriodEngine
from ratings.engines.stream_contract import StreamEngine

# Engine name -> the module that holds `engine`.
MODULES = {"ffg": "ratings.engines.ffg", "gor": "ratings.engines.gor"}
# The same for engines that rate whole periods (fide_contract.py).
PERIOD_MODULES = {"fide": "ratings.engines.fide"}
# The same for engines that rate games one by one (stream_contract.py).
STREAM_MODULES = {"glicko": "ratings.engines.glicko", "ladder": "ratings.engines.ladder"}


class Columns(NamedTuple):
    """`Facts` as compiled code takes them; the fields of contract.Facts in its order."""

    event_kind: Bytes
    event_edition: Bytes
    event_weight: Floats
    event_factor: Floats
    event_offset: Floats
    entry_start: Ints
    game_start: Ints
    entry_player: Ints
    entry_value: Floats
    entry_seed: Floats
    game_round: Ints
    game_white: Ints
    game_black: Ints
    game_score: Bytes
    game_handicap: Bytes
    game_size: Bytes


class Carried(NamedTuple):
    """`Standing` as compiled code takes and changes it."""

    rating: Floats
    games: Ints
    highest: Floats


class Output(NamedTuple):
    """The columns of contract.Changes while a replay fills them."""

    before: Floats
    start: Floats
    after: Floats
    games: Ints
    total_games: Ints
    highest: Floats
    event_passes: Ints


def engine_named(name: str) -> Engine:
    """Return the engine of that name.

    Raises KeyError for a name without engine.
    """
    return cast(Engine, import_module(MODULES[name]).engine)


def period_engine_named(name: str) -> PeriodEngine:
    """Return the engine of that name that rates whole periods.

    Raises KeyError for a name without engine.
    """
    return cast(PeriodEngine, import_module(PERIOD_MODULES[name]).engine)


def stream_engine_named(name: str) -> StreamEngine:
    """Return the engine of that name that rates games one by one.

    Raises KeyError for a name without engine.
    """
    return cast(StreamEngine, import_module(STREAM_MODULES[name]).engine)


def columns(facts: Facts) -> Columns:
    """Hand facts to compiled code; arrays are copied only where they are read-only or not contiguous."""
    arrays: Any = (np.require(getattr(facts, field.name), requirements=["C", "W"]) for field in fields(facts))
    return Columns(*arrays)


def carried(standing: Standing) -> Carried:
    """Copy a standing, so that a replay may change it."""
    return Carried(standing.rating.copy(), standing.games.copy(), standing.highest.copy())


def output(facts: Facts) -> Output:
    """Make room for the changes of a replay."""
    entries, events = facts.entry_player.size, facts.event_kind.size
    floats = [np.full(entries, np.nan) for _ in range(4)]
    ints = [np.zeros(size, np.int32) for size in (entries, entries, events)]
    return Output(floats[0], floats[1], floats[2], ints[0], ints[1], floats[3], ints[2])


def most_in_an_event(starts: Ints) -> int:
    """Return the largest number of rows between two neighbours of a column of starts, at least 1."""
    return max(1, int(np.diff(starts).max(initial=0)))


def excerpt(facts: Facts, first: int, end: int) -> Facts:
    """Cut the events first..end-1 out of a replay; rows count from 0 again, players keep theirs."""
    rows = slice(int(facts.entry_start[first]), int(facts.entry_start[end]))
    games = slice(int(facts.game_start[first]), int(facts.game_start[end]))
    events = slice(first, end)
    return Facts(
        event_kind=facts.event_kind[events],
        event_edition=facts.event_edition[events],
        event_weight=facts.event_weight[events],
        event_factor=facts.event_factor[events],
        event_offset=facts.event_offset[events],
        entry_start=facts.entry_start[first : end + 1] - np.int32(rows.start),
        game_start=facts.game_start[first : end + 1] - np.int32(games.start),
        entry_player=facts.entry_player[rows],
        entry_value=facts.entry_value[rows],
        entry_seed=facts.entry_seed[rows],
        game_round=facts.game_round[games],
        game_white=facts.game_white[games] - np.int32(rows.start),
        game_black=facts.game_black[games] - np.int32(rows.start),
        game_score=facts.game_score[games],
        game_handicap=facts.game_handicap[games],
        game_size=facts.game_size[games],
    )
