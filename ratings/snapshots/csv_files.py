"""Rows as CSV, packed by gzip; the same rows give the same bytes. Pure."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from federation.vocabulary.spreadsheets import cell
from ratings.exports.streamed import compress_pieces
from ratings.snapshots.values import Row

ENDING = ".csv.gz"
_ROWS = 2000  # in one piece


def write(path: Path, names: Sequence[str], rows: Iterable[Row]) -> int:
    """Write a heading and rows, UTF-8 without a mark; return how many rows. Raises OSError."""
    counted = _Counted(rows)
    with path.open("wb") as file:
        file.writelines(compress_pieces(_pieces(names, counted)))
    return counted.count


def _pieces(names: Sequence[str], rows: Iterable[Row]) -> Iterator[bytes]:
    yield _lines([names])
    turns = iter(rows)
    while piece := list(islice(turns, _ROWS)):
        yield _lines([map(cell, row) for row in piece])


def _lines(rows: Iterable[Iterable[object]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue().encode()


class _Counted:
    """Rows that are counted as they are read."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows, self.count = rows, 0

    def __iter__(self) -> Iterator[Row]:
        for row in self._rows:
            self.count += 1
            yield row
