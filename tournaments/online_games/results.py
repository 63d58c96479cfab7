"""Notation of results: a score for two sides, an order for a table."""

import re
from collections.abc import Mapping

from tournaments.reports.findings import Finding, Place, error

# half points of White, or of the first team
SCORES: Mapping[str, int] = {
    **dict.fromkeys(["1-0", "1:0", "1 - 0", "1–0", "white", "w"], 2),
    **dict.fromkeys(["0-1", "0:1", "0 - 1", "0–1", "black", "b"], 0),
    **dict.fromkeys(["1/2-1/2", "½-½", "0.5-0.5", "0,5-0,5", "1/2", "½", "=", "draw"], 1),
}
_SHOWN = 40  # letters of what was written that a finding repeats
_BEHIND = re.compile(r"\s+>\s+")
_BESIDE = re.compile(r"\s+=\s+")
_TEAM = re.compile(r"\s+\+\s+")


def score(text: str) -> int | None:
    """Read a score; None where it is none."""
    return SCORES.get(text.strip().lower())


def missing(text: str, place: Place | None = None) -> Finding:
    """Return the finding that a text is no score."""
    return error("unknown-result", place, text=text[:_SHOWN]) if text.strip() else error("no-result", place)


def order(text: str) -> tuple[tuple[str, ...], tuple[int, ...]] | None:
    """Read "anna > ben = cem > dora" as players and their places (1, 2, 2, 4); None where it is no order."""
    players: list[str] = []
    places: list[int] = []
    for group in _BEHIND.split(text.strip()):
        place = len(players) + 1
        for name in _BESIDE.split(group):
            players.append(name.strip())
            places.append(place)
    if len(players) < 2 or not all(players) or any(sign in name for name in players for sign in "=>"):
        return None
    return tuple(players), tuple(places)


def team(text: str) -> tuple[str, ...]:
    """Read "anna + ben" as the players of a side."""
    return tuple(name.strip() for name in _TEAM.split(text.strip()))
