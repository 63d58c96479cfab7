"""What every engine takes and gives: columns of facts in, columns of changes out.

All arrays are one-dimensional and C-contiguous. An *event* is either one tournament or one manual event;
events stand in replay order. An *entry* is one player in one event; the entries of event i are rows
`entry_start[i] : entry_start[i + 1]`, its games rows `game_start[i] : game_start[i + 1]`, sorted by round
inside the event. A player has at most one entry in an event, so engines may work on entry rows alone.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Bytes = NDArray[np.int8]
Floats = NDArray[np.float64]

TOURNAMENT = 0
# Manual events. SET: entry_value is the new rating. ADJUST: new = old * event_factor + event_offset for each
# entry that has a rating. FIRST: entry_value is the rating of a player who has none yet; others keep theirs.
# BASE: FIRST from a list of the past: who gets his rating from it played before, which counts as one game.
# REPLACE: BASE that takes the place of a rating, too: what came before its day is in the list already.
SET = 1
ADJUST = 2
FIRST = 3
BASE = 4
REPLACE = 5


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of one replay. E events, N entries, G games, players are indices 0..P-1 into `Standing`."""

    event_kind: Bytes  # E: TOURNAMENT, SET, ADJUST, FIRST, BASE, REPLACE
    event_edition: Bytes  # E: index into the engine's parameter table
    event_weight: Floats  # E: class weight (EGF), thinking-time coefficient (FFG); 1 where none applies
    event_factor: Floats  # E: ADJUST only
    event_offset: Floats  # E: ADJUST only
    entry_start: Ints  # E + 1
    game_start: Ints  # E + 1
    entry_player: Ints  # N
    entry_value: (
        Floats  # N: start rating of the declared grade (NaN: no grade), or the value of a manual event
    )
    entry_seed: Floats  # N: rating to start from when the player has none (another ladder's level); NaN: none
    game_round: Ints  # G
    game_white: Ints  # G: entry row (not player index)
    game_black: Ints  # G
    game_score: Bytes  # G: White's half points 0, 1, 2
    game_handicap: Bytes  # G: stones given to Black, 1 = no komi
    game_size: Bytes  # G: board size


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of P players before the first event (and, after a replay, after the last)."""

    rating: Floats  # P: NaN = none yet
    games: Ints  # P: rated games so far
    highest: Floats  # P: value of the highest grade ever declared (EGF reset); NaN = none


@dataclass(frozen=True, slots=True)
class Changes:
    """One row per entry (N): what the event did to the player. NaN `after` = still without a rating."""

    before: Floats  # rating carried in; NaN = none
    start: Floats  # rating the event was computed from (after adjustment, reset or seed)
    after: Floats
    games: Ints  # games of this event that were rated for him
    total_games: Ints  # rated games so far, this event included
    highest: Floats  # value of the highest grade declared so far, this event included
    event_passes: Ints  # E: full computations of the event (1 = no correction; 0 = manual)


@dataclass(frozen=True, slots=True)
class GameDetail:
    """One side of one rated game, as explained: every number of the sum (floats unrounded)."""

    game: int  # row in Facts
    entry: int  # entry row of this side
    opponent: int  # entry row of the other
    before: float  # this side's rating at the start of the round
    opponent_before: float
    difference: float  # D after handicap, from this side (positive: he was stronger)
    a: float  # the curve's scale; EGF 2021: (3300 - weaker) / 7
    expected: float
    score: float  # 0, 0.5, 1
    k: float
    epsilon: float  # FFG epsilon; EGF e
    bonus: float  # EGF 2021
    weight: float  # every coefficient multiplied
    change: float


class Engine(Protocol):
    """One family of rules; `parameters` is its own packed table of editions, one row per edition index.

    Behind the constants of a row stands its numeric contract, exact_math.LIBRARY or EXACT.
    """

    def replay(self, facts: Facts, standing: Standing, parameters: Floats) -> tuple[Changes, Standing]:
        """Compute all events in order. The standing given is not changed; the one after is returned."""
        ...

    def explain(self, facts: Facts, standing: Standing, parameters: Floats, event: int) -> list[GameDetail]:
        """Return the per-game sum of one event; the changes of an entry add up to after - start."""
        ...
