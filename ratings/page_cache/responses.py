"""Response cache for anonymous requests: whole answers, compressed once, under a version."""

import gzip
import hashlib
import time
from collections.abc import Mapping
from functools import cache, lru_cache
from threading import Lock
from typing import NamedTuple

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language_from_request

from federation.privacy import generation
from federation.web.caches import NOT_CACHED
from federation.web.encodings import accepted_encodings, compress_brotli
from federation.web.public_pages import Cached, public_pages
from ratings.page_cache import version

STALE_SECONDS = 3600  # how long an answer may be given while the database is away
SECONDS = 600  # a band of a rating of streams widens with time; nothing else ages
_PACKED = frozenset(("share",))  # pictures: nothing is left to compress
VARIANTS = 1000  # answers with a query that a process keeps of a route in one state
_LONGEST = 16  # characters of a value that is chosen: a system has the longest
VARY = ("Accept-Encoding", "Accept-Language", "Cookie", "HX-Request", "HX-Target")
# Made for each answer, not cached with it.
_OWN = frozenset(("content-length", "cache-control", "etag", "vary", "content-encoding"))


MARK = "palmares.kept"  # under this name `ratings.page_cache.wsgi` finds what it may give again


class CacheKey(NamedTuple):
    """What a reader asks, as a key of the cache, in which state, and how the answer may be packed."""

    key: str
    encoding: str
    state: str


class Mark(NamedTuple):
    """For which state of what is public an answer holds, and until when at most (seconds since 1970)."""

    state: str
    until: float


class CachedResponse(NamedTuple):
    """A cached answer. A `body` of None: only its tag is known, for answers 304 to that tag."""

    etag: str
    headers: dict[str, str]
    body: bytes | None
    until: float = 0.0  # seconds since 1970


def cache_key_of(request: HttpRequest) -> CacheKey | None:
    """Read what is asked; None where an answer is not for everybody."""
    segment = _public_segment(request)
    if segment is None:
        return None
    state = version.of_lists() if shows_lists(segment) else version.of_everything()
    encoding = encoding_for(segment, request.META.get("HTTP_ACCEPT_ENCODING", ""))
    return CacheKey(_key(request, state, encoding), encoding, state)


def last_key(request: HttpRequest, shown: str) -> str:
    """Return the key under which every process finds the key of the last answer, at any version.

    `shown`: the generation of what players chose to be shown as, read before the answer is made.
    """
    segment = _public_segment(request) or ""
    encoding = encoding_for(segment, request.META.get("HTTP_ACCEPT_ENCODING", ""))
    return _key(request, f"last {shown}", encoding)


def _public_segment(request: HttpRequest) -> str | None:
    if request.method not in ("GET", "HEAD") or is_personal(request):
        return None
    return segment_of(request.path_info)


def _key(request: HttpRequest, state: str, encoding: str) -> str:
    meta = request.META
    parts = (
        settings.VERSION,
        state,
        get_language_from_request(request),
        request.scheme or "",
        meta.get("HTTP_HOST", meta.get("SERVER_NAME", "")),
        request.path,
        request.path_info,
        meta.get("QUERY_STRING", ""),
        part_of(meta),
        encoding,
    )
    text = "\0".join(parts).encode("utf-8", "surrogateescape")
    return hashlib.blake2b(text, digest_size=20).hexdigest()


def part_of(meta: Mapping[str, str]) -> str:
    """Return which part of a page is asked for: all that views read of the headers of htmx."""
    rows = "rows" if meta.get("HTTP_HX_TARGET") == "rows" else ""
    return f"part {rows}" if meta.get("HTTP_HX_REQUEST") else rows


def segment_of(path: str) -> str | None:
    """Return the first part of an address with cached answers, "" for the first page; else None."""
    segment = path[1:].partition("/")[0]
    return segment if segment in _segments() else None


