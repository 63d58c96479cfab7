"""A FIDE list's bytes: plain, gz or zip, in pieces, and never more than a limit. Pure."""

import gzip
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

from federation.player_lists.readers.row import ListFinding, NoList

PIECE = 1 << 20  # bytes read at a time
LONGEST = 4096  # bytes of a line; the longest layout has 163
# What reading a damaged packing raises; RuntimeError: a password; OSError, ValueError: no such place.
_DAMAGED = (
    EOFError,
    zlib.error,
    zipfile.BadZipFile,
    struct.error,
    RuntimeError,
    OSError,
    ValueError,
    OverflowError,
)
_GZIP, _ZIP = b"\x1f\x8b", b"PK\x03\x04"


class Bounded:
    """Bytes read in pieces, NoList beyond the limit or where the packing is damaged."""

    def __init__(self, source: BinaryIO, limit: int) -> None:
        self._limit = limit
        self._size = 0
        self._source, self.name = _open_archive(source)

    def read(self, size: int = PIECE) -> bytes:
        """Read the next piece, empty at the end."""
        with _damage():
            piece = self._source.read(size)
        self._size += len(piece)
        if self._size > self._limit:
            raise NoList(ListFinding("list-too-large", values={"limit": self._limit}))
        return piece


def lines(source: Bounded, first: bytes) -> Iterator[bytes]:
    """Yield the lines of what was read already and of the rest; one without an end is cut short."""
    piece, rest = first, b""
    while piece:
        *whole, rest = (rest + piece).split(b"\n")
        yield from whole
        if len(rest) > LONGEST:
            yield rest[:LONGEST]
            rest = b""
        piece = source.read()
    if rest:
        yield rest


@contextmanager
def _damage() -> Iterator[None]:
    """Raise one finding for every way a packed file can be damaged."""
    try:
        yield
    except _DAMAGED:
        raise NoList(ListFinding("list-damaged")) from None


def _open_archive(source: BinaryIO) -> tuple[BinaryIO, str]:
    """Open the list inside, and give the name it has there; a zip must hold exactly one list."""
    start = source.read(len(_ZIP))
    source.seek(0)
    if start.startswith(_GZIP):
        return cast(BinaryIO, gzip.GzipFile(fileobj=source)), ""
    if start != _ZIP:
        return source, ""
    with _damage():
        archive = zipfile.ZipFile(source)
        entries = [entry for entry in archive.infolist() if entry.filename.lower().endswith((".txt", ".xml"))]
        if "xl/workbook.xml" in archive.namelist():
            raise NoList(ListFinding("list-workbook"))
        if len(entries) != 1 or entries[0].compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise NoList(ListFinding("list-archive"))
        return cast(BinaryIO, archive.open(entries[0])), entries[0].filename
