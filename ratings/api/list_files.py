"""Whole lists by the interface for programs: CSV and JSON, written while sent, packed where asked."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from ninja import Query, Router

from federation.api.public_api import open_to_all
from federation.web.downloads import name_file
from federation.web.encodings import accepted_encodings
from ratings.api.lists import Filters, Revision, find, label, selection_of, unchanged
from ratings.api.records import FOUND
from ratings.exports.streamed import compress_pieces, csv_pieces, json_pieces
from ratings.lists.entry_rows import chosen_rows, count_of, rows_of
from ratings.lists.layouts.columns import HERE
from ratings.lists.layouts.table import layout_of
from ratings.lists.selection import Selection, address
from ratings.models import PublishedList
from ratings.rulebook.list_fields import API, names_in

_KINDS = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
# Asked by any of these, the answer has what the page would show, else the whole list.
_NAMES = frozenset(field.alias or name for name, field in Filters.model_fields.items())
router = Router(tags=["lists"])


def _describe_answer(kind: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"responses": {200: {"description": "The whole list", "content": {kind: {"schema": schema}}}}}


@router.get(
    "/{system}/{date}/entries.csv",
    response={200: None, **FOUND},
    openapi_extra=_describe_answer("text/csv", {"type": "string"}),
)
@open_to_all(cost=5)
def whole_list_csv(
    request: HttpRequest, system: str, date: str, asked: Query[Filters], revision: Revision = 0
) -> HttpResponseBase:
    """Return a list as CSV: everyone, or those its page shows with these filters."""
    return _whole(request, find(system, date, revision), asked, "csv")


@router.get(
    "/{system}/{date}/entries.json",
    response={200: None, **FOUND},
    openapi_extra=_describe_answer("application/json", {"type": "object"}),
)
@open_to_all(cost=5)
def whole_list_json(
    request: HttpRequest, system: str, date: str, asked: Query[Filters], revision: Revision = 0
) -> HttpResponseBase:
    """Return a list as one JSON object: everyone, or those its page shows with these filters."""
    return _whole(request, find(system, date, revision), asked, "json")


def _whole(
    request: HttpRequest, published: PublishedList, asked: Filters, extension: str
) -> HttpResponseBase:
    is_packed = accepts_gzip(request)
    answer = unchanged(request, published, is_packed)
    if answer is not None:
        patch_vary_headers(answer, ["Accept-Encoding"])
        return answer
    chosen = selection_of(asked, layout_of(published.system.key)) if _NAMES & request.GET.keys() else None
    pieces = _pieces(published, chosen, extension)
    response = StreamingHttpResponse(
        compress_pieces(pieces) if is_packed else pieces, content_type=_KINDS[extension]
    )
    if is_packed:
        response["Content-Encoding"] = "gzip"
    day, part = published.date.isoformat(), "_part" if chosen else ""
    name = f"{published.system.key}_{day}_r{published.revision}{part}.{extension}"
    name_file(response, name)
    patch_vary_headers(response, ["Accept-Encoding"])
    label(request, response, published, is_packed)
    return response


def _pieces(published: PublishedList, chosen: Selection | None, extension: str) -> Iterator[bytes]:
    """Write everybody on a list, or those chosen with their places among each other."""
    names = names_in(API)
    rows: Iterable[Sequence[object]] = rows_of(published, names)
    about = {"system": published.system.key, "date": published.date, "revision": published.revision}
    if chosen is not None:
        rows = chosen_rows(published, chosen, names)
        names = names if chosen.is_whole else (*names, HERE)
    if extension == "csv":
        return csv_pieces(names, rows)
    if chosen is not None:
        about |= {"asked": address(chosen).removeprefix("?"), "count": count_of(published, chosen)}
    return json_pieces(about, names, rows)


def accepts_gzip(request: HttpRequest) -> bool:
    """Return whether the client can unpack gzip."""
    return "gzip" in accepted_encodings(request.headers.get("Accept-Encoding", ""))
