"""End times of games: ISO 8601 as milliseconds since 1970, UTC; many at once, or one by one."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import blake2b

import numpy as np

from tournaments.online_games.arrivals import Longs

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
# numpy reads these a hundred times as fast; it also reads "now" and "2024", so the form is asked for first
_PLAIN = re.compile(r"(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,3})?Z?\n)*")
_ONE = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)? ?"
    r"(?P<zone>[Zz]|[+-][0-9]{2}:?(?:[0-9]{2})?)?"
)


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
