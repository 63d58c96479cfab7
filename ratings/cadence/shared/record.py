"""The rated games of a system as columns: who played when, and what was expected before; log odds. Pure.

Months are numbers: 12 times the year and 0 for January. A *pair* is one side against another: a game of two,
of teams, or each two of a table of several. The first side is White's, of a table the seat listed first.

`Alternatives`: forecasts under other settings of one of a system's rules; all settings forecast the same
games, so that they are compared game by game.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from ratings.cadence.shared.columns import Longs

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Pairs:
    """F pairs. NaN `expected`: a side had no rating of its own yet. NaN grade: none, or a professional's."""

    month: Longs
    score: Floats  # of the first side: 0, 0.5, 1
    expected: Floats  # of the first side, handicap included
    lead: Floats  # rating of the first side less the other's; NaN where there was none
    even: Flags  # without handicap
    grade: Floats  # declared, of the first side: 0 = 1 dan, 1 = 2 dan, -1 = 1 kyu
    other_grade: Floats


@dataclass(frozen=True, slots=True)
class Sides:
    """Who met in each of F pairs: keys of players, 0 for a side of several."""

    first: Longs
    other: Longs
    day: Longs  # proleptic ordinal
    tournament: Longs  # key; 0 = none
    advantage: Floats  # of the first side by its handicap: log odds, on the curve of the system
    rating: Floats  # of the first side before; NaN where there was none
    other_rating: Floats


@dataclass(frozen=True, slots=True)
class Record:
    """G rated games and their N seats, the pairs of them and who met in these."""

    month: Longs  # G
    seat_month: Longs  # N
    seat_player: Longs  # N: key
    pairs: Pairs
    sides: Sides


def month_of(day: date) -> int:
    """Number a month."""
    return day.year * 12 + day.month - 1


def first_day(month: int) -> date:
    """Return the first day of a numbered month."""
    return date(month // 12, month % 12 + 1, 1)


def months_of(days: NDArray[np.datetime64]) -> Longs:
    """Number the months of days or moments."""
    return days.astype("datetime64[M]").astype(np.int64) + 1970 * 12


SUREST = 0.001  # how near to 0 and 1 an expected score is taken at its word
# Settings of an adjustment of misplaced players: the edition's, none, bounded by the opponents beaten
# and lost to, none for known players.
AS_IS, OFF, GUARDED, NEWCOMERS = "as-is", "off", "guard-rail", "newcomers"
SETTINGS = (AS_IS, OFF, GUARDED, NEWCOMERS)


@dataclass(frozen=True, slots=True)
class Alternatives:
    """G games that every setting forecasts, of E events numbered from 0; White's side."""

    event: Longs  # G
    newcomer: Flags  # G: a side had no rated game before the event
    score: Floats  # G: 0, 0.5, 1
    expected: Mapping[str, Floats]  # setting -> G; the first is how things are
    entry_newcomer: Flags  # N: of the entries of these events that have rated games
    distance: Floats  # N: points its start was moved, as things are


def log_odds(expected: Floats) -> Floats:
    """Return the log odds of expected scores, each taken to be SUREST away from 0 and 1 at least."""
    clipped = np.clip(expected, SUREST, 1.0 - SUREST)
    odds: Floats = np.log(clipped) - np.log1p(-clipped)
    return odds
