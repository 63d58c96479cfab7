"""Published lists as files, made from frozen entries, the same bytes every time; a filtered one on paper."""

import zipfile
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, BinaryIO, NamedTuple

from django.http import (
    FileResponse,
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    StreamingHttpResponse,
)
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from federation.web.downloads import name_file
from federation.web.encodings import accepted_encodings
from ratings.exports import go_files, listed
from ratings.exports.listed import Head, Row, reads_of
from ratings.exports.streamed import compress_pieces
from ratings.lists import file_store, list_files
from ratings.lists.entry_rows import rows_of
from ratings.lists.layouts.table import layout_of
from ratings.lists.list_choices import choices
from ratings.lists.list_words import with_others
from ratings.lists.queries import entries, ranks, shown_ranks
from ratings.lists.selection import KNOWN, Selection, filters, read
from ratings.models import PublishedList
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.ffg import FfgEdition
from ratings.rulebook.list_fields import named
from ratings.rulebook.systems import SYSTEMS
from ratings.views.lists.filter_words import filter_words
from ratings.views.lists.freshness import tag
from ratings.views.lists.lists import list_at

MOST = 5000  # players on one page: what prints in a hundred sheets is better filtered, or taken as a file
_NAMES = ("surname", "given_name", "rating")
_SAME = ("club_name", "federation", "grade")  # left out where everybody has the same

Renderer = Callable[[Head, Iterable[Any]], bytes]
_Form = Callable[[BinaryIO, str], HttpResponseBase]
# Seconds a cache between may keep a file without asking: who chose to be shown otherwise waits no longer.
FRESH = 30
SOON, LATER = 5, 3600  # seconds until a file that is not here may be asked for again
_ENDINGS = {"csv": "_csv.zip", "json": "_json.zip", "txt": "frl.zip", "xml": "frl_xml.zip"}
_TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
_PIECE = 1 << 16  # bytes
# What list pages heed and a file would not; `all` it gives anyway.
_FILTERS = KNOWN - {"revision", "all"}
# The layout pairing programs read is that of each federation's own list.
_LAYOUTS: dict[str, tuple[Callable[[Head, Iterable[Row]], bytes], str]] = {
    FfgEdition.engine: (go_files.ladder_file, "text/plain; charset=iso-8859-1"),
    EgfEdition.engine: (go_files.world_list, "text/html; charset=us-ascii"),
}


class _Column(NamedTuple):
    """A column that is printed between name and rating: its head, class and cells."""

    label: str
    css: str
    cells: Sequence[object]


def printed(request: HttpRequest, published: PublishedList) -> HttpResponse:
    """Show the players a filter leaves, to print them; of more than `MOST` the first.

    The filters are the title. A value that all players on paper share is no column: it is above the table.
    """
    selection = read(request.GET)
    order, shown = ranks(selection), shown_ranks(selection)
    found = list(entries(published, selection).values(*{order, shown, *_NAMES, *_SAME})[: MOST + 1])
    rows, set_filters = found[:MOST], filters(selection)
    columns, alike = _columns(rows)
    if set_filters and len(found) <= MOST:
        label = pgettext("place among those a filter leaves", "Place")
        columns.insert(0, _Column(label, "number", _places([row[order] for row in rows])))
    cells = zip(*(column.cells for column in columns), strict=True) if columns else [()] * len(rows)
    known = choices(published)
    asked = [filter_words(published, selection, known, name) for name in set_filters]
    context = {
        "list": published,
        "heads": columns,
        "rows": [(row[shown], row, each) for row, each in zip(rows, cells, strict=True)],
        "filters": ", ".join([*_tables(published, selection), *asked]),
        "alike": ", ".join(value for value in alike if value not in asked),
        "most": MOST if len(found) > MOST else 0,
    }
    return render(request, "ratings/list_print.html", context)


def _columns(rows: Sequence[dict[str, Any]]) -> tuple[list[_Column], list[str]]:
    """Return the columns in which players differ, and the common values of the others."""
    columns, alike = [], []
    for name, label in ((name, _(named(name).label)) for name in _SAME):
        cells = [row[name] for row in rows]
        if len(set(cells)) > 1:
            columns.append(_Column(label, "second", cells))
        elif cells and cells[0]:
            alike.append(cells[0])
    return columns, alike


def _places(order: Sequence[int]) -> list[int]:
    """Return the place of each rank among those printed, ties sharing one."""
    rising = sorted(order)
    return [bisect_left(rising, rank) + 1 for rank in order]


def _tables(published: PublishedList, selection: Selection) -> list[str]:
    """Return which table is printed, where it is not the usual one."""
    words = [_("Provisional")] if selection.table else []
    return words + ([with_others(published)] if selection.everybody else [])


def download(request: HttpRequest, system: str, date: str, extension: str) -> HttpResponseBase:
    """Return a list as a file: csv, json, txt in the layout of the system's federation, or html to print.

    A list of FIDE is long: its files were made once; csv.zip and json.zip lead to their zips.
    Only the list to print is filtered; the interface for programs has filtered files.
    """
    published = list_at(request, system, date).list
    if extension != "html" and (refused := _refuse_filters(request)) is not None:
        return refused
    if list_files.has_files(system):
        return _made_file(request, published, extension)
    if extension == "html":
        return printed(request, published)
    renderer, reads, kind = _renderer(system, extension)
    etag = tag("download", published.pk, published.revision, extension)
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        rows = rows_of(published, reads)
        answer = HttpResponse(renderer(head_of(published), rows), content_type=kind)
        name = f"{system}_{published.date.isoformat()}_r{published.revision}.{extension}"
        name_file(answer, name)
    answer["ETag"] = etag
    answer["Cache-Control"] = f"public, max-age={FRESH}"
    return answer


