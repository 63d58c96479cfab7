"""A list as comma-separated values, UTF-8 with the mark spreadsheets look for. Pure."""

import csv
import io
from collections.abc import Iterable
from dataclasses import fields

from federation.vocabulary.spreadsheets import cell
from federation.vocabulary.spreadsheets import render_table as render_table
from ratings.exports.listed import AnyRow, Head, Row


def render(head: Head, rows: Iterable[AnyRow], *, kind: type[AnyRow] = Row) -> bytes:
    """Write the list, its system, date and revision in front of every row, so that files can be joined."""
    names = [field.name for field in fields(kind)]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(("system", "date", "revision", *names))
    front = (head.system, head.date.isoformat(), head.revision)
    for row in rows:
        writer.writerow((*front, *(cell(getattr(row, name)) for name in names)))
    return text.getvalue().encode("utf-8-sig")
