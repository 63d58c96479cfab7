"""Reads of one player's FIDE ratings: list by list, and his rank on the newest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ratings.models import ListEntry
from ratings.players.list_history import Line

FAMILY = "fide-"


@dataclass(frozen=True, slots=True)
class Course:
    """A player's lists in one system, the newest first, and where he stands on the newest list there is."""

    system: str
    lines: Sequence[Line]
    rank: int | None  # among the active, else among all; None: not on the newest list

    @property
    def highest(self) -> int:
        """The highest rating he was published with."""
        return max(line.rating for line in self.lines)


def of_lines(found: Mapping[str, Sequence[Line]], entries: Mapping[str, ListEntry]) -> list[Course]:
    """Return the courses of the FIDE systems among a player's lines; `entries`: those on the newest lists."""
    return [
        Course(key, rows, _rank(entries.get(key))) for key, rows in found.items() if key.startswith(FAMILY)
    ]


def _rank(entry: ListEntry | None) -> int | None:
    return (entry.active_rank or entry.rank) if entry else None
