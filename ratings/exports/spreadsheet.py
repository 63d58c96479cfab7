"""A list as comma-separated values, UTF-8 with the mark spreadsheets look for. Pure."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import fields

from ratings.exports.listed import AnyRow, Head, Row

# A cell that begins so is taken for a formula by every spreadsheet; an apostrophe in front keeps it a text.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def render(head: Head, rows: Iterable[AnyRow], *, kind: type[AnyRow] = Row) -> bytes:
    """Write the list, its system, date and revision in front of every row, so that files can be joined."""
    names = [field.name for field in fields(kind)]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(("system", "date", "revision", *names))
    front = (head.system, head.date.isoformat(), head.revision)
    for row in rows:
        writer.writerow((*front, *(_cell(getattr(row, name)) for name in names)))
    return text.getvalue().encode("utf-8-sig")


def render_table(lines: Iterable[Sequence[object]]) -> bytes:
    """Write any table, its head as the first line."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows([_cell(value) for value in line] for line in lines)
    return text.getvalue().encode("utf-8-sig")


def harmless(text: str) -> str:
    """Keep a spreadsheet from taking a text for a formula; a lone dash (no licence) is none."""
    return f"'{text}" if text.startswith(_FORMULA) and text != "-" else text


def _cell(value: object) -> object:
    if isinstance(value, str):
        return harmless(value)
    if isinstance(value, bool):
        return int(value)
    return "" if value is None else value
