"""Error responses with the usual security headers."""

import logging
import sys
from collections.abc import Callable
from http import HTTPStatus

from csp.middleware import CSPMiddleware
from django.http import HttpRequest, HttpResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.shortcuts import render
from django.utils import translation
from django.utils.html import escape
from django.utils.translation import gettext, gettext_noop
from django.views import defaults

from federation.database.failures import is_unreachable

log = logging.getLogger(__name__)
RETRY_SECONDS = 30
# What the pages of errors say (templates/*.html), where there is no page.
TEXTS = {
    400: gettext_noop("Invalid request"),
    403: gettext_noop("Your account has no access to this page"),
    404: gettext_noop("There is no page at this address"),
    500: gettext_noop("Something went wrong on our side"),
    503: gettext_noop("Temporarily unavailable"),
}


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
        text = escape(gettext(TEXTS[status]))
        page = f"<!doctype html><meta charset=utf-8><title>{text}</title><h1>{text}</h1>"
        return HttpResponse(page, status=status)


def _secured(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Add what the innermost middleware adds, which an error further out never reaches."""
    CSPMiddleware(lambda _request: response)(request)
    XFrameOptionsMiddleware(lambda _request: response)(request)
    return response
