"""FIDE's player lists, streamed row by row: text of every layout since 2001, and XML. Pure.

A list of one rate of play (standard, rapid, blitz) names it only in its file name. The bytes are
plain, gz or zip, read in pieces, and never more than a limit.
"""

import gzip
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import BinaryIO, NoReturn, cast
from xml.parsers import expat

from federation.player_lists.readers import fide_layout as layouts
from federation.player_lists.readers.fide_layout import Layout, in_file
from federation.player_lists.readers.fide_row import FIELDS, FideList, FideRow, Seen, row
from federation.player_lists.readers.row import ListFinding, NoList
from federation.vocabulary.columns import aligned_bytes, true_letters
from federation.vocabulary.xml_damage import is_cut_off

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


# Elements of a player (spec FIDE 4.2), rating, games and k being those of the list's own type or standard.
_TAGS = {
    "fideid": "number", "name": "name", "country": "federation", "sex": "sex", "title": "title",
    "w_title": "women_title", "o_title": "other_titles", "foa_title": "foa_title",
    "rating": "rating", "games": "games", "k": "k",
    "rapid_rating": "rapid", "rapid_games": "rapid_games", "rapid_k": "rapid_k",
    "blitz_rating": "blitz", "blitz_games": "blitz_games", "blitz_k": "blitz_k",
    "birthday": "birth", "flag": "flag",
}  # fmt: skip
_LONGEST = 400  # characters of a value
_EMPTY = [""] * len(FIELDS)

LIMIT = 1 << 31  # bytes, unpacked; FIDE's whole XML list of 2026 has 0.86 thousand million
_FRAME = 5  # blank lines there may be before the header or the first row
_BOM = b"\xef\xbb\xbf"


@dataclass(slots=True)
class _Player:
    """What the parser is inside of, and the players that are complete."""

    line: int = 0
    values: list[str] = field(default_factory=lambda: list(_EMPTY))
    text: str = ""
    rooted: bool = False
    ready: list[tuple[int, list[str]]] = field(default_factory=list)


def read_xml(source: Bounded, first: bytes, *, rate: str, year: int) -> Iterator[FideRow | ListFinding]:
    """Read the players of an XML list; NoList when it is another XML, declares entities or is damaged."""
    player, seen = _Player(), Seen()
    parser = _parser(player, rate)
    piece, size = first, 0
    while True:
        size += len(piece)
        try:
            parser.Parse(piece, not piece)
        except expat.ExpatError as broken:
            raise NoList(_xml_damage(broken)) from None
        except (LookupError, ValueError):  # declared in an unknown encoding, or not one of single bytes
            raise NoList(ListFinding("unknown-list", parser.CurrentLineNumber)) from None
        for line, values in player.ready:
            yield row(line, values, seen, year=year)
        player.ready.clear()
        if not piece:
            return
        if size - parser.CurrentByteIndex > 2 * PIECE:  # a tag or comment without end, gathered in memory
            raise NoList(ListFinding("unknown-list", parser.CurrentLineNumber))
        piece = source.read()


def _xml_damage(broken: expat.ExpatError) -> ListFinding:
    """Say whether a list ends too soon or holds what no XML does."""
    code = "list-cut-off" if is_cut_off(broken) else "list-not-well-formed"
    return ListFinding(code, broken.lineno, {"line": broken.lineno})


def _parser(player: _Player, rate: str) -> expat.XMLParserType:
    """Make a parser that gathers players; a value longer than any real one refuses the list."""
    places = {tag: FIELDS.index(in_file(name, rate)) for tag, name in _TAGS.items()}
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def start(tag: str, attributes: dict[str, str]) -> None:
        player.text = ""
        if tag == "player":
            player.line, player.values = parser.CurrentLineNumber, list(_EMPTY)
            player.values[0] = attributes.get("FIDEID", "").strip()
        elif not player.rooted:
            player.rooted = True
            if tag != "playerslist":
                refuse()

    def text(data: str) -> None:
        player.text += data
        if len(player.text) > _LONGEST:
            refuse()

    def end(tag: str) -> None:
        if tag == "player":
            player.ready.append((player.line, player.values))
        elif tag in places:
            player.values[places[tag]] = player.text.strip()
        player.text = ""

    def refuse(*_: object) -> NoReturn:
        raise NoList(ListFinding("unknown-list", parser.CurrentLineNumber))

    parser.StartElementHandler = start
    parser.CharacterDataHandler = text
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = refuse
    return parser


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
    rows = read_xml(bounded, first, rate="standard" if combined else rate, year=on.year if on else 0)
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
