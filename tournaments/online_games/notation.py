"""Notation of games that come one by one: end times, codes, scores for two sides, orders for a table."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import blake2b

import numpy as np

from tournaments.online_games.arrivals import Longs
from tournaments.reports.findings import Finding, Place, error

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
# numpy reads these a hundred times as fast; it also reads "now" and "2024", so the form is asked for first
_PLAIN = re.compile(r"(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,3})?Z?\n)*")
_ONE = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)? ?"
    r"(?P<zone>[Zz]|[+-][0-9]{2}:?(?:[0-9]{2})?)?"
)
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


def moments(texts: Sequence[str]) -> tuple[Longs, list[int], int]:
    """Read many (n): milliseconds, the rows that are no moments, and how many named no zone (read as UTC)."""
    joined = "\n".join(texts) + "\n"
    if _PLAIN.fullmatch(joined) and joined.count("\n") == len(texts):
        try:
            plain = np.array(joined.replace("Z", "").split("\n")[:-1], "datetime64[ms]")
            return plain.astype(np.int64), [], len(texts) - joined.count("Z")
        except ValueError:  # a thirtieth of February among them
            pass
    readings = [moment(text) for text in texts]
    bad = [row for row, reading in enumerate(readings) if reading is None]
    zoneless = sum(1 for reading in readings if reading is not None and not reading[1])
    return np.array([reading[0] if reading else 0 for reading in readings], np.int64), bad, zoneless


def moment(text: str) -> tuple[int, bool] | None:
    """Read one: milliseconds, and whether a zone is named; None where it is no moment."""
    form = _ONE.fullmatch(text.strip())
    if form is None:
        return None
    try:
        read = datetime.fromisoformat(form[0].replace(" ", "T", 1).replace(" ", "").replace(",", ".").upper())
        aware = read if read.tzinfo else read.replace(tzinfo=UTC)
        return (aware - _EPOCH) // _MILLISECOND, read.tzinfo is not None
    except (ValueError, OverflowError):
        return None


def made_code(ended: int, players: Sequence[str]) -> str:
    """Make the code of a game that has none: date and time, and a number for the players as they sat."""
    try:
        day = (_EPOCH + ended * _MILLISECOND).strftime("%Y%m%dT%H%M%S")
    except OverflowError:
        day = str(ended)[:15]
    people = "\n".join(" ".join(name.split()).lower() for name in players)
    return f"{day}-{blake2b(people.encode('utf-8', 'replace'), digest_size=6).hexdigest()}"


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
