"""What the FIDE engine takes and gives: one rating period as columns in, one list as columns out.

All arrays are one-dimensional and C-contiguous unless a shape is given. Ratings are whole points, 0 = none.
An *entry* is one player in one event; the entries of event i are rows `entry_start[i] : entry_start[i + 1]`,
its games rows `game_start[i] : game_start[i + 1]`. Events stand in order of their first day. Expectations are
millionths of a game, results half points: nothing here is a binary fraction, so none can decide a half.
"""

from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ratings.engines.contract import Bytes, Ints

Longs = NDArray[np.int64]
GAME = 1_000_000  # a whole game in millionths
NOT_RATED = -1


def month_number(year: int, month: int) -> int:
    """Count months, so that lists can be compared and subtracted."""
    return 12 * year + month - 1


class Pool(NamedTuple):
    """Results of players without rating, carried over: a row per event, by player, then in order of play."""

    player: Ints  # R
    month: Ints  # R: number of the list the event counted for
    games: Ints  # R: games against rated opponents; 0 = a first event whose score was disregarded
    opponents: Longs  # R: sum of their ratings in hundredths of a point
    half_points: Ints  # R


def empty_pool() -> Pool:
    """Return the pool of nobody."""
    none = np.zeros(0, np.int32)
    return Pool(none, none, none, np.zeros(0, np.int64), none)


@dataclass(frozen=True, slots=True)
class ListStanding:
    """What the list before the period says of P players."""

    rating: Ints  # P: published; 0 = none
    k: Ints  # P: K printed on that list; 0 = read it from the rules
    games: Ints  # P: rated games so far
    peak: Ints  # P: highest rating ever published; 0 = not known
    birth_year: Ints  # P: 0 = not known
    pool: Pool = field(default_factory=empty_pool)


@dataclass(frozen=True, slots=True)
class OneOff:
    """An adjustment of a whole list on its date (1.7); zeros change nothing."""

    lift_below: int = 0  # ratings below this
    lift_percent: int = 0  # gain this share of what they lack
    standard_gap: int = 0  # ratings further than this below the standard rating rise to this distance
    standard: Ints | None = None  # P: standard ratings; 0 = none

    @property
    def is_due(self) -> bool:
        """Return whether it changes anything."""
        return self.lift_percent > 0 or (self.standard_gap > 0 and self.standard is not None)


@dataclass(frozen=True, slots=True)
class PeriodFacts:
    """What was played in one period: E events, N entries, G games."""

    month: int  # number of the list the period leads to, see month_number
    list_edition: int  # row of the rules in force on that list's date: floor, K printed on it
    k_edition: int  # row of the rules of the list before: K where none is given
    event_edition: Bytes  # E: row of the rules in force on the first day
    event_robin: Bytes  # E: 1 = a complete round robin that the method of 1.8 admits
    entry_start: Ints  # E + 1
    game_start: Ints  # E + 1
    entry_player: Ints  # N
    entry_seen: Ints  # N: rating in force on the first day, as the opponents meet it
    entry_own: Ints  # N: rating in force for his own side; 0 = his rating before the period
    game_white: Ints  # G: entry row
    game_black: Ints  # G
    game_score: Bytes  # G: White's half points 0, 1, 2
    base: Ints | None = None  # P: corrected rating the change is added to; 0 = the published one
    one_off: OneOff = OneOff()


class Sums(NamedTuple):
    """What the games of a period add up to while they are rated; columns as in PeriodChanges."""

    games: Ints
    half_points: Ints
    opponents: Longs
    sum: Longs
    expected: Ints
    opponent: Ints
    capped: Bytes
    widest: Ints  # N: row of the one game whose difference is capped (2022); -1 = none


@dataclass(frozen=True, slots=True)
class PeriodChanges:
    """What the period did: P players, N entries, G games; column 0 of a game is White's side, 1 Black's."""

    before: Ints  # P: the base; 0 = none
    after: Ints  # P: as published on the new list; 0 = none
    k: Ints  # P: K applied, after the 700 rule; 0 = nothing rated
    sum: Longs  # P: millionths, score minus expectation
    games: Ints  # P: rated games; of players without rating those against rated opponents
    first: NDArray[np.bool_]  # P: a first rating
    corrected: NDArray[np.bool_]  # P: the base is not what the list before says
    entry_own: Ints  # N: rating the entry was computed from; 0 = none
    entry_games: Ints  # N
    entry_half_points: Ints  # N: in those games
    entry_opponents: Longs  # N: sum of the opponents' ratings as used, points
    entry_sum: Longs  # N: millionths
    side_expected: Ints  # (G, 2): millionths; NOT_RATED = this side is not
    side_opponent: Ints  # (G, 2): the opponent's rating as used, after the 400 rule
    side_capped: Bytes  # (G, 2): 1 = the 400 rule changed it


class PeriodEngine(Protocol):
    """Rules that rate a whole period at once; `rules` is the packed table of editions, one row each."""

    def rate(
        self, facts: PeriodFacts, standing: ListStanding, rules: Longs
    ) -> tuple[PeriodChanges, ListStanding]:
        """Compute a period; the standing given is not changed, that of the new list is returned."""
        ...
