"""A stretch of a player's history as bytes: a head, then one row a rated game, oldest first. Pure.

Parts are full but for a player's last, so that the same history is always the same bytes. Little-endian; the
first byte is the version of the layout.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ratings.engines.contract import Floats
from ratings.engines.stream_contract import Longs

Rows = NDArray[Any]  # of ROW

VERSION = 1
# Games a part. One more game rewrites its player's last part, so short parts are cheap to add to; and a row
# of less than 2 kB stays where it is, while PostgreSQL tries to compress longer ones and puts them elsewhere.
MOST = 32
NEVER = -1  # instead of a moment
HEAD = np.dtype(
    [
        ("version", "u1"),
        ("highest", "<f8"),  # highest rating while established, before this part; NaN = never was
        ("played", "<i8"),  # end of the last game before this part; NEVER = none
    ]
)
ROW = np.dtype(
    [
        ("key", "<i8"),  # TableGame; a decision of the office: its key, negative
        ("moment", "<i8"),  # when it ended, milliseconds since 1970, UTC
        ("before", "<f8"),
        ("after", "<f8"),
        ("aged", "<f8"),  # RD just before the game; NaN where the system has none
        ("deviation", "<f8"),  # RD after it
        ("games", "<u4"),  # rated games so far, this one included
    ]
)


class UnreadableHistoryError(ValueError):
    """The bytes are of another layout."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Some parts one behind the other: part i has the rows `start[i] : start[i + 1]`."""

    rows: Rows
    start: Longs
    highest: Floats  # of the heads
    played: Longs


def pack(parts: Parts) -> list[bytes]:
    """Write each part as bytes."""
    heads = np.zeros(parts.start.size - 1, HEAD)
    heads["version"], heads["highest"], heads["played"] = VERSION, parts.highest, parts.played
    written, width = heads.tobytes(), HEAD.itemsize
    rows, start = parts.rows.tobytes(), (parts.start * ROW.itemsize).tolist()
    return [
        written[place * width : (place + 1) * width] + rows[start[place] : start[place + 1]]
        for place in range(heads.size)
    ]


def unpack(data: Sequence[bytes]) -> Parts:
    """Read some parts; raises UnreadableHistoryError for another layout."""
    sizes, width = np.fromiter(map(len, data), np.int64, len(data)) - HEAD.itemsize, HEAD.itemsize
    if (sizes < 0).any() or (sizes % ROW.itemsize).any():
        raise UnreadableHistoryError(f"a history is not of layout {VERSION}")
    heads = np.frombuffer(b"".join([piece[:width] for piece in data]), HEAD)
    if (heads["version"] != VERSION).any():
        raise UnreadableHistoryError(f"a history is not of layout {VERSION}")
    rows = np.frombuffer(b"".join([piece[width:] for piece in data]), ROW)
    start = np.append(0, np.cumsum(sizes // ROW.itemsize))
    return Parts(rows, start, heads["highest"].astype(np.float64), heads["played"].astype(np.int64))
