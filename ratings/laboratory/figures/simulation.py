"""Facts read once, replayed under any rules: what every cadence takes and gives. Pure.

A *ground* holds the facts of a system: by_event.EventGround, by_period.PeriodGround, by_game.GameGround.
What they give has one form, so that figures do not ask which cadence it is of.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

import numpy as np

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Flags, Floats
from ratings.laboratory.figures.rules import Rules
from ratings.laboratory.figures.variant import Conversion

# What moved ratings, the last digit of a step to the base 4 (`Moves.step`).
STEPS = 4
CONVERSION, EVENT, CONVERSION_OF_LIST, DECISION = range(STEPS)


@dataclass(frozen=True, slots=True)
class Pairs:
    """F pairs of sides that met, the same under any rules; the first side is White's."""

    event: Longs  # games of one event are drawn together: a tournament, of a stream a day
    day: Longs  # ordinal
    score: Floats  # of the first side: 0, 0.5, 1
    first: Longs  # index of the player; of a team its first
    other: Longs
    handicap: Flags


@dataclass(frozen=True, slots=True)
class Forecasts:
    """What rules expected of the F pairs of a ground, in their order, before the games."""

    expected: Floats  # score of the first side; NaN: the rules do not rate the game, or a side had no rating
    fewest: Longs  # games rated before, of the less experienced side
    middle: Floats  # mean of both ratings


@dataclass(frozen=True, slots=True)
class Moves:
    """N rows in order of time: where an event, a list or a game left a player."""

    player: Longs  # index
    day: Longs  # ordinal, never falling
    # never falling: number of the event, list or day times STEPS, plus what it was; the same under all rules
    step: Longs
    after: Floats  # NaN: without a rating
    played: Flags  # a rated game is behind it
    deviation: Floats | None = None  # RD after it, where the system knows one
    moment: Longs | None = None  # of that game, milliseconds since 1970


@dataclass(frozen=True, slots=True)
class Outcome:
    """What rules make of the facts; P players."""

    rules: Rules
    rating: Floats  # P: after the last fact; NaN: none
    moves: Moves
    forecasts: Forecasts
    first_games: Longs  # of each first rating the rated games it took; 0: it was given without any
    # codes.FIRST; of streams, which rate everyone who plays, codes.ESTABLISHED: what `first_games` counts
    first_is: str
    acted: Mapping[str, int]  # how often each rule acted, by its code (page: views/report_tables)


class Ground(Protocol):
    """The facts of one system; P players."""

    @property
    def players(self) -> Longs:
        """Return the keys of the players, rising."""

    @property
    def birth_year(self) -> Longs:
        """Return the year of birth of each player; 0 = not known."""

    @property
    def days(self) -> Longs:
        """Return the days on which ratings move, rising (ordinals)."""

    @property
    def base(self) -> Rules:
        """Return the rules in force."""

    @property
    def start(self) -> Floats:
        """Return the ratings before the first fact; NaN = none."""

    @property
    def pairs(self) -> Pairs:
        """Return the games that can be forecast under any rules."""

    @property
    def bands(self) -> Sequence[float]:
        """Return the edges of the bands of mean ratings that games are grouped by."""

    @property
    def knows_handicap(self) -> bool:
        """Return whether games may have a handicap."""

    @property
    def knows_colours(self) -> bool:
        """Return whether the first side is White."""

    def replay(self, rules: Rules) -> Outcome:
        """Compute everything under some rules."""


def simulate(ground: Ground, rules: Rules) -> Outcome:
    """Replay the facts under some rules, the conversion between two of them where there is one."""
    return ground.replay(rules)


def editions_on(days: Longs, effective: tuple[date, ...]) -> Longs:
    """Return the row of the edition in force on each day; before the first, the first to come."""
    begins = np.array([day.toordinal() for day in effective], np.int64)
    order = np.argsort(begins, kind="stable")
    place = np.maximum(np.searchsorted(begins[order], days, side="right") - 1, 0)
    found: Longs = order[place].astype(np.int64)
    return found


def edition_of_conversion(rules: Rules, conversion: Conversion) -> int:
    """Return the row of the edition in force on the day of a conversion."""
    return int(editions_on(np.array([conversion.day.toordinal()]), rules.effective)[0])


def touched(before: Floats, after: Floats, *, low: float, high: float) -> dict[str, int]:
    """Count whom each branch of a conversion touched: raised, lowered, stopped at a limit, left without."""
    rated = ~np.isnan(before)
    return {
        "conversion_raised": int((after > before).sum()),
        "conversion_lowered": int((after < before).sum()),
        "conversion_same": int((after == before).sum()),
        "conversion_limited": int((rated & ((after <= low) | (after >= high))).sum()),
        "conversion_dropped": int((rated & np.isnan(after)).sum()),
    }
