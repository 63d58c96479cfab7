"""Middleware that renders every error below /api/ as a problem document (RFC 9457)."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from federation.api.problems import Refused, to_response
from federation.database.failures import UNREACHABLE
from federation.web.middleware import PROGRAMS

_JSON = ("application/json", "application/problem+json")
_KEPT = ("Allow", "Retry-After", "Vary", "Set-Cookie")  # headers of the answer that is replaced


class AsProblems:
    """Middleware that answers programs with a problem document where browsers get a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request; an address with NUL, which PostgreSQL cannot be asked for, is refused here."""
        if not request.path_info.startswith(PROGRAMS):
            return self._get_response(request)
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            return to_response(Refused(422, "invalid", _("NUL in the address.")))
        answer = self._get_response(request)
        if answer.status_code < 400 or answer.headers.get("Content-Type", "").startswith(_JSON):
            return answer
        return _told(request, answer)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer 503 where the database could not be asked."""
        if request.path_info.startswith(PROGRAMS) and isinstance(error, UNREACHABLE):
            return to_response(unavailable(), request)
        return None


def unavailable() -> Refused:
    """Return the refusal of a request the database did not answer."""
    return Refused(503, "unavailable", _("The database does not answer at the moment; try again soon."))


def _told(request: HttpRequest, answer: HttpResponseBase) -> HttpResponse:
    """Return an error page's content as a problem document, with the headers that belong to it."""
    response = to_response(_refusal(answer), request)
    for name in _KEPT:
        if name in answer.headers:
            response[name] = answer.headers[name]
    return response


def _refusal(answer: HttpResponseBase) -> Refused:
    """Return what an answer means by its status."""
    status = answer.status_code
    if status == 404:
        text = _("There is nothing at this address; all addresses: %(address)s.")
        return Refused(404, "unknown-address", text % {"address": "/api/v1/openapi.json"})
    if status == 405:
        text = _("This address does not answer this method. Allowed: %(methods)s.")
        return Refused(405, "wrong-method", text % {"methods": answer.headers.get("Allow", "–")})
    if status == 413:
        return Refused(413, "too-large", _("The request is too large."))
    if status == 503:
        return unavailable()
    if status >= 500:
        return Refused(500, "failed", _("Something went wrong on our side; the error has been logged."))
    return Refused(status, "bad-request", _("The request cannot be understood."))
