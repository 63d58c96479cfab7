"""What is answered where a request failed, with every header that other answers have."""

import sys
from http import HTTPStatus

from csp.middleware import CSPMiddleware
from django.http import HttpRequest, HttpResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.shortcuts import render
from django.utils import translation
from django.views import defaults

from federation.database.failures import is_unreachable

RETRY_SECONDS = 30


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500, or 503 where the database cannot be asked; Django calls it while it handles the error."""
    if is_unreachable(sys.exc_info()[1]):
        return unavailable(request)
    with translation.override(translation.get_language_from_request(request)):
        return _secured(request, defaults.server_error(request))


def unavailable(request: HttpRequest) -> HttpResponse:
    """Answer 503 and when to come again, in the language of whoever asks; asks no database itself."""
    with translation.override(translation.get_language_from_request(request)):
        context = {"may_be_lost": request.method not in ("GET", "HEAD")}
        response = render(None, "503.html", context, status=HTTPStatus.SERVICE_UNAVAILABLE)
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    response.headers["Cache-Control"] = "no-store"
    return _secured(request, response)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400, in the language of whoever asks."""
    with translation.override(translation.get_language_from_request(request)):
        return _secured(request, defaults.bad_request(request, exception))


def _secured(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Add what the innermost middleware adds, which an error further out never reaches."""
    CSPMiddleware(lambda _request: response)(request)
    XFrameOptionsMiddleware(lambda _request: response)(request)
    return response
