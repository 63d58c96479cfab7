"""Comma-separated values as spreadsheet programs take them."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

# A cell that begins so is taken for a formula by spreadsheets, of which some read full-width signs too; an
# apostrophe in front keeps it a text.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def cell(value: object) -> object:
    """Return a cell: a text no program computes, a number as it is; a lone dash is no formula."""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_FORMULA) and value != "-" else value
    if isinstance(value, bool):
        return int(value)
    return "" if value is None else value


class _Echo:
    """What `csv.writer` writes to when its lines are streamed."""

    def write(self, line: str) -> str:
        """Return the line."""
        return line


def lines(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Write rows one by one, each when it is asked for."""
    writer = csv.writer(_Echo())
    for row in rows:
        yield writer.writerow(map(cell, row))


def render_table(lines: Iterable[Sequence[object]]) -> bytes:
    """Write any table, its head as the first line."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(map(cell, line) for line in lines)
    return text.getvalue().encode("utf-8-sig")