@cache
def _segments() -> Mapping[str, bool]:
    """Return the first parts of addresses with cached answers; True where all pages show lists alone."""
    found: dict[str, bool] = {}
    for page in public_pages().values():
        if page.cached is not Cached.NO:
            found[page.segment] = found.get(page.segment, True) and page.cached is Cached.WITH_LISTS
    return found


def shows_lists(segment: str) -> bool:
    """Return whether pages of a segment show lists alone: a recalculation leaves them as they are."""
    return _segments()[segment]


def encoding_for(segment: str, accepted: str) -> str:
    """Choose how to pack an answer of a segment: br before gzip, "" where neither is wanted or of use."""
    return "" if segment in _PACKED else _encoding(accepted)


def is_personal(request: HttpRequest) -> bool:
    """Return whether a reader may be logged in, or has a message waiting."""
    cookies = request.COOKIES
    return settings.SESSION_COOKIE_NAME in cookies or "messages" in cookies


def find(asked: CacheKey, *, stale: bool = False) -> CachedResponse | None:
    """Return the cached answer of a key; `stale`: also one that is due to be made again."""
    fields = caches["answers"].get(asked.key)  # a tuple where Redis keeps it
    cached = None if fields is None else CachedResponse(*fields)
    return cached if cached is not None and (stale or time.time() < cached.until) else None


def last_answer(request: HttpRequest) -> HttpResponse | None:
    """Return the last cached answer, for a time without database; None if missing.

    None also if this process knows that a player chose to be shown otherwise since. Games, lists and
    tournaments may be newer. `Cache-Status` (RFC 9211) marks it.
    """
    segment, known = _public_segment(request), generation.last_known()
    if segment is None or known is None:
        return None
    key = caches["answers"].get(last_key(request, known))
    if not isinstance(key, str):
        return None
    cache_key = CacheKey(key, encoding_for(segment, request.META.get("HTTP_ACCEPT_ENCODING", "")), "")
    cached = find(cache_key, stale=True)
    response = answer(request, cached, cache_key) if cached else None
    if response is not None:
        request.META.pop(MARK, None)  # given once, not remembered
        response.headers["Cache-Status"] = "palmares; hit; detail=database-unreachable"
    return response


def answer(request: HttpRequest, cached: CachedResponse, asked: CacheKey) -> HttpResponse | None:
    """Make a cached answer one to this reader, 304 if they have it; None if only a tag is cached."""
    encoding = asked.encoding
    etag = f'W/"{cached.etag}"' if encoding else f'"{cached.etag}"'
    response: HttpResponse
    if _has(request, etag):
        response = HttpResponseNotModified()
        response.headers.pop("Content-Type", None)
    elif cached.body is None:
        return None
    else:
        response = HttpResponse(cached.body, headers=cached.headers)
        response.headers["Content-Length"] = str(len(cached.body))
        if encoding:
            response.headers["Content-Encoding"] = encoding
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "public, no-cache"  # stored anywhere, asked about each time
    response.headers["Vary"] = ", ".join(VARY)
    request.META[MARK] = Mark(asked.state, cached.until)
    return response


def keep(request: HttpRequest, response: HttpResponse, asked: CacheKey, *, last: str) -> HttpResponse:
    """Cache a new answer if it is the same for everyone; return it to this reader.

    Under `last` it is found while the database is away, until another takes its place.
    The answer to a HEAD request is labelled alike and not cached: a view need not have made the body.
    """
    if not _is_for_everybody(request, response):
        return response
    until = time.time() + SECONDS
    etag = response.headers.get("ETag", "").removeprefix("W/").strip('"')
    if response.status_code == HttpResponseNotModified.status_code:
        cached = CachedResponse(etag, {}, None, until)
    else:
        etag = etag or hashlib.blake2b(response.content, digest_size=12).hexdigest()
        headers = {name: value for name, value in response.headers.items() if name.lower() not in _OWN}
        cached = CachedResponse(etag, headers, pack(response.content, asked.encoding), until)
    passes = bool(request.META.get(NOT_CACHED)) or not _is_chosen(request) or _is_one_too_many(request, asked)
    if request.method == "GET" and not passes:
        found_while_away = {last: asked.key} if cached.body is not None else {}
        caches["answers"].set_many({asked.key: cached, **found_while_away}, STALE_SECONDS)
    reply = answer(request, cached, asked) or response
    if passes:
        request.META.pop(MARK, None)
    return reply


