"""Files of the snapshot of everything public, and its description for programs."""

import time
from typing import TypeVar

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.api.public_api import FRESH
from federation.api.rate_limit import place_of, take
from federation.web import downloads
from ratings.snapshots import package, public_snapshot
from ratings.snapshots.licences import granted
from ratings.snapshots.noted import current
from ratings.snapshots.public_snapshot import File

SOON = 30  # seconds after which a file that is being made or fetched is asked for again
_WHOLE = 5  # requests of the allowance that a whole file counts as
_TEXT = "text/plain; charset=utf-8"
Answer = TypeVar("Answer", bound=HttpResponseBase)


@require_safe
def describe(_request: HttpRequest) -> HttpResponse:
    """Return the Data Package of the files that are given at present."""
    row = current()
    folder = reverse("snapshot-file", args=["-"]).removesuffix("-").removeprefix(reverse("snapshots"))
    about = package.describe(
        row.files,
        office=settings.FEDERATION_NAME,
        licence=granted(),
        made=public_snapshot.oldest(row.files),
        folder=folder,
    )
    return _open_to_all(HttpResponse(about, content_type="application/json"))


@require_safe
def sums(_request: HttpRequest) -> HttpResponse:
    """Return the SHA-256 of every file, as `sha256sum -c` reads them."""
    return _open_to_all(HttpResponse(package.sums(current().files), content_type=_TEXT))


@require_safe
def file(request: HttpRequest, name: str) -> HttpResponseBase:
    """Return a file or the requested range of it; names come from the record, not the address.

    503 while a part that was withdrawn is made again, or a file is fetched from another machine; 429 for
    too many requests.
    """
    noted_file = _noted(name)
    if noted_file is None:
        return _later(_("The file is being created. Try again in half a minute."))
    etag = f'"{noted_file.sha256}"'
    unchanged: HttpResponse | None = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return _labelled(unchanged, etag)
    if (refused := _over_limit(request)) is not None:
        return refused
    return _labelled(_whole_or_part(request, noted_file, etag), etag)


def _noted(name: str) -> File | None:
    """Return the file of a name, None where its part was withdrawn; Http404 for an unknown name."""
    for part, note in current().files.items():
        for file in public_snapshot.files_of(note).values():
            if file.name == name:
                return file
        if not note["formats"] and name in [f"{part}{ending}" for ending in public_snapshot.ENDINGS]:
            return None
    raise Http404(name)


def _whole_or_part(request: HttpRequest, noted_file: File, etag: str) -> HttpResponseBase:
    try:
        part = downloads.asked_range(_range_of(request, etag), noted_file.size)
    except downloads.Unsatisfiable:
        headers = {"Content-Range": f"bytes */{noted_file.size}"}
        return HttpResponse(status=416, headers=headers, content_type=_TEXT)
    file = public_snapshot.opened(noted_file)
    if file is None:
        return _later(_("The file is not on this machine yet. Try again in half a minute."))
    kind = package.MEDIA["parquet" if noted_file.name.endswith(public_snapshot.ENDINGS[1]) else "csv"]
    if part is None:
        return FileResponse(file, as_attachment=True, filename=noted_file.name, content_type=kind)
    first, last = part
    file.seek(first)
    answer = FileResponse(
        downloads.Part(file, last - first + 1),
        as_attachment=True,
        filename=noted_file.name,
        content_type=kind,
    )
    answer.status_code = 206
    answer["Content-Length"] = str(last - first + 1)
    answer["Content-Range"] = f"bytes {first}-{last}/{noted_file.size}"
    return answer


def _range_of(request: HttpRequest, etag: str) -> str:
    """Return the requested range; none where a download resumes but the file has changed since."""
    known = request.headers.get("If-Range")
    return request.headers.get("Range", "") if known in (None, etag) else ""


def _over_limit(request: HttpRequest) -> HttpResponse | None:
    """Count the request for the address it comes from; return the refusal of one too many."""
    cost = 1 if "Range" in request.headers else _WHOLE
    allowance = take(f"snapshot {place_of(request)}", limit=settings.API_RATE, now=time.time(), cost=cost)
    if not allowance.is_spent:
        return None
    message = _("At most %(limit)s requests a minute; try again in %(seconds)s seconds.")
    message %= {"limit": allowance.limit, "seconds": allowance.reset}
    return HttpResponse(message, status=429, headers=allowance.headers, content_type=_TEXT)


def _labelled(answer: Answer, etag: str) -> Answer:
    if answer.status_code in (200, 206, 304):
        answer["ETag"], answer["Accept-Ranges"] = etag, "bytes"
        _open_to_all(answer)
    return answer


def _later(message: str) -> HttpResponse:
    headers = {"Retry-After": str(SOON), "Cache-Control": "no-store"}
    return HttpResponse(message, status=503, headers=headers, content_type=_TEXT)


def _open_to_all(answer: Answer) -> Answer:
    answer["Cache-Control"] = f"public, max-age={FRESH}"
    answer["Access-Control-Allow-Origin"] = "*"
    answer["Access-Control-Expose-Headers"] = "ETag, Content-Range, Accept-Ranges, Retry-After"
    return answer
