"""The public log as programs read it: checkpoint, tiles, rows of lists, the verifier (docs/proof.md)."""

from typing import TypeVar

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext

from federation.api.public_api import FRESH
from federation.models import Player
from federation.web.downloads import name_file, table_stream
from ratings.merkle_log import tiles
from ratings.merkle_log.row_proof import write
from ratings.models import LogAlarm, PublishedList
from ratings.public_log import list_rows, reading, verifier
from ratings.public_log.bundles import deltas, signatures
from ratings.public_log.bundles import list_bundles as bundles
from ratings.public_log.witness import alarms
from ratings.public_log.witness import reading as witness
from ratings.views.lists.lists import list_at

_SECONDS = 5  # a checkpoint may be cached
_SOON = 30  # seconds after which a program requests a bundle in preparation again
Answer = TypeVar("Answer", bound=HttpResponseBase)
_EVER = "public, max-age=31536000, immutable"
_TEXT = "text/plain; charset=utf-8"


def checkpoint(_request: HttpRequest) -> HttpResponse:
    """Return the newest signed checkpoint; Http404 before there is one."""
    head = reading.head()
    if head is None or not head.checkpoint:
        raise Http404("checkpoint")
    return _note(witness.with_cosignatures(head.checkpoint))


def cosigned_checkpoint(_request: HttpRequest) -> HttpResponse:
    """Return the largest checkpoint a witness has seen, with cosignatures; Http404 before there is one."""
    return _note(witness.cosigned())


def witnessed(_request: HttpRequest, digest: str) -> HttpResponse:
    """Return what was cosigned here of another log, by the SHA-256 of its name; Http404 for nothing."""
    return _note(witness.note_for(digest))


def _note(note: str) -> HttpResponse:
    if not note:
        raise Http404("note")
    return _open_to_all(HttpResponse(note, content_type=_TEXT), f"public, max-age={_SECONDS}")


def evidence(_request: HttpRequest, number: int) -> HttpResponse:
    """Return both checkpoints that show that a log was changed; Http404 where there is no such alarm."""
    alarm = LogAlarm.objects.filter(pk=number).first()
    if alarm is None:
        raise Http404(str(number))
    answer = HttpResponse(alarms.evidence(alarm), content_type=_TEXT)
    return _open_to_all(answer, f"public, max-age={FRESH}")


def tile(_request: HttpRequest, level: str, rest: str) -> HttpResponse:
    """Return a tile of the tree or of entries; Http404 for one the log does not have yet."""
    try:
        wanted = tiles.parse(level, rest)
    except ValueError as problem:
        raise Http404(rest) from problem
    body = reading.tile(wanted)
    if body is None:
        raise Http404(rest)
    return _open_to_all(HttpResponse(body, content_type="application/octet-stream"), _EVER)


def rows(request: HttpRequest, system: str, date: str) -> HttpResponseBase:
    """Return the rows of a list without names, whose digest the log has."""
    published = list_at(request, system, date).list
    etag = f'"rows-{published.pk}"'
    answer: HttpResponseBase | None = get_conditional_response(request, etag=etag)
    if answer is None:
        name = f"{system}_{published.date.isoformat()}_r{published.revision}_rows"
        answer = table_stream(list_rows.lines(published), name)
    answer["ETag"] = etag
    answer["Cache-Control"] = f"public, max-age={FRESH}"
    return answer


def row_proof(request: HttpRequest, system: str, date: str, number: int) -> HttpResponse:
    """Return the proof that a list contains a player's row, as text; Http404 without one."""
    published = list_at(request, system, date).list
    player = Player.objects.filter(pk=number).first()
    proof = list_rows.proof_of(published, player) if player else None
    if proof is None:
        raise Http404(str(number))
    answer = HttpResponse(write(proof), content_type=_TEXT)
    name_file(answer, list_rows.proof_name(published, number))
    return _open_to_all(answer, f"public, max-age={FRESH}")


def bundle(request: HttpRequest, system: str, date: str) -> HttpResponseBase:
    """Return a list with its facts as one file; 503 while a job makes it, Http404 without one.

    A stored bundle is streamed from the database, a megabyte at a time; nothing is computed here.
    """
    published = list_at(request, system, date).list
    if "since" in request.GET:
        return _changes(request, published)
    stored = bundles.of(published)
    if stored is None:
        if not bundles.has_facts(published):
            raise Http404("imported")
        bundles.request(published)
        return _busy()
    etag = f'"{stored.sha256}"'
    answer: HttpResponseBase | None = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = StreamingHttpResponse(bundles.pieces(stored), content_type="application/zip")
        name_file(answer, bundles.name_of(published))
        answer["Content-Length"] = str(stored.size)
    answer["ETag"] = etag
    return _open_to_all(answer, f"public, max-age={FRESH}")


def _busy() -> HttpResponse:
    text = gettext("The file is being created. Try again in half a minute.")
    busy = HttpResponse(text, status=503, content_type=_TEXT)
    busy["Retry-After"], busy["Cache-Control"] = str(_SOON), "no-store"
    return busy


def _changes(request: HttpRequest, published: PublishedList) -> HttpResponse:
    """Return what changed since the bundle of an older list; Http404 where there is no such list."""
    older = deltas.older_list(published, request.GET["since"])
    if older is None or not bundles.has_facts(published) or deltas.is_too_large(published, older):
        raise Http404("since")
    stored = deltas.of(published, older)
    if stored is None:
        deltas.request(published, older)
        return _busy()
    answer = HttpResponse(bytes(stored.data), content_type="application/zip")
    name_file(answer, deltas.name_of(published, older))
    answer["ETag"] = f'"{stored.sha256}"'
    return _open_to_all(answer, f"public, max-age={FRESH}")


def bundle_signature(request: HttpRequest, system: str, date: str) -> HttpResponse:
    """Return the signature of a list's bundle in the form of minisign; Http404 before there is one."""
    published = list_at(request, system, date).list
    stored = bundles.of(published)
    if stored is None or not stored.signature:
        raise Http404("unsigned")
    answer = HttpResponse(stored.signature, content_type=_TEXT)
    name_file(answer, bundles.name_of(published) + signatures.SUFFIX)
    return _open_to_all(answer, f"public, max-age={FRESH}")


def verifier_file(_request: HttpRequest) -> HttpResponse:
    """Return the verifier as one file."""
    answer = HttpResponse(verifier.content(), content_type="application/zip")
    name_file(answer, verifier.NAME)
    answer["Cache-Control"] = f"public, max-age={FRESH}"
    return answer


def _open_to_all(answer: Answer, cache_control: str) -> Answer:
    answer["Cache-Control"] = cache_control
    answer["Access-Control-Allow-Origin"] = "*"
    return answer
