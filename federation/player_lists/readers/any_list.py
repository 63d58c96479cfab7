"""Any player list we read: the Go lists by their first lines, else one of FIDE's. Pure."""

import gzip
import zlib
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO, cast

from federation.player_lists.readers import egd, ffg, fide
from federation.player_lists.readers.fide_layout import rate_named
from federation.player_lists.readers.fide_row import FideList
from federation.player_lists.readers.row import ListFinding, NoList, PlayerList

LIMIT = 64 * 1024 * 1024  # bytes, unpacked; the largest list seen has 5 MB
_LONGEST = 4096  # bytes of a line
_FRAME = 200  # lines of an HTML frame before the first row
_GZIP = b"\x1f\x8b"


def read(source: BinaryIO, *, filename: str = "", rate: str = "") -> PlayerList | FideList:
    """Read a list from a file opened for bytes, rows as they come; NoList when it is none or damaged.

    `rate`: whose ratings a FIDE list of one type gives, where its file's name does not say it.
    """
    # Go's first: the EGD's list is a page, and any page might be an XML list of FIDE's until it is read.
    try:
        return read_go_list(source)
    except NoList as problem:
        if problem.finding.code != "unknown-list":
            raise
    source.seek(0)
    return fide.read(source, filename=filename, rate=rate_named(filename) or rate)


def read_go_list(source: BinaryIO, *, limit: int = LIMIT) -> PlayerList:
    """Read a list from a file opened for bytes, rows as they come.

    NoList when it is none we know or damaged; also while rows are read, when it is larger than `limit`.
    """
    lines = _lines(source, limit)
    first = next(lines, b"").removeprefix(b"\xef\xbb\xbf")
    if ffg.HEADER.match(first):
        try:
            return ffg.read(first, lines)
        except ValueError:
            raise NoList(ListFinding("unknown-list", 1)) from None
    numbered = enumerate(chain([first], lines), start=1)
    on = None
    for number, line in numbered:
        if egd.ROW.match(line):
            return egd.read(on, chain([(number, line)], numbered))
        on = egd.list_date(line) or on
        if number > _FRAME:
            break
    raise NoList(ListFinding("unknown-list"))


def _lines(source: BinaryIO, limit: int) -> Iterator[bytes]:
    """Yield the lines, unpacked; a line without an end is cut into pieces that no reader takes."""
    start = source.read(2)
    source.seek(0)
    unpacked = cast(BinaryIO, gzip.GzipFile(fileobj=source)) if start == _GZIP else source
    size = 0
    try:
        while line := unpacked.readline(_LONGEST):
            size += len(line)
            if size > limit:
                raise NoList(ListFinding("list-too-large", values={"limit": limit}))
            yield line
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise NoList(ListFinding("list-damaged")) from None
