"""FIDE's player lists, streamed row by row: text of every layout since 2001, and XML. Pure.

A list of one rate of play (standard, rapid, blitz) names it only in its file name.
"""

from collections.abc import Iterator
from pathlib import PurePath
from typing import BinaryIO

from federation.player_lists.readers import fide_layout as layouts
from federation.player_lists.readers import fide_xml
from federation.player_lists.readers.fide_bytes import Bounded, lines
from federation.player_lists.readers.fide_layout import Layout
from federation.player_lists.readers.fide_row import FideList, FideRow, Seen, row
from federation.player_lists.readers.row import ListFinding, NoList
from federation.vocabulary.columns import aligned_bytes, true_letters

LIMIT = 1 << 31  # bytes, unpacked; FIDE's whole XML list of 2026 has 0.86 thousand million
_FRAME = 5  # blank lines there may be before the header or the first row
_BOM = b"\xef\xbb\xbf"


def read(source: BinaryIO, *, filename: str = "", rate: str = "", limit: int = LIMIT) -> FideList:
    """Read a list from a file opened for bytes, plain, gz or zip; rows as they come.

    `rate` is the rate of play of a list of one type; without it the file's name does, else standard.
    NoList when it is no such list or damaged; also while rows are read, when it is larger than `limit`.
    """
    bounded = Bounded(source, limit)
    names = [PurePath(name).name for name in (filename, bounded.name)]
    rate = rate or layouts.rate_named(*names)
    first = bounded.read().removeprefix(_BOM)
    if first.lstrip().startswith(b"<"):
        return _xml(bounded, first, names, rate)
    numbered = enumerate(lines(bounded, first), start=1)
    for number, raw in numbered:
        text = raw.decode("latin-1")
        if layouts.HEADER.match(text) and (layout := layouts.of_header(text.rstrip("\r"), rate=rate)):
            return _make_list(layout, numbered, [text, *names])
        if layouts.is_row_of_2003(text):
            layout = layouts.of_2003()
            return _make_list(layout, _again((number, raw), numbered), names)
        if text.strip() or number > _FRAME:
            break
    raise NoList(ListFinding("unknown-list"))


def _xml(bounded: Bounded, first: bytes, names: list[str], rate: str) -> FideList:
    on = layouts.month_named(names)
    # The combined list has rapid and blitz elements beside the standard ones.
    combined = b"<rapid_rating>" in first or b"<rapid_rating/>" in first
    rows = fide_xml.read(bounded, first, rate="standard" if combined else rate, year=on.year if on else 0)
    return FideList("fide-xml", "" if combined else rate or "standard", on, rows)


def _make_list(layout: Layout, numbered: Iterator[tuple[int, bytes]], names: list[str]) -> FideList:
    on = layouts.month_named(names)
    rows = _rows(layout, numbered, year=on.year if on else 0)
    return FideList(layout.format, layout.rate, on, rows)


def _again(first: tuple[int, bytes], rest: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    yield first
    yield from rest


def _rows(
    layout: Layout, numbered: Iterator[tuple[int, bytes]], *, year: int
) -> Iterator[FideRow | ListFinding]:
    seen, least = Seen(), layout.least
    for number, raw in numbered:
        text = aligned_bytes(raw.rstrip(b"\r\x1a"), layout.name, layout.fits)
        if len(text) < least:
            if text.strip():
                yield layouts.too_short(number, text, layout)
            continue
        values = layout.values(text)
        if not values[1].isascii():
            values[1] = true_letters(values[1])
        entry = row(number, values, seen, year=year)
        if isinstance(entry, ListFinding) and layouts.HEADER.match(text):  # lists put one behind the other
            changed = layouts.of_header(text, rate=layout.rate)
            if changed is not None:
                layout, least = changed, changed.least
                continue
        yield entry