def _is_chosen(request: HttpRequest) -> bool:
    """Return whether a query has only names and values of links; typed ones are endless.

    A list reads its query itself and reports what it cannot read.
    """
    page = public_pages().get(_route(request))
    if page is not None and page.parameters is None:
        return True
    known = (page and page.parameters) or ()
    pairs = request.GET.lists()
    return all(name in known and len(values) == 1 and len(values[0]) <= _LONGEST for name, values in pairs)


class _Variants:
    """The number of answers with a query that this process has cached of each route at present."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._keys: dict[str, tuple[str, set[str]]] = {}

    def takes(self, route: str, asked: CacheKey) -> bool:
        """Return whether one more is cached; numbers of pages and years that are typed have no end."""
        with self._lock:
            state, keys = self._keys.get(route, ("", set()))
            if state != asked.state:
                keys = set()
                self._keys[route] = asked.state, keys
            if asked.key not in keys and len(keys) >= VARIANTS:
                return False
            keys.add(asked.key)
            return True


_variants = _Variants()


def _is_one_too_many(request: HttpRequest, cache_key: CacheKey) -> bool:
    return bool(request.META.get("QUERY_STRING")) and not _variants.takes(_route(request), cache_key)


def pack(body: bytes, encoding: str) -> bytes:
    """Compress a body once."""
    if encoding == "br":
        return compress_brotli(body, quality=5)
    return gzip.compress(body, compresslevel=6, mtime=0) if encoding else body


def label_private(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Mark an answer without cache headers: public pages are revalidated, others not stored.

    What a visitor without a session is answered beyond the public pages stays as it is.
    """
    if response.has_header("Cache-Control"):
        return response
    if _is_cached(request):
        response.headers["Cache-Control"] = "private, no-cache"
        patch_vary_headers(response, VARY)
    elif _is_of_account(request, response):
        response.headers["Cache-Control"] = "private, no-store"
    return response


def _is_of_account(request: HttpRequest, response: HttpResponse) -> bool:
    """Return whether an answer may be an account's: by its session, one that begins with it, or a token."""
    name = settings.SESSION_COOKIE_NAME
    return name in request.COOKIES or name in response.cookies or "HTTP_AUTHORIZATION" in request.META


def _is_for_everybody(request: HttpRequest, response: HttpResponse) -> bool:
    """Return whether an answer may be cached: a public page with nothing of the reader's own."""
    if response.streaming or response.cookies or not _is_cached(request):
        return False
    if "no-store" in response.headers.get("Cache-Control", "") or response.has_header("Content-Encoding"):
        return False
    if response.status_code == HttpResponseNotModified.status_code:
        return response.has_header("ETag")
    return response.status_code == HttpResponse.status_code and b"csrfmiddlewaretoken" not in response.content


def _is_cached(request: HttpRequest) -> bool:
    page = public_pages().get(_route(request))
    return page is not None and page.cached is not Cached.NO


def _route(request: HttpRequest) -> str:
    return (request.resolver_match and request.resolver_match.url_name) or ""


def _has(request: HttpRequest, etag: str) -> bool:
    known = request.META.get("HTTP_IF_NONE_MATCH", "")
    if not known or known == etag:
        return bool(known)
    response = get_conditional_response(request, etag=etag)
    return response is not None and response.status_code == HttpResponseNotModified.status_code


@lru_cache(256)
def _encoding(accepted: str) -> str:
    """Choose how to pack an answer: br before gzip, "" where neither is wanted."""
    wanted = accepted_encodings(accepted)
    return "br" if "br" in wanted else "gzip" if "gzip" in wanted else ""
