"""A player's games in tournaments as bytes: one row a game, in a canonical order. Pure.

The same games are always the same bytes, in any order of additions and removals. Little-endian; the first
byte is the version of the layout.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[Any]  # of ROW

VERSION = 1
NOBODY = -1  # instead of an opponent without a player
WON, DRAWN, LOST = 2, 1, 0  # half points
ROW = np.dtype(
    [
        ("day", "<i4"),  # first day of the tournament, days since 1970
        ("tournament", "<i8"),  # the revision's key
        ("opponent", "<i8"),
        ("points", "u1"),  # half points of the player
    ]
)


class UnreadableCareerError(ValueError):
    """The bytes are of another layout."""


def in_order(rows: Rows) -> Rows:
    """Put games into the one order there is."""
    return rows[np.lexsort((rows["points"], rows["opponent"], rows["tournament"], rows["day"]))]


def pack(rows: Rows) -> bytes:
    """Write games as bytes, in order."""
    return bytes([VERSION]) + in_order(rows).tobytes()


def unpack(data: bytes) -> Rows:
    """Read games; raises UnreadableCareerError for another layout."""
    if not data or data[0] != VERSION or (len(data) - 1) % ROW.itemsize:
        raise UnreadableCareerError(f"a career is not of layout {VERSION}")
    return np.frombuffer(data, ROW, offset=1)
