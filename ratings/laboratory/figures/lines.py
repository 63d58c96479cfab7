"""Ratings of every player after each of their events under both rules, in one order. Pure.

A step is an event of systems rated tournament by tournament, a list of FIDE, a day of a server; a conversion
is a step of its own, so that no event seems to have moved what it moved.
"""

from dataclasses import dataclass

import numpy as np

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Flags, Floats
from ratings.laboratory.figures.simulation import (
    CONVERSION,
    CONVERSION_OF_LIST,
    STEPS,
    Ground,
    Moves,
    Outcome,
)


@dataclass(frozen=True, slots=True)
class Lines:
    """N steps, by player and within a player by time; ratings NaN: none."""

    player: Longs  # index
    day: Longs  # ordinal
    step: Longs  # as in `simulation.Moves`
    played: Flags  # a rated game is behind it, under either rules
    old: Floats  # by the rules in force
    new: Floats  # by the variant


@dataclass(frozen=True, slots=True)
class _Side:
    """The last row of each step of each player under one of the rules, by rising key."""

    key: Longs
    day: Longs
    played: Flags
    after: Floats

    @classmethod
    def of(cls, moves: Moves, width: int) -> "_Side":
        """Order moves by player and step; of several rows of a step the last stays."""
        key = moves.player * width + moves.step
        order = np.argsort(key, kind="stable")
        ends = np.append(np.diff(key[order]) != 0, True)[: key.size]
        rows = order[ends]
        return cls(key[rows], moves.day[rows], moves.played[rows], moves.after[rows])

    def at(self, keys: Longs) -> tuple[Longs, Flags]:
        """Return the last row at or before each key, -1 for none, and whether it is of that very key."""
        rows = np.searchsorted(self.key, keys, side="right") - 1
        same = np.zeros(keys.size, np.bool_)
        same[rows >= 0] = self.key[rows[rows >= 0]] == keys[rows >= 0]
        return rows.astype(np.int64), same


def lines_of(ground: Ground, base: Outcome, variant: Outcome) -> Lines:
    """Return the steps of every player; rules that did not move them at a step have them as before."""
    width = 1 + max(int(outcome.moves.step.max(initial=0)) for outcome in (base, variant))
    old, new = (_Side.of(outcome.moves, width) for outcome in (base, variant))
    keys = np.union1d(old.key, new.key)
    player, step = keys // width, keys % width
    ratings = [_followed(side, keys, ground.start, width) for side in (old, new)]
    (rows, same), (others, both) = old.at(keys), new.at(keys)
    day, played = np.zeros(keys.size, np.int64), np.zeros(keys.size, np.bool_)
    for side, row, here in ((new, others, both), (old, rows, same)):
        day[here] = side.day[row[here]]
        played[here] |= side.played[row[here]]
    # A conversion touches no player without a rating.
    converted = np.isin(step % STEPS, (CONVERSION, CONVERSION_OF_LIST))
    real = ~(converted & np.isnan(ratings[0]) & np.isnan(ratings[1]))
    return Lines(player[real], day[real], step[real], played[real], ratings[0][real], ratings[1][real])


def _followed(side: _Side, keys: Longs, start: Floats, width: int) -> Floats:
    """Return each player's rating after each step: that of the last row up to it, else the first."""
    player = keys // width
    rows, _same = side.at(keys)
    own = np.zeros(keys.size, np.bool_)
    own[rows >= 0] = side.key[rows[rows >= 0]] // width == player[rows >= 0]
    found = start[player].astype(np.float64)
    found[own] = side.after[rows[own]]
    return found
