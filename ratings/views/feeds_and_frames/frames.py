"""Common parts of all frames for other sites: parameters of the address, time in caches."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt

from federation.api.public_api import FRESH
from ratings.views.lists.freshness import tag

LEAST, USUAL, MOST = 3, 10, 50
THEMES = ("auto", "light", "dark")
_SHOWN = 40  # characters of a wrong value

View = Callable[..., HttpResponseBase]


class WrongParameter(Exception):
    """Error in the address of a frame or feed; the message, in the reader's language, names it."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Settings of a frame: its look, its language, the number of rows."""

    theme: str
    language: str
    top: int


def framed(*known: str) -> Callable[[View], View]:
    """Let other sites show a view, which receives its Frame; `known`: its further parameters.

    An unknown parameter, or a wrong value, is an error (400) that names it.
    """

    def decorate(view: View) -> View:
        @xframe_options_exempt
        @csp_replace({"frame-ancestors": ["*"]})
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **values: Any) -> HttpResponseBase:
            try:
                frame = read(request, known)
                with translation.override(frame.language):
                    return view(request, frame, *args, **values)
            except WrongParameter as wrong:
                response = render(request, "ratings/embed_wrong.html", {"why": wrong}, status=400)
                response["Cache-Control"] = "no-store"
                return response

        return answer

    return decorate


def read(request: HttpRequest, known: Iterable[str]) -> Frame:
    """Read the settings of a frame; WrongParameter for an unknown parameter or a wrong value."""
    names = ("theme", "language", *known)
    for name in request.GET:
        if name not in names:
            message = _("There is no parameter “%(name)s”. Allowed here: %(known)s.")
            raise WrongParameter(message % {"name": name[:_SHOWN], "known": ", ".join(names)})
    language = one_of(request, "language", [code for code, _name in settings.LANGUAGES])
    return Frame(
        one_of(request, "theme", THEMES) or THEMES[0],
        language or get_language() or settings.LANGUAGE_CODE,
        _count(request.GET.get("top", "")),
    )


def one_of(request: HttpRequest, name: str, choices: Iterable[str]) -> str:
    """Read a parameter with fixed values, "" if missing; WrongParameter for another value."""
    asked = request.GET.get(name, "")
    if asked and asked not in choices:
        message = _("“%(name)s” cannot be “%(value)s”. Allowed values: %(known)s.")
        values = {"name": name, "value": asked[:_SHOWN], "known": ", ".join(choices)}
        raise WrongParameter(message % values)
    return asked


def _count(text: str) -> int:
    if not text:
        return USUAL
    if not (text.isascii() and text.isdigit() and len(text) < 6 and LEAST <= int(text) <= MOST):
        message = _("“top” must be a number from %(least)s to %(most)s, not “%(value)s”.")
        raise WrongParameter(message % {"least": LEAST, "most": MOST, "value": text[:_SHOWN]})
    return int(text)


def answered(
    request: HttpRequest, frame: Frame, state: Iterable[object], make: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return a frame, made only where the reader does not have it in this `state` already."""
    etag = tag("embed", request.path, *state, frame.top, frame.theme, frame.language)
    known = get_conditional_response(request, etag=etag)
    answer = known if isinstance(known, HttpResponse) else make()
    answer["ETag"] = etag
    answer["Cache-Control"] = f"public, max-age={FRESH}"
    answer["Content-Language"] = frame.language
    if "language" not in request.GET:
        patch_vary_headers(answer, ["Accept-Language"])
    return answer
