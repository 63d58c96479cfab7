"""The file of a list handed in, stored in pieces of one size, and the day in its name.

One piece at a time is in memory. The first piece is `ListImport.content`, `ListPiece` has the others.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from functools import partial
from io import SEEK_CUR, SEEK_END, SEEK_SET, BufferedReader, RawIOBase
from typing import TYPE_CHECKING, BinaryIO

from federation.models import ListImport, ListPiece

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

PIECE = 1 << 20  # bytes


def pieces_of(source: BinaryIO) -> Iterator[bytes]:
    """Yield a file in pieces, of which the last alone is shorter."""
    return iter(partial(source.read, PIECE), b"")


def store_rest(list_import: ListImport, pieces: Iterator[bytes]) -> None:
    """Store the pieces behind the first, and the size of the file."""
    list_import.size = len(list_import.content)
    for place, data in enumerate(pieces, start=1):
        ListPiece.objects.create(list=list_import, place=place, data=data)
        list_import.size += len(data)


def open_file(list_import: ListImport) -> BufferedReader:
    """Open the file of a list for bytes."""
    return BufferedReader(_Stored(list_import), PIECE)


class _Stored(RawIOBase):
    """The bytes of a list, read from any place; a query a piece. A list that was discarded ends early."""

    def __init__(self, list_import: ListImport) -> None:
        super().__init__()
        self._list, self._size, self._at = list_import.pk, list_import.size, 0
        self._first = bytes(list_import.content)
        self._place, self._piece = 0, self._first

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = SEEK_SET, /) -> int:
        self._at = max(0, offset + {SEEK_SET: 0, SEEK_CUR: self._at, SEEK_END: self._size}[whence])
        return self._at

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        place, start = divmod(self._at, PIECE)
        view = memoryview(buffer).cast("B")
        data = self._load(place)[start : start + len(view)]
        view[: len(data)] = data
        self._at += len(data)
        return len(data)

    def _load(self, place: int) -> bytes:
        if place == 0:
            return self._first
        if place != self._place:
            found = ListPiece.objects.filter(list=self._list, place=place).values_list("data", flat=True)
            self._place, self._piece = place, bytes(found.first() or b"")
        return self._piece


def day_in(name: str) -> date | None:
    """Return the day in the name of a file, ech_ffg_V3_2019-11-05.txt; None without one."""
    for written in re.findall(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)", name):
        with suppress(ValueError):
            return date.fromisoformat(written)
    return None
