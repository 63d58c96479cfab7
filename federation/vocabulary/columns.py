"""Lines of fixed columns read by letters: programs count names in bytes, or accents as characters too. Pure.

Columns are those of slices: from 0, the end not in it.
"""

from collections.abc import Callable
from unicodedata import normalize

Columns = tuple[int, int]
Fits = Callable[[str], bool]


def aligned(line: str, name: Columns, fits: Fits) -> str:
    """Return a line whose name takes one column for each letter, as it stands where no way to count fits.

    `fits`: whether the fields of a line stand in their columns.
    """
    if line.isascii():
        return line
    apart = normalize("NFD", line)
    start, end = name
    lines = (
        normalize("NFC", line),
        _by_bytes(line, name),
        _by_bytes(apart, name),
        apart[:start] + _letters(apart[start:end], name) + normalize("NFC", apart[end:]),
    )
    return next((other for other in lines if fits(other)), line)


def aligned_bytes(raw: bytes, name: Columns, fits: Fits) -> str:
    """Return a line of a list whose columns count bytes, each byte a character (`true_letters` reads them).

    Where the columns of such a line count something else it comes by letters.
    """
    line = raw.decode("latin-1")
    if raw.isascii() or fits(line):
        return line
    try:
        by_letters = aligned(raw.decode("utf-8"), name, fits)
    except UnicodeDecodeError:
        return line
    return by_letters if fits(by_letters) else line


def true_letters(field: str) -> str:
    """Return a field of `aligned_bytes` in its letters (NFC): UTF-8 where it is that, else Windows-1252."""
    try:
        raw = field.encode("latin-1")
        return normalize("NFC", raw.decode("utf-8"))
    except UnicodeEncodeError:  # letters already
        return normalize("NFC", field)
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def _by_bytes(line: str, name: Columns) -> str:
    """Return a line whose name was padded to bytes of UTF-8."""
    raw = line.encode("utf-8", "replace")
    start, end = name
    before, field, behind = (
        part.decode("utf-8", "replace") for part in (raw[:start], raw[start:end], raw[end:])
    )
    return before + _letters(field, name) + normalize("NFC", behind)


def _letters(field: str, name: Columns) -> str:
    return normalize("NFC", field).ljust(name[1] - name[0])
