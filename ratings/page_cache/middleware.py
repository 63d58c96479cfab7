"""Public pages from the cache, where a hit reads neither session nor tables, or read from a replica."""

from collections.abc import Callable
from functools import partial

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

from federation.database import positions, reading
from federation.database.failures import UNREACHABLE
from federation.privacy import generation
from federation.web import middleware, replicas
from federation.web.middleware import PROGRAMS
from ratings.monitoring import instruments
from ratings.page_cache import responses, version

Answer = Callable[[HttpRequest], HttpResponse]
_SAFE = frozenset(("GET", "HEAD"))
# Pages read beside the cached ones. Not: addresses just sent in a letter, and the log and the
# changes, whose readers hold a place that another replica may not have come to.
_BESIDE = ("/embed/", "/feeds/", "/games/", "/search/", "/sitemap")
_PROGRAMS = tuple(f"{PROGRAMS}v1/{room}/" for room in ("clubs", "lists", "players", "systems", "tournaments"))


def response_cache(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer visitors who are not logged in with the cached page, or make it and cache it.

    While the database cannot be asked, the last cached page is given, unless a player is known to have
    chosen to be shown otherwise since.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        try:
            cache_key = responses.cache_key_of(request) if settings.PAGE_CACHE_ENABLED else None
        except UNREACHABLE:
            return responses.last_answer(request) or middleware.unavailable(request)
        if cache_key is None:
            return responses.label_private(request, get_response(request))
        cached = responses.find(cache_key)
        response = responses.answer(request, cached, cache_key) if cached else None
        (instruments.CACHE_HIT if response else instruments.CACHE_MISS).inc()
        if response:
            return response
        last = responses.last_key(request, generation.current())  # before the page is made of it
        return responses.keep(request, get_response(request), cache_key, last=last)

    return answer


def read_from_replicas(get_response: Answer) -> Answer:
    """Read public pages from a replica, once more from the primary where it fails meanwhile.

    Pages are cached under the version of all public data, which is always read from the primary, with the
    position of its log. A page is made from a replica only when that has come to the position: nothing older
    than the version is ever cached under it, nor under the generation of what players chose to be shown as.

    Raises MiddlewareNotUsed without replicas (DATABASE_REPLICA_URLS).
    """
    if not settings.REPLICAS:
        raise MiddlewareNotUsed

    def answer(request: HttpRequest) -> HttpResponse:
        if not _is_public(request):
            response = get_response(request)
            if request.method not in _SAFE and not request.path_info.startswith(PROGRAMS):
                replicas.remember_write(response)
            return response
        with reading.from_replica(partial(_choose, request)) as reader:
            response = get_response(request)
            if replicas.turn_to_primary(reader):
                response = get_response(request)
            if reader.alias is not None:
                instruments.READ.labels(reader.alias).inc()
            return response

    return answer


def _choose(request: HttpRequest) -> str:
    # In this order: the version of the page is known before what its replica must have.
    version.of_everything()
    generation.current()
    return replicas.choose(max(positions.least(), replicas.position_of(request)))


def _is_public(request: HttpRequest) -> bool:
    """Return whether a request reads what is public, by a reader who is not logged in."""
    if request.method not in _SAFE or responses.is_personal(request) or "HTTP_AUTHORIZATION" in request.META:
        return False
    path = request.path_info
    return path.startswith((*_BESIDE, *_PROGRAMS)) or responses.segment_of(path) is not None
