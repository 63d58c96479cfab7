"""Forecasts of a system under other settings of one of its rules. Pure.

All settings forecast the same games, so that they are compared game by game.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Flags, Floats

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