def list_file(request: HttpRequest, system: str, date: str, name: str) -> HttpResponseBase:
    """Return one of the files made at publication; their names come from the list, never from an address.

    503 while a file this machine lacks is being made, or where it cannot be made as it was noted.
    """
    published = list_at(request, system, date).list
    if name not in published.files:
        raise Http404(name)
    return _serve(request, published, name, _packed)


def _serve(
    request: HttpRequest, published: PublishedList, name: str, form: _Form, *, mark: str = ""
) -> HttpResponseBase:
    """Return a file made at publication, in a form that `mark` distinguishes from others."""
    etag = f'"{published.files[name].get("sha256", "")}{mark}"'
    answer: HttpResponseBase | None = get_conditional_response(request, etag=etag)
    if answer is None:
        try:
            archive = list_files.download(published, name)
        except file_store.BusyError:
            return _later(SOON)
        except list_files.OtherError:
            return _later(LATER)
        etag = f'"{archive.sha256}{mark}"'
        answer = form(archive.file, name)
    answer["ETag"] = etag
    answer["Cache-Control"] = f"public, max-age={FRESH}"
    return answer


@dataclass(frozen=True, slots=True)
class _Sent:
    """Response content in pieces, and the closing of its source: Django calls it, sent or not."""

    pieces: Iterator[bytes]
    close: Callable[[], None]

    def __iter__(self) -> Iterator[bytes]:
        return self.pieces


def _packed(file: BinaryIO, name: str) -> HttpResponseBase:
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")


def _unpacked(file: BinaryIO, _name: str, *, kind: str, is_gzip: bool) -> HttpResponseBase:
    """Return what is in a zip, read while it is sent."""
    archive = zipfile.ZipFile(file)
    (inside,) = archive.infolist()
    pieces = iter(partial(archive.open(inside).read, _PIECE), b"")
    sent = _Sent(compress_pieces(pieces) if is_gzip else pieces, file.close)
    answer = StreamingHttpResponse(sent, content_type=_TYPES[kind])
    if is_gzip:
        answer["Content-Encoding"] = "gzip"
    else:
        answer["Content-Length"] = str(inside.file_size)
    name_file(answer, inside.filename)
    return answer


def _later(seconds: int) -> HttpResponse:
    """Ask to come again in some seconds."""
    headers = {"Retry-After": str(seconds), "Cache-Control": "no-store"}
    message = _("The file is being created. Try again in a moment.")
    return HttpResponse(message, status=503, headers=headers, content_type="text/plain; charset=utf-8")


def _refuse_filters(request: HttpRequest) -> HttpResponse | None:
    """Refuse filters and orders of a list page.

    Unlike paper, these files have every player, in the order of the list.
    Parameters that no list page has are let pass, as there: programs that count links add their own.
    """
    name = next((name for name in request.GET if name in _FILTERS and request.GET[name].strip()), None)
    if name is None:
        return None
    message = _("There is no parameter “%(name)s”. Allowed here: %(known)s.")
    return HttpResponse(
        message % {"name": name, "known": "revision"},
        status=400,
        headers={"Cache-Control": "no-store"},
        content_type="text/plain; charset=utf-8",
    )


def _made_file(request: HttpRequest, published: PublishedList, extension: str) -> HttpResponseBase:
    """Return the file of a kind that holds this rate of play alone; txt, xml and zips by a redirect to it."""
    kind = extension.removesuffix(".zip")
    ending = _ENDINGS.get(kind)
    rate = published.system.key.rpartition("-")[2]
    names = [name for name in published.files if ending and name.startswith(rate) and name.endswith(ending)]
    if not names:
        raise Http404(extension)
    if extension in _TYPES:
        is_gzip = "gzip" in accepted_encodings(request.headers.get("Accept-Encoding", ""))
        form = partial(_unpacked, kind=kind, is_gzip=is_gzip)
        answer = _serve(request, published, names[0], form, mark=f"-{kind}{'-gzip' * is_gzip}")
        patch_vary_headers(answer, ["Accept-Encoding"])
        return answer
    address = reverse("list-file", args=[published.system.key, published.date.isoformat(), names[0]])
    return HttpResponseRedirect(f"{address}?revision={published.revision}")


def head_of(published: PublishedList) -> Head:
    """Describe a list for a rendering."""
    return Head(
        published.system.key,
        SYSTEMS[published.system.key].name,
        published.date,
        published.revision,
        localtime(published.published).replace(microsecond=0) if published.published else localtime(),
        published.players,
        published.active_players,
    )


def _renderer(system: str, extension: str) -> tuple[Renderer, Sequence[str], str]:
    """Return what writes a file, which fields of entries it takes, and the type of the answer."""
    known = SYSTEMS.get(system)
    file = layout_of(system).file
    if extension in _TYPES:
        render = listed.render_csv if extension == "csv" else listed.render_json
        return partial(render, file=file), reads_of(file), _TYPES[extension]
    if extension != "txt" or known is None or known.engine not in _LAYOUTS:
        raise Http404(extension)
    write, kind = _LAYOUTS[known.engine]
    reads = tuple(Row.__dataclass_fields__)
    return lambda head, rows: write(head, (Row(*row) for row in rows)), reads, kind
