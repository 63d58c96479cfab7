"""Conditional answers: a published list never changes, so an anonymous reader may keep the page."""

import hashlib

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

from federation.privacy import generation
from ratings.page_cache import version


def page_tag(request: HttpRequest, *parts: object) -> str:
    """Return the state of a page: content, reader, language; "" where it must be rendered again."""
    if request.user.is_authenticated or "messages" in request.COOKIES:
        return ""
    htmx = bool(request.headers.get("HX-Request"))
    return tag(*parts, request.get_full_path(), get_language(), htmx)


def tag(*parts: object) -> str:
    """Make a strong entity tag of a response's inputs, hidden players and the program's version.

    A player hidden on another machine is noticed as fast as cached pages notice it.
    """
    if settings.PAGE_CACHE_ENABLED:
        version.of_lists()
    text = "\0".join(str(part) for part in (settings.VERSION, generation.current(), *parts))
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:24]}"'


def unchanged(request: HttpRequest, etag: str) -> HttpResponse | None:
    """Answer 304 where the reader has this state already, None where the page must be made."""
    if not etag:
        return None
    answer = get_conditional_response(request, etag=etag)
    return mark(answer, etag) if isinstance(answer, HttpResponse) else None


def mark(response: HttpResponse, etag: str) -> HttpResponse:
    """Label a page: browsers keep it but ask each time; the middleware lets others keep what is public."""
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Language", "HX-Request"])
    if etag:
        response["ETag"] = etag
    return response
