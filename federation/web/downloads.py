"""Downloads: file names, parts of a file, tables of the site for spreadsheets, copies of personal data."""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, BinaryIO, TypeVar

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.http import content_disposition_header

from federation.language.dates import with_plain_spaces
from federation.vocabulary.spreadsheets import render_table
from federation.web.tables import Table

CSV = "text/csv; charset=utf-8"

Answer = TypeVar("Answer", bound=HttpResponseBase)
_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")


class Unsatisfiable(ValueError):
    """A range that begins behind the end of the file."""


def asked_range(header: str, size: int) -> tuple[int, int] | None:
    """Return the first and the last byte asked for; None for the whole, and for what is no single range.

    Programs ask so that go on with a download, or read Parquet from afar (RFC 9110, 14). Raises
    Unsatisfiable.
    """
    match = _RANGE.fullmatch(header.strip())
    if match is None or not (match[1] or match[2]):
        return None
    if not match[1]:
        length = min(int(match[2]), size)
        if not length:
            raise Unsatisfiable(header)
        return size - length, size - 1
    first = int(match[1])
    last = min(int(match[2]) if match[2] else size - 1, size - 1)
    if first >= size:
        raise Unsatisfiable(header)
    return (first, last) if first <= last else None


class Part:
    """A file from its present place on for so many bytes; closing it closes the file."""

    def __init__(self, file: BinaryIO, length: int) -> None:
        self._file, self._left = file, length

    def read(self, size: int = -1) -> bytes:
        """Return what comes next, at most what is left."""
        wanted = self._left if size < 0 else min(size, self._left)
        data = self._file.read(wanted)
        self._left -= len(data)
        return data

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def name_file(answer: Answer, name: str, *, is_attachment: bool = True) -> Answer:
    """Set the name of a file, saved or, if not an attachment, opened; return the answer."""
    answer["Content-Disposition"] = content_disposition_header(is_attachment, name) or "attachment"
    return answer


def table_file(lines: Iterable[Sequence[object]], name: str) -> HttpResponse:
    """Return a table as a file for a spreadsheet, its head the first line."""
    return name_file(HttpResponse(render_table(lines), content_type=CSV), f"{name}.csv")


def table_stream(pieces: Iterable[str] | Iterable[bytes], name: str) -> StreamingHttpResponse:
    """Return a table that was written as text or bytes, and is while it is sent, as a file."""
    return name_file(StreamingHttpResponse(pieces, content_type=CSV), f"{name}.csv")


def personal_text(document: Any) -> str:
    """Return what is known of a person, or a part of it, as JSON people can read."""
    return json.dumps(document, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)


def personal_file(document: dict[str, Any], name: str) -> HttpResponse:
    """Return a person's data as readable JSON that no cache may store."""
    answer = HttpResponse(personal_text(document), content_type="application/json")
    answer["Cache-Control"] = "no-store"
    return name_file(answer, f"{name}.json")


def export(table: Table, name: str) -> HttpResponse:
    """Return all rows of a table, in the order it has, as a file for a spreadsheet."""
    lines = ([_file_cell(cell) for cell in line] for line in table.as_values())
    return table_file(lines, name)


def _file_cell(cell: object) -> object:
    """Return a number as it is: the guard against formulas is for texts, and would make it one."""
    return cell if cell is None or isinstance(cell, int | float) else with_plain_spaces(str(cell))
