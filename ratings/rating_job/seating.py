"""Seats of a table in a job file: White and Black, two teams of two, or places with ties."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from federation.vocabulary.messages import gettext_noop
from ratings.rating_job.document import NOT_A_LIST, NOT_A_STRING, Document
from ratings.rating_job.job_reader import HALF_POINTS, ONESELF, UNKNOWN_PLAYER, Row

DUEL_KEYS = ("white", "black")
MOST_SEATS = 100
MATES = 2

SEATS = gettext_noop("must seat from 2 to {most} players")
NO_TEAMS = gettext_noop("must be two lists of two players")
NOBODY = gettext_noop("must be a list of at least one player")
SEATED_TWICE = gettext_noop("{value} sits at the table twice")

# Result -> finishing places of the first side and of the second.
_AHEAD = {2: (1, 2), 1: (1, 1), 0: (2, 1)}


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at a table, by their place in the job, and where they finished: 1 is first, ties share one."""

    player: int
    place: int


def form_of(row: Row) -> str:
    """Return the key that gives the form of a game; without one it is a duel."""
    return next((key for key in ("places", "teams") if key in row), "white")


def read_seats(document: Document, path: str, row: Row, players: Mapping[str, int]) -> list[Seat] | None:
    """Read the seats of a game in the order written; None where they cannot be used, with findings."""
    form = form_of(row)
    result = None if form == "places" else document.choice(path, row, "result", known=tuple(HALF_POINTS))
    groups = _duel(path, row, document) if form == "white" else _groups(document, f"{path}.{form}", row[form])
    if groups is None:
        return None
    named = [[_player(document, where, name, players) for where, name in group] for group in groups]
    seats = [player for group in named for player in group]
    if not _are_different(document, path, groups) or None in seats or (form != "places" and result is None):
        return None
    order = range(1, len(named) + 1) if result is None else _AHEAD[HALF_POINTS[result]]
    return [
        Seat(player, place)
        for group, place in zip(named, order, strict=True)
        for player in group
        if player is not None
    ]


_Named = tuple[str, Any]  # where a name stands, and what stands there


def _duel(path: str, row: Row, document: Document) -> list[list[_Named]] | None:
    names = [document.text(path, row, key) for key in DUEL_KEYS]
    if None in names:
        return None
    return [[(f"{path}.{key}", name)] for key, name in zip(DUEL_KEYS, names, strict=True)]


def _groups(document: Document, path: str, given: Any) -> list[list[_Named]] | None:
    """Read teams or places; what has another shape is a finding."""
    if not isinstance(given, list):
        document.find(path, NOT_A_LIST)
        return None
    bad = [place for place, group in enumerate(given) if not isinstance(group, list) or not group]
    for place in bad:
        document.find(f"{path}[{place}]", NOBODY)
    if bad:
        return None
    if path.endswith("teams") and [len(group) for group in given] != [MATES, MATES]:
        document.find(path, NO_TEAMS)
        return None
    if not 2 <= sum(map(len, given)) <= MOST_SEATS:
        document.find(path, SEATS, most=MOST_SEATS)
        return None
    return [
        [(f"{path}[{place}][{seat}]", name) for seat, name in enumerate(group)]
        for place, group in enumerate(given)
    ]


def _player(document: Document, path: str, name: Any, players: Mapping[str, int]) -> int | None:
    if not isinstance(name, str):
        document.find(path, NOT_A_STRING)
        return None
    if name not in players:
        document.find(path, UNKNOWN_PLAYER, value=name)
    return players.get(name)


def _are_different(document: Document, path: str, groups: Iterable[list[_Named]]) -> bool:
    """Find players who sit at a table twice."""
    seen: set[str] = set()
    alone = True
    for where, name in (named for group in groups for named in group):
        if isinstance(name, str) and name in seen:
            document.find(where, ONESELF if where == f"{path}.black" else SEATED_TWICE, value=name)
            alone = False
        seen.update([name] if isinstance(name, str) else [])
    return alone
