"""Forms refused: the second copy of a double click, with a message; too large a body, before it is read.

A page masks the token of its forms differently each time it is made, so the token, the address and the fields
are the same only where one form of one page is sent again. Both copies raise one number (`counting`); the one
that finds it raised is second. It stays raised for a while after an act. What was refused, a file that was
handed out and a part of a page, which stays open, may be sent again as soon as the answer is there.

Two forms are out of scope: simultaneous requests of two people or two windows are settled under the locks of
the act itself.
"""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from federation.web import counting

SECONDS = 60
_MASKED = "csrfmiddlewaretoken"
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
ENVELOPE = 16 * 1024  # bytes a browser adds around a file: boundaries, the token, the other fields
Refusal = Callable[[HttpRequest, int], HttpResponseBase]


class SentOnce:
    """Middleware that accepts each form sent to a view once.

    Views outside the check of the token are passed over: the data sent to them has not been read yet.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        return self._get_response(request)

    def process_view(
        self, request: HttpRequest, view: View[...], arguments: tuple[Any, ...], named: dict[str, Any]
    ) -> HttpResponseBase | None:
        """Ask the view of a form that was sent; None leaves it to Django."""
        if request.method != "POST" or getattr(view, "csrf_exempt", False):
            return None
        return once(view)(request, *arguments, **named)


def once(view: View[P]) -> View[P]:
    """Answer a form that was sent before with a refusal, in the place of the view."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        name = _name_of(request)
        if not name:
            return view(request, *args, **kwargs)
        if counting.count(name, by=1, seconds=SECONDS) > 1:
            counting.count(name, by=-1, seconds=SECONDS)
            return _refuse(request)
        is_done = False
        try:
            response = view(request, *args, **kwargs)
            is_done = _is_act(request, response)
        finally:
            if not is_done:
                counting.count(name, by=-1, seconds=SECONDS)
        return response

    return answer


def _name_of(request: HttpRequest) -> str:
    """Return the common part of two copies of a form; "" if it is not from our pages."""
    if request.method != "POST" or request.content_type not in _FORMS or _MASKED not in request.POST:
        return ""
    files = [(field, file.name, file.size) for field, given in request.FILES.lists() for file in given]
    content = (request.path, request.META.get("QUERY_STRING", ""), request.POST.urlencode(), files)
    return f"form-{sha256(repr(content).encode()).hexdigest()}"


def _is_act(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Return whether an answer ends the form's page, and nothing was refused."""
    if "HX-Request" in request.headers or response.has_header("Content-Disposition"):
        return False
    return response.status_code < HTTPStatus.BAD_REQUEST


def _refuse(request: HttpRequest) -> HttpResponse:
    """Lead back to the page of the form; a script that asked for a part of it is left with what it has."""
    if "HX-Request" in request.headers:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    messages.warning(request, _("You sent this form twice. Only the first one counts."))
    before = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(before, {request.get_host()}, request.is_secure())
    return redirect(before if is_ours else "home")


def limit_body(limit: Callable[[], int], refuse: Refusal) -> Callable[[View[P]], View[P]]:
    """Make the decorator that calls `refuse`, with the bytes announced, where they are more than `limit()`.

    It stands below those that ask who may, for they come first.
    """

    def decorate(view: View[P]) -> View[P]:
        checked: View[P] = csrf_protect(once(view))

        # Outside the cross-site check on purpose: that check reads the whole body. `checked` is inside it.
        @csrf_exempt
        @wraps(view)
        def limited(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            size = announced_bytes(request)
            if size > limit():
                return refuse(request, size)
            return checked(request, *args, **kwargs)

        return limited

    return decorate


def announced_bytes(request: HttpRequest) -> int:
    """Return the announced length of a body; 0 if missing or not in figures, as Django reads it."""
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0
