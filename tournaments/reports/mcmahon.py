"""McMahon scores of Go: a start score, the points of the games, and what missed rounds add. Pure.

Everything counts half points.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.reports.outcomes import ByeKind, bye_score


@dataclass(frozen=True, slots=True)
class McMahon:
    """McMahon scores of a file; `starts` in the order of the entrants, None where missing.

    Without any `starts` the file places by the points of the games.
    """

    starts: tuple[int | None, ...]
    absent: int = 0  # a zero-point bye adds this
    bye: int = 2  # a pairing-allocated bye adds this
    whole: bool = False  # what byes add together is rounded down to whole points

    def start(self, number: int) -> int | None:
        """Return the start score of an entrant by his number."""
        return self.starts[number - 1] if 0 < number <= len(self.starts) else None

    def free(self, byes: Iterable[ByeKind]) -> int:
        """Return what the byes of one entrant add."""
        worth = {ByeKind.ZERO_POINT: self.absent, ByeKind.PAIRING_ALLOCATED: self.bye}
        points = sum(worth.get(kind, bye_score(kind)) for kind in byes)
        return points // 2 * 2 if self.whole else points


def stored(mcmahon: McMahon | None) -> dict[str, Any] | None:
    """Return the record a table keeps."""
    if mcmahon is None:
        return None
    return {
        "starts": list(mcmahon.starts),
        "absent": mcmahon.absent,
        "bye": mcmahon.bye,
        "whole": mcmahon.whole,
    }


def loaded(record: Mapping[str, Any] | None) -> McMahon | None:
    """Return the scores a table has stored."""
    return McMahon(**{**record, "starts": tuple(record["starts"])}) if record else None
