"""What engines of game streams take and give: games in the order they ended, one row a seat.

All arrays are one-dimensional and C-contiguous. The seats of game i are rows
`seat_start[i] : seat_start[i + 1]`; a duel has White's seat before Black's, a game of teams the seats of the
first team before those of the second. Every seat is computed from what all its players had before the game.
Moments are milliseconds since 1970, UTC, and never fall from one game to the next.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ratings.engines.contract import Bytes, Floats, Ints

Longs = NDArray[np.int64]

# Kinds of games. A duel has two seats, teams two a side (bughouse), places two or more in finishing order.
# LEVEL: one seat, a decision of the office; level, deviation and seat_games hold from here on.
DUEL, TEAMS, PLACES, LEVEL = 0, 1, 2, 3
KIND_WORDS = {DUEL: "duel", TEAMS: "teams", PLACES: "places", LEVEL: "level"}

# Which formula gave a change.
GLICKO, BUGHOUSE = "glicko", "bughouse"
BOTH_PROVISIONAL, PROVISIONAL = "both-provisional", "provisional"
AGAINST_PROVISIONAL, ESTABLISHED = "against-provisional", "established"


@dataclass(frozen=True, slots=True)
class StreamFacts:
    """G games, N seats; players are indices 0..P-1 into `StreamStanding`."""

    kind: Bytes  # G
    edition: Bytes  # G: index into the engine's parameter table
    moment: Longs  # G: when it ended
    points: Floats  # G: points at stake (ladder); NaN = the edition's own
    level: Floats  # G: LEVEL only: the rating; NaN = it stays as it is
    deviation: Floats  # G: LEVEL only: RD; NaN = the edition's initial one
    seat_start: Ints  # G + 1
    seat_player: Ints  # N
    seat_place: Bytes  # N: 1 = first; who tied (a draw) shares one; a team shares its own
    seat_games: Ints  # N: LEVEL only: rated games to count from; else 0


@dataclass(frozen=True, slots=True)
class StreamStanding:
    """What is known of P players before the first game (and, after a replay, after the last)."""

    rating: Floats  # P: NaN = none yet
    deviation: Floats  # P: RD as stored after the last game (Glicko); NaN = none
    games: Ints  # P: rated games so far
    moment: Longs  # P: end of the last rated game; -1 = none


@dataclass(frozen=True, slots=True)
class StreamChanges:
    """One row a seat (N). A newcomer's `before` is the initial rating of the edition."""

    before: Floats
    after: Floats
    aged: Floats  # RD aged to the game (Glicko); NaN elsewhere
    deviation: Floats  # RD after the game (Glicko); NaN elsewhere
    games: Ints  # rated games so far, this one included


@dataclass(frozen=True, slots=True)
class DuelDetail:
    """One side of a game against one opponent (of teams: both), every number of the sum unrounded."""

    seat: int  # row of StreamFacts
    opponent: int  # row of StreamFacts; of teams the first opponent's
    rating: float  # own, or the team's mean
    opponent_rating: float
    deviation: float  # aged RD; NaN without
    opponent_deviation: float  # of teams: sqrt of the summed squares of the three others
    f: float  # Glicko: 1 / sqrt(1 + p RD^2); NaN elsewhere
    expected: float  # NaN where the rule knows none (ladder: provisional players)
    score: float  # 0, 0.5, 1
    # As applied. NaN where the rule knows none (ladder: provisional players); against a provisional opponent
    # of n games K n/20.
    k: float
    computed_k: float  # Glicko: before the minimum of 16; ladder: before n/20
    rule: str  # which formula, one of the words above
    change: float  # unrounded; ladder with places: of this duel, before the mean is taken
    games: int  # own rated games before this one
    opponent_games: int  # of teams the first opponent's
    step: float  # ladder, provisional: what a win adds before the mean over n + 1 games; NaN elsewhere


class StreamEngine(Protocol):
    """One family of rules; `parameters` is its own packed table of editions, as of contract.Engine."""

    def replay(
        self, facts: StreamFacts, standing: StreamStanding, parameters: Floats
    ) -> tuple[StreamChanges, StreamStanding]:
        """Compute all games in order. The standing given is not changed; the one after is returned.

        Raises ValueError for a game of a kind, or with a number of seats, the rules do not know.
        """
        ...

    def explain(
        self, facts: StreamFacts, standing: StreamStanding, parameters: Floats, game: int
    ) -> list[DuelDetail]:
        """Return the sums of one game, from a standing as it was just before it."""
        ...

    def aged(self, deviation: Floats, since: Longs, moment: int, parameters: Floats) -> Floats:
        """Age RDs to a moment with the last edition (P); NaN stays NaN."""
        ...
