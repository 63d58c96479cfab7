"""Whole lists by the interface for programs: CSV and JSON, written while sent, packed where asked."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from ninja import Router

from federation.api.public_api import open_to_all
from federation.web.encodings import accepted_encodings
from ratings.api.freshness import label, unchanged
from ratings.api.lists import NAMES, Revision, find
from ratings.api.records import FOUND
from ratings.exports.streamed import compress_pieces, csv_pieces, json_pieces
from ratings.lists.entry_rows import rows_of
from ratings.models import PublishedList

_KINDS = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
router = Router(tags=["lists"])


def _describe_answer(kind: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"responses": {200: {"description": "The whole list", "content": {kind: {"schema": schema}}}}}


@router.get(
    "/{system}/{date}/entries.csv",
    response={200: None, **FOUND},
    openapi_extra=_describe_answer("text/csv", {"type": "string"}),
)
@open_to_all(cost=5)
def whole_list_csv(request: HttpRequest, system: str, date: str, revision: Revision = 0) -> HttpResponseBase:
    """Return everybody on a list as comma-separated values, the inactive too."""
    return _whole(request, find(system, date, revision), "csv")


@router.get(
    "/{system}/{date}/entries.json",
    response={200: None, **FOUND},
    openapi_extra=_describe_answer("application/json", {"type": "object"}),
)
@open_to_all(cost=5)
def whole_list_json(request: HttpRequest, system: str, date: str, revision: Revision = 0) -> HttpResponseBase:
    """Return everybody on a list as one JSON object, the inactive too."""
    return _whole(request, find(system, date, revision), "json")


def _whole(request: HttpRequest, published: PublishedList, extension: str) -> HttpResponseBase:
    is_packed = accepts_gzip(request)
    answer = unchanged(request, published, is_packed)
    if answer is not None:
        patch_vary_headers(answer, ["Accept-Encoding"])
        return answer
    pieces = _pieces(published, extension)
    response = StreamingHttpResponse(
        compress_pieces(pieces) if is_packed else pieces, content_type=_KINDS[extension]
    )
    if is_packed:
        response["Content-Encoding"] = "gzip"
    day = published.date.isoformat()
    name = f"{published.system.key}_{day}_r{published.revision}.{extension}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    patch_vary_headers(response, ["Accept-Encoding"])
    label(request, response, published, is_packed)
    return response


def _pieces(published: PublishedList, extension: str) -> Iterator[bytes]:
    rows = rows_of(published, NAMES)
    if extension == "csv":
        return csv_pieces(NAMES, rows)
    about = {"system": published.system.key, "date": published.date, "revision": published.revision}
    return json_pieces(about, NAMES, rows)


def accepts_gzip(request: HttpRequest) -> bool:
    """Return whether whoever asks can unpack gzip."""
    return "gzip" in accepted_encodings(request.headers.get("Accept-Encoding", ""))
