"""Which rating systems take games one by one, and what games each of them takes."""

from collections.abc import Mapping
from dataclasses import dataclass

from federation.vocabulary.systems.catalogue import CATALOGUE, FAMILY_NAMES

MOST_SEATS = 10  # at one table


@dataclass(frozen=True, slots=True)
class Takes:
    """What games a system takes: of two players, of two teams of two, of a table in finishing order."""

    name: str
    duels: bool = True
    teams: bool = False
    most: int = 2  # players at a table
    points: bool = False  # whether a game may say how many points are at stake


_OTHER = {  # what is no duel
    "fics-bughouse": {"duels": False, "teams": True, "most": 4},
    "ladder": {"most": MOST_SEATS, "points": True},
}
STREAMS: Mapping[str, Takes] = {
    key: Takes(entry.name, **_OTHER.get(key, {}))  # type: ignore[arg-type]  # fields of several types
    for key, entry in CATALOGUE.items()
    if entry.family not in FAMILY_NAMES  # no tournament is handed in for it
}


def stream_takes(system: str) -> Takes:
    """Return what games a system takes; KeyError where its games do not come one by one."""
    return STREAMS[system]
