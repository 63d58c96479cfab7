"""Downloads: file names, tables for spreadsheets, copies of personal data."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.http import content_disposition_header

from federation.vocabulary.spreadsheets import render_table

CSV = "text/csv; charset=utf-8"

Answer = TypeVar("Answer", bound=HttpResponseBase)


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
