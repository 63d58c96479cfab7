"""A file of games of any kind: a table or PGN, from bytes in memory or from a folder."""

import gzip
import io
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from tournaments.formats.pgn import tags as pgn_tags
from tournaments.formats.shared.encoding import decode, marked
from tournaments.online_games import pgn_games, sheet
from tournaments.online_games.arrivals import Slice
from tournaments.reports.findings import Finding, Unreadable, error, notice

_SAMPLE = 65_536  # bytes by which the encoding is recognised
_GZIP = b"\x1f\x8b"
_ESCAPED = ("utf-8", "utf-8-sig", "iso-8859-15", "cp1252")  # a bad byte can be stored as it is
_DAMAGED = (EOFError, gzip.BadGzipFile, zlib.error)  # what unpacking a damaged file raises


class Lines(Protocol):
    """Lines that can be read once more from the beginning."""

    def __iter__(self) -> Iterator[str]: ...
    def readline(self, limit: int = -1, /) -> str: ...
    def seek(self, offset: int, /) -> int: ...


def of_bytes(data: bytes, *, limit: int) -> Lines:
    """Return the lines of a file in memory; Unreadable when it is no text, or too large."""
    return io.StringIO(decode(data, limit=limit).text)


class _Guarded:
    """The lines of a file that may turn out to be damaged anywhere: Unreadable, where unpacking fails."""

    def __init__(self, text: io.TextIOWrapper) -> None:
        self._text = text

    def __iter__(self) -> Iterator[str]:
        with _damage():
            yield from self._text

    def readline(self, limit: int = -1, /) -> str:
        """Return the rest of the line, at most so many characters of it, "" at the end."""
        with _damage():
            return self._text.readline(limit)

    def seek(self, offset: int, /) -> int:
        """Seek a place of the file."""
        return self._text.seek(offset)


@contextmanager
def _damage() -> Iterator[None]:
    try:
        yield
    except _DAMAGED:
        raise Unreadable(error("damaged-file")) from None


@contextmanager
def of_path(path: Path) -> Iterator[Lines]:
    """Open a file of any size, packed by gzip or not; Unreadable when it is no text, OSError when missing."""
    with path.open("rb") as raw:
        packed = raw.read(2) == _GZIP
    with gzip.open(path) if packed else path.open("rb") as file:
        with _damage():
            sample = file.read(_SAMPLE)
        file.seek(0)
        whole = sample[: sample.rfind(b"\n") + 1] or sample
        encoding = marked(sample) or decode(whole, limit=_SAMPLE).encoding
        # later bytes that are no UTF-8 are stored and judged where they are read; wider units cannot be
        errors = "surrogateescape" if encoding in _ESCAPED else "replace"
        yield _Guarded(io.TextIOWrapper(file, "utf-8-sig" if encoding == "utf-8" else encoding, errors))


def read(lines: Lines, *, system: str) -> Iterator[Slice]:
    """Read the games of a table or of PGN for a system, part after part; Unreadable when it is neither."""
    first = next((line for line in iter(lines.readline, "") if not line.isspace()), "")
    lines.seek(0)
    if pgn_tags.is_tag(first):
        return pgn_games.read(lines, system=system)
    return sheet.read(lines)


def summarise(notices: Iterable[Finding]) -> tuple[Finding, ...]:
    """Put together what the parts of a file say: one notice a kind, with the counts added up."""
    counts: dict[str, int] = {}
    others = []
    for finding in notices:
        count = finding.values.get("count")
        if isinstance(count, int):
            counts[finding.code] = counts.get(finding.code, 0) + count
        else:
            others.append(finding)
    return (*others, *(notice(code, count=count) for code, count in counts.items()))
