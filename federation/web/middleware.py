"""Middleware that checks every request before its view, and the answers to errors."""

import logging
import sys
from collections.abc import Callable
from functools import lru_cache
from http import HTTPStatus

from csp.middleware import CSPMiddleware
from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase, HttpResponseRedirectBase
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render, resolve_url
from django.urls import get_script_prefix, reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.html import escape
from django.utils.translation import gettext, gettext_noop
from django.views import defaults

from federation.accounts.permissions import lacks_second_factor, to_second_factor
from federation.database.failures import is_unreachable
from federation.models import display_name
from federation.web.encodings import accepted_encodings, compress_brotli

log = logging.getLogger(__name__)
RETRY_SECONDS = 30
# What the pages of errors say (templates/*.html), where there is no page.
ERROR_TEXTS = {
    400: gettext_noop("Invalid request"),
    403: gettext_noop("Your account has no access to this page"),
    404: gettext_noop("There is no page at this address"),
    500: gettext_noop("Something went wrong on our side"),
    503: gettext_noop("Temporarily unavailable"),
}

# Where people work who know players by name; everything else is public for every reader.
PROGRAMS = "/api/"
SHARED = ("/embed/", "/share/", "/feeds/", "/log/", "/public-data/", PROGRAMS)
_DEVICES = ("camera", "display-capture", "geolocation", "microphone", "midi", "payment", "serial", "usb")
_NO_DEVICES = ", ".join(f"{name}=()" for name in _DEVICES)
OFFICE = ("/desk/", "/upload/", "/review/", "/register/", "/journal/", "/jobs/", "/admin/")
_OF_A_BODY = frozenset(("Content-Encoding", "Content-Length", "Content-Type", "ETag"))
_SHORT = 200  # bytes below which an answer is left as it is, as in Django's gzip
_BROTLI = 3  # quality: smaller than gzip at level 6, in half its time
_TEXTS = frozenset(("application/json", "application/xml"))  # beside text/*, image/svg+xml and alike


class CompressTexts(GZipMiddleware):
    """Compress answers that are texts; pictures and archives are small already.

    Clients without a session get Brotli if they accept it: of 84 kB of a list 6.8 are left for 0.24 ms, of
    the longest page of a player 18 of 110 kB for 0.66 ms; gzip, at Django's level, takes 0.56 and 1.67. A
    page for a logged-in visitor is padded by chance against BREACH, which Django does with gzip alone; tokens
    in forms are masked differently each time besides.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress a response declared as text, unless gzip is refused: Django reads no `q=0`."""
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        if not (kind.startswith("text/") or kind in _TEXTS or kind.endswith("+xml")):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        accepted = accepted_encodings(request.headers.get("Accept-Encoding", ""))
        if "br" in accepted and settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return _with_brotli(response)
        return super().process_response(request, response) if "gzip" in accepted else response


def _with_brotli(response: HttpResponseBase) -> HttpResponseBase:
    """Compress a whole answer, unless it is short, streamed or compressed already."""
    if not isinstance(response, HttpResponse) or response.has_header("Content-Encoding"):
        return response
    if len(response.content) < _SHORT:
        return response
    response.content = compress_brotli(response.content, quality=_BROTLI)
    response.headers["Content-Length"] = str(len(response.content))
    response.headers["Content-Encoding"] = "br"
    etag = response.headers.get("ETag", "")
    if etag.startswith('"'):
        response.headers["ETag"] = f"W/{etag}"  # the same page, other bytes
    return response


