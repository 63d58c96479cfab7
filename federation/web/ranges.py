"""A part of a file: of programs that go on with a download, or read Parquet from afar (RFC 9110, 14)."""

import re
from typing import BinaryIO

_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")


class Unsatisfiable(ValueError):
    """A range that begins behind the end of the file."""


def asked(header: str, size: int) -> tuple[int, int] | None:
    """Return the first and the last byte asked for; None for the whole, and for what is no single range.

    Raises Unsatisfiable.
    """
    match = _RANGE.fullmatch(header.strip())
    if match is None or not (match[1] or match[2]):
        return None
    if not match[1]:
        length = min(int(match[2]), size)
        if not length:
            raise Unsatisfiable(header)
        return size - length, size - 1
    first = int(match[1])
    last = min(int(match[2]) if match[2] else size - 1, size - 1)
    if first >= size:
        raise Unsatisfiable(header)
    return (first, last) if first <= last else None


class Part:
    """A file from its present place on for so many bytes; closing it closes the file."""

    def __init__(self, file: BinaryIO, length: int) -> None:
        self._file, self._left = file, length

    def read(self, size: int = -1) -> bytes:
        """Return what comes next, at most what is left."""
        wanted = self._left if size < 0 else min(size, self._left)
        data = self._file.read(wanted)
        self._left -= len(data)
        return data

    def close(self) -> None:
        """Close the file."""
        self._file.close()
