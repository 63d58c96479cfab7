"""The language of an address or visitor, links to all languages, and the data of every page's shell.

The parameter (`?language=fr`) is read before anything else and taken off: behind it a request looks like one
of a reader whose browser prefers that language, so that cached pages, views and filters need not know of it.
Parts a script asks for are in the language of the page that asks (HX-Current-URL).
"""

from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.html import escape
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

NAME = "language"
# These read the parameter themselves and say in the answer that they do.
_APART = ("/api/", "/feeds/", "/embed/", "/share/")
# What makes another page of the same address; filters and orders show rows of a page that has one already.
_OWN_PAGES = ("page", "revision", "of", "table")


def language_of_address(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer in the language the address asks for; one we do not have is left to the view."""
    codes = frozenset(code for code, _name in settings.LANGUAGES)

    def answer(request: HttpRequest) -> HttpResponse:
        query = request.META.get("QUERY_STRING", "")
        is_part = "HTTP_HX_REQUEST" in request.META
        here = request.META.get("HTTP_HX_CURRENT_URL", "") if is_part else ""
        if NAME in query and not request.path_info.startswith(_APART):
            language = request.GET.get(NAME, "")
            if language in codes:
                _prefer(request, language)
        elif NAME in here:
            language = dict(parse_qsl(urlsplit(here).query)).get(NAME, "")
            if language in codes:
                _prefer(request, language)
        return get_response(request)

    return answer


def _prefer(request: HttpRequest, language: str) -> None:
    """Let a request be one of a reader who prefers a language, and take the parameter off."""
    request.META["QUERY_STRING"] = _without_language(request.META.get("QUERY_STRING", ""))
    request.META["HTTP_ACCEPT_LANGUAGE"] = language
    request.COOKIES.pop(settings.LANGUAGE_COOKIE_NAME, None)
    request.__dict__.pop("GET", None)  # read again from the rest


def _without_language(query: str) -> str:
    return urlencode([pair for pair in parse_qsl(query, keep_blank_values=True) if pair[0] != NAME])


@csrf_exempt  # public pages carry no token, and are cached for everyone
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Keep the language a visitor chose until the browser is closed, and return to the page."""
    answer = HttpResponseRedirect(_page_to_return_to(request))
    language = request.POST.get(NAME, "")
    if language in dict(settings.LANGUAGES):
        answer.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite="Lax",
        )
    return answer


def _page_to_return_to(request: HttpRequest) -> str:
    """Return the page of this site that had the form, without a language in its address."""
    for address in (request.POST.get("next"), request.headers.get("referer")):
        if url_has_allowed_host_and_scheme(
            address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        ):
            parts = urlsplit(address or "")
            if NAME not in parts.query:
                return parts.geturl()
            return parts._replace(query=_without_language(parts.query)).geturl()
    return "/"


def own_query(request: HttpRequest) -> list[tuple[str, str]]:
    """Return what of a query makes a page of its own."""
    return [(name, request.GET[name]) for name in _OWN_PAGES if request.GET.get(name)]


def links(request: HttpRequest, path: str = "") -> SafeString:
    """Return the links of a page's head: its own address in its language, and in every language.

    `path`: of the page with the same content, if another. Written by hand: every page has them.
    """
    plain = str(escape(own_address(request, "", path=path)))
    asking = f"{plain}{'&amp;' if '?' in plain else '?'}{NAME}="
    others = "".join(
        f'<link rel="alternate" hreflang="{code}" href="{asking}{code}">'
        for code, _name in settings.LANGUAGES
    )
    canonical = f'<link rel="canonical" href="{asking}{get_language()}">'
    return SafeString(  # the address is escaped, codes of languages are the settings'
        f'{canonical}{others}<link rel="alternate" hreflang="x-default" href="{plain}">'
    )


def own_address(request: HttpRequest, language: str | None = None, *, path: str = "") -> str:
    """Return the address of a page in a language, by default the reader's; "": their preference."""
    base, query = request.build_absolute_uri(path or request.path), own_query(request)
    if language_code := get_language() if language is None else language:
        query.append((NAME, language_code))
    return f"{base}?{urlencode(query)}" if query else base


def shell(request: HttpRequest) -> dict[str, Any]:
    """Return the base template the federation's name and version; no query."""
    return {
        "federation_name": settings.FEDERATION_NAME,
        "palmares_version": settings.VERSION,
        "path": request.get_full_path(),
        "page_links": partial(links, request),
        "may_sign_up": settings.SIGN_UP,
        "second_factor_off": not settings.SECOND_FACTOR_REQUIRED,
    }
