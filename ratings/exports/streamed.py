"""Long tables written while they are sent: CSV and JSON in pieces, packed on the way where asked. Pure."""

import csv
import io
import json
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice

from federation.vocabulary.spreadsheets import cell

_ROWS = 500  # in one piece
_GZIP = 31  # window bits of zlib: the largest window, with the head of a gzip file, which has no date in it


def csv_pieces(names: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[bytes]:
    """Write comma-separated values, UTF-8 with the mark spreadsheets look for."""
    yield BOM_UTF8 + csv_lines([names])
    turns = iter(rows)
    while piece := list(islice(turns, _ROWS)):
        yield csv_lines(map(cell, row) for row in piece)


def json_pieces(
    about: Mapping[str, object], names: Sequence[str], rows: Iterable[Sequence[object]]
) -> Iterator[bytes]:
    """Write one object: the members of `about`, then `items`, one a line, keys in a fixed order."""
    yield compact(about)[:-1].encode() + b'%s"items":[\n' % (b"," if about else b"")
    turns, front = iter(rows), ""
    while piece := list(islice(turns, _ROWS)):
        yield (front + ",\n".join(compact(dict(zip(names, row, strict=True))) for row in piece)).encode()
        front = ",\n"
    yield b"\n]}\n"


def compress_pieces(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Pack pieces as a gzip stream; the same pieces give the same bytes."""
    press = zlib.compressobj(6, zlib.DEFLATED, _GZIP)
    for piece in pieces:
        if done := press.compress(piece):
            yield done
    yield press.flush()


def csv_lines(rows: Iterable[Iterable[object]]) -> bytes:
    """Write rows as comma-separated values."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue().encode()


def compact(value: object) -> str:
    """Return a value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_plain)


def _plain(value: object) -> str:
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} is no JSON")
