"""Forms that take files: a body that is announced to be too large is refused before it is read."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from federation.web import sent_forms

ENVELOPE = 16 * 1024  # bytes a browser adds around a file: boundaries, the token, the other fields

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
Refusal = Callable[[HttpRequest, int], HttpResponseBase]


def limit_body(limit: Callable[[], int], refuse: Refusal) -> Callable[[View[P]], View[P]]:
    """Make the decorator that calls `refuse`, with the bytes announced, where they are more than `limit()`.

    It stands below those that ask who may, for they come first.
    """

    def decorate(view: View[P]) -> View[P]:
        checked: View[P] = csrf_protect(sent_forms.once(view))

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
