"""Which rating systems take games one by one, and what games each of them takes."""

from collections.abc import Mapping
from dataclasses import dataclass

from federation.vocabulary.messages import gettext_noop

MOST_SEATS = 10  # at one table


@dataclass(frozen=True, slots=True)
class Takes:
    """What games a system takes: of two players, of two teams of two, of a table in finishing order."""

    name: str
    duels: bool = True
    teams: bool = False
    most: int = 2  # players at a table
    points: bool = False  # whether a game may say how many points are at stake


STREAMS: Mapping[str, Takes] = {
    "fics-standard": Takes(gettext_noop("FICS standard")),
    "fics-blitz": Takes(gettext_noop("FICS blitz")),
    "fics-lightning": Takes(gettext_noop("FICS lightning")),
    "fics-wild": Takes(gettext_noop("FICS wild")),
    "fics-bughouse": Takes(gettext_noop("FICS bughouse"), duels=False, teams=True, most=4),
    "ladder": Takes(gettext_noop("Online ladder"), most=MOST_SEATS, points=True),
}


def stream_takes(system: str) -> Takes:
    """Tell what games a system takes; KeyError where its games do not come one by one."""
    return STREAMS[system]
