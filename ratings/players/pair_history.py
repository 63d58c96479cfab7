"""Queries of the courses of two players beside each other, in the systems that know both."""

from collections.abc import Sequence
from dataclasses import dataclass

from ratings.cadence.shared import steps
from ratings.cadence.table import by_cadence
from ratings.players.head_to_head import Pair


@dataclass(frozen=True, slots=True)
class Step:
    """State of a player from a day on."""

    day: int  # proleptic ordinal
    value: float
    name: str  # of the event; "" a list, a day of single games
    active: bool = True  # False: a list that has the player inactive
    declared: str = ""  # grade declared by then, of an event


Courses = tuple[Sequence[Step], Sequence[Step]]


def courses(pair: Pair, systems: Sequence[str]) -> dict[str, Courses]:
    """Read both players' courses in some systems, oldest first, in the order given; one query a cadence."""
    points = {
        who: [_point(step) for step in steps if step.after is not None]
        for cadence, keys in by_cadence(systems).items()
        for who, steps in cadence.courses(keys, pair).items()
    }
    own, other = pair
    return {key: (points.get((key, own.pk), ()), points.get((key, other.pk), ())) for key in systems}


def _point(step: steps.Step) -> Step:
    return Step(step.day.toordinal(), float(step.after or 0.0), step.name, step.active, step.declared)
