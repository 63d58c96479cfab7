"""Decision tables over the circumstances of an event: whether it counts in a rating system, and how much.

The first row that fits decides. A condition that a row leaves out fits every event.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from federation.vocabulary.messages import gettext_noop

STANDARD_SIZE = 19

TOO_EARLY = gettext_noop("The tournament is older than the system.")
TOO_FAST = gettext_noop("The time control is too fast.")
WAS_TOO_FAST = gettext_noop("Tournaments as fast as this one did not count before 2011.")
ONLINE = gettext_noop("Tournaments on a server have not counted since 1 May 2022.")
WRONG_SIZE = gettext_noop("Games on this board size do not count.")
NO_CLASS = gettext_noop("The tournament has no class this system rates.")

# Reasons as declarations name them.
REASONS: Mapping[str, str] = {
    "too early": TOO_EARLY,
    "too fast": TOO_FAST,
    "was too fast": WAS_TOO_FAST,
    "online": ONLINE,
    "wrong size": WRONG_SIZE,
    "no class": NO_CLASS,
}


@dataclass(frozen=True, slots=True)
class Occasion:
    """Circumstances that decide whether and how much an event or one of its games counts."""

    start: date
    time_class: str = "A"
    adjusted_minutes: float | None = None
    online: bool = False
    board_size: int = STANDARD_SIZE


@dataclass(frozen=True, slots=True)
class Conditions:
    """Conditions of one row.

    `since` is included, `until` is not. Adjusted minutes that are not known fit `minutes_from` and never
    `minutes_below`, which may be the name of a constant of the edition.
    """

    since: date = date.min
    until: date = date.max
    online: bool | None = None
    time_class: str = ""
    minutes_from: float = 0.0
    minutes_below: float | str | None = None
    sizes_other_than: tuple[int, ...] = ()

    def fit(self, occasion: Occasion, constants: object) -> bool:
        """Return whether an event fits, by an edition that has the constants named here."""
        minutes, below = occasion.adjusted_minutes, self.minutes_below
        limit = float(getattr(constants, below)) if isinstance(below, str) else below
        return (
            self.since <= occasion.start < self.until
            and self.online in (None, occasion.online)
            and self.time_class in ("", occasion.time_class)
            and (minutes is None or minutes >= self.minutes_from)
            and (limit is None or (minutes is not None and minutes < limit))
            and (not self.sizes_other_than or occasion.board_size not in self.sizes_other_than)
        )


@dataclass(frozen=True, slots=True)
class Weight:
    """A row of weights: what every change of the events that fit is multiplied with."""

    conditions: Conditions
    weight: float


@dataclass(frozen=True, slots=True)
class Refusal:
    """A row of refusals: why the events that fit do not count.

    `weightless`: only events whose weight is 0 fit. `unless`: name of a constant; where it is true none fits.
    """

    conditions: Conditions
    reason: str
    weightless: bool = False
    unless: str = ""


@dataclass(frozen=True, slots=True)
class TimeClass:
    """Least minutes of a class: basic, basic with Fischer time, adjusted; of servers or over the board."""

    name: str
    basic: float
    fischer: float
    adjusted: float
    online: bool = False


@dataclass(frozen=True, slots=True)
class Counts:
    """What counts in a system; without a row of weights everything weighs 1.

    `rate`: the rate of play whose tournaments count, "" where the game knows one only.
    """

    rate: str = ""
    refused: tuple[Refusal, ...] = ()
    weights: tuple[Weight, ...] = ()
    classes: tuple[TimeClass, ...] = ()

    def weight(self, occasion: Occasion) -> float:
        """Return what every change of an event is multiplied with; 0 where no row fits."""
        if not self.weights:
            return 1.0
        return next((row.weight for row in self.weights if row.conditions.fit(occasion, None)), 0.0)

    def refusal(self, occasion: Occasion, constants: object) -> str | None:
        """Return why an event does not count by an edition; None where it counts."""
        for row in self.refused:
            is_excepted = row.unless and getattr(constants, row.unless)
            if is_excepted or not row.conditions.fit(occasion, constants):
                continue
            if not row.weightless or self.weight(occasion) == 0.0:
                return row.reason
        return None

    @property
    def sizes(self) -> tuple[int, ...]:
        """Return the board sizes whose games count, the usual one first; without a rule that one alone."""
        named = (row.conditions.sizes_other_than for row in self.refused)
        return next(filter(None, named), (STANDARD_SIZE,))

    @property
    def class_weights(self) -> Mapping[str, float]:
        """Return the classes with their newest weights, in the order of the classes."""
        newest = dict.fromkeys((kind.name for kind in self.classes), 0.0)
        for row in reversed(self.weights):
            if row.conditions.time_class in newest and row.conditions.until == date.max and row.weight:
                newest[row.conditions.time_class] = row.weight
        return newest

    @property
    def first_day(self) -> date | None:
        """Return the first day whose events are not too early; None without a rule."""
        early = [row.conditions.until for row in self.refused if row.reason == TOO_EARLY]
        return max(early, default=None)

    def class_of(
        self, *, basic: float, adjusted: float, fischer: bool = False, online: bool = False
    ) -> str | None:
        """Return the highest class a rate of play in minutes is fit for, None where it is not rated."""
        fit = (
            kind.name
            for kind in self.classes
            if kind.online == online
            and basic >= (kind.fischer if fischer else kind.basic)
            and adjusted >= kind.adjusted
        )
        return next(fit, None)