def kept_apart(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Deny devices to every page, and answers to pages of other sites that load them as parts of their own.

    Frames, pictures for shared pages and what programs read are made for other sites and say so.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers["Permissions-Policy"] = _NO_DEVICES
        is_shared = request.path_info.startswith(SHARED)
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin" if is_shared else "same-origin"
        return response

    return answer


def tables_without_pages(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer with a line of text where a table was asked for as CSV and an error would be a page.

    A page that moved takes the question along. Below /api/ errors are problem documents.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response, query = get_response(request), request.META.get("QUERY_STRING", "")
        if "format=csv" not in query and not request.path_info.endswith(".csv"):
            return response
        if isinstance(response, HttpResponseRedirectBase) and query and "?" not in response.url:
            response.headers["Location"] = f"{response.url}?{query}"
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        return _in_a_line(request, response) if is_page and response.status_code >= 400 else response

    return answer


def _in_a_line(request: HttpRequest, response: HttpResponseBase) -> HttpResponse:
    """Return an error page's content as a line of text, with the headers that belong to it."""
    with translation.override(translation.get_language_from_request(request)):
        text = gettext(ERROR_TEXTS.get(response.status_code, HTTPStatus(response.status_code).phrase))
    line = HttpResponse(f"{text}\n", status=response.status_code)
    for name in response.headers.keys() - _OF_A_BODY:
        line.headers[name] = response.headers[name]
    line.headers["Content-Type"] = "text/plain; charset=utf-8"
    line.cookies = response.cookies
    return line


def without_nul(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse an address with a NUL (400): PostgreSQL takes no such text in a query.

    Programs have got their error before (federation.api.answers).
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("NUL in the address")
        return get_response(request)

    return answer


def second_factor_first(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Redirect an account that lacks its second factor to the page where one is set up.

    Where views ask for a role they ask for it themselves: here it is the admin, tokens, which would
    let a program in with all he may do, and logging in to other sites.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        is_guarded = request.path.startswith(_guarded_addresses(get_script_prefix()))
        if is_guarded and request.path != reverse("admin:logout") and lacks_second_factor(request.user):
            return to_second_factor(request)
        return get_response(request)

    return answer


def part_without_log_in(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer 401 where a script asks for a part of a page and would be led to log in.

    Scripts follow the way to the log-in page unseen, and would set what they find there into the page.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not isinstance(response, HttpResponseRedirect) or "HX-Request" not in request.headers:
            return response
        leads_to_log_in = response.url.partition("?")[0] == resolve_url(settings.LOGIN_URL)
        return HttpResponse(status=401) if leads_to_log_in else response

    return answer


@lru_cache(8)
def _guarded_addresses(_prefix: str) -> tuple[str, ...]:  # what addresses begin with
    return reverse("admin:index"), reverse("tokens"), reverse("idp:oidc:authorization")


def shown_as_chosen(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Show players on public pages as they have chosen."""

    def answer(request: HttpRequest) -> HttpResponse:
        with display_name.public_view(shown=not request.path_info.startswith(OFFICE)):
            return get_response(request)

    return answer


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500, or 503 where the database cannot be asked; Django calls it while it handles the error."""
    if is_unreachable(sys.exc_info()[1]):
        return unavailable(request)
    with translation.override(translation.get_language_from_request(request)):
        page = _made_or_plain(lambda: defaults.server_error(request), HTTPStatus.INTERNAL_SERVER_ERROR)
    return _secured(request, page)


def unavailable(request: HttpRequest) -> HttpResponse:
    """Answer 503 with Retry-After, in the client's language; without own queries."""
    with translation.override(translation.get_language_from_request(request)):
        context = {"may_be_lost": request.method not in ("GET", "HEAD")}
        status = HTTPStatus.SERVICE_UNAVAILABLE
        response = _made_or_plain(lambda: render(None, "503.html", context, status=status), status)
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    response.headers["Cache-Control"] = "no-store"
    return _secured(request, response)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400, in the client's language."""
    with translation.override(translation.get_language_from_request(request)):
        return _secured(request, defaults.bad_request(request, exception))


def _made_or_plain(make: Callable[[], HttpResponse], status: HTTPStatus) -> HttpResponse:
    """Make the page of an error; where that fails too, as without collected static files, one sentence."""
    try:
        return make()
    except Exception:
        log.exception("The page of an error could not be made")
        text = escape(gettext(ERROR_TEXTS[status]))
        page = f"<!doctype html><meta charset=utf-8><title>{text}</title><h1>{text}</h1>"
        return HttpResponse(page, status=status)


def _secured(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Add what the innermost middleware adds, which an error further out never reaches."""
    CSPMiddleware(lambda _request: response)(request)
    XFrameOptionsMiddleware(lambda _request: response)(request)
    return response
