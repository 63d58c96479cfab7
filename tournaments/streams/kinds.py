"""Which rating systems take games one by one, and what games each of them takes."""

from collections.abc import Mapping
from dataclasses import dataclass

MOST_SEATS = 10  # at one table


@dataclass(frozen=True, slots=True)
class Takes:
    """What games a system takes: of two players, of two teams of two, of a table in finishing order."""

    duels: bool = True
    teams: bool = False
    most: int = 2  # players at a table
    points: bool = False  # whether a game may say how many points are at stake


_DUELS, _TEAMS = Takes(), Takes(duels=False, teams=True, most=4)
STREAMS: Mapping[str, Takes] = {
    "fics-standard": _DUELS,
    "fics-blitz": _DUELS,
    "fics-lightning": _DUELS,
    "fics-wild": _DUELS,
    "fics-bughouse": _TEAMS,
    "ladder": Takes(most=MOST_SEATS, points=True),
}


def stream_takes(system: str) -> Takes:
    """Tell what games a system takes; KeyError where its games do not come one by one."""
    return STREAMS[system]
