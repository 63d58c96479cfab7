"""Passes of the FFG adjustment of a start, by the engine itself (FFG ladder rules 1.9)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ratings.engines.contract import Floats
from ratings.replay.by_event import EventDataset
from ratings.rulebook.editions import place_of
from ratings.rulebook.ffg import FfgEdition
from ratings.rulebook.systems import newest_of

_PASSES_MOST = place_of(newest_of(FfgEdition), "passes_most")


@dataclass(frozen=True, slots=True)
class Pass:
    """One computation of the whole tournament for one player."""

    number: int  # from 1
    start: float  # where the player was put
    after: float  # where the games led from there
    threshold: float  # how far they may lead before the start is doubted

    @property
    def excess(self) -> float:
        """Excess of the games over the threshold: the next start moves by it; 0: it stays."""
        return max(abs(self.after - self.start) - self.threshold, 0.0)


@dataclass(frozen=True, slots=True)
class Course:
    """The starts and ends of everybody in one pass (N entries)."""

    start: Floats
    after: Floats


def courses(event: EventDataset, *, passes: int) -> list[Course]:
    """Compute one event again with one pass, two passes, and so on: the same kernel, stopped earlier."""
    by_passes = []
    for most in range(1, passes + 1):
        limited = event.parameters.copy()
        limited[:, _PASSES_MOST] = np.minimum(limited[:, _PASSES_MOST], most)
        changes, _ = replace(event, parameters=limited).replay()
        by_passes.append(Course(changes.start, changes.after))
    return by_passes


def passes_of(
    every: Sequence[Course], entry: int, *, edition: FfgEdition, is_known: bool
) -> tuple[Pass, ...]:
    """Return the passes of one entry with their thresholds."""
    return tuple(
        Pass(
            number,
            start := float(adjusted.start[entry]),
            float(adjusted.after[entry]),
            threshold(edition, start, is_known=is_known),
        )
        for number, adjusted in enumerate(every, 1)
    )


def threshold(edition: FfgEdition, level: float, *, is_known: bool) -> float:
    """Return how far one tournament may move a player of a level (1.9)."""
    inside = min(max(level, edition.threshold_from), edition.threshold_to)
    divisor = edition.threshold_known_divisor if is_known else edition.threshold_unknown_divisor
    return (edition.threshold_numerator - edition.threshold_slope * inside) / divisor
