"""The interface for programs: who shows a token, what an error looks like, and the routers put together.

Each app brings its router; `federation.urls` hands them over, so that nothing here knows who is above.
"""

import json
import logging
from collections.abc import Iterable
from functools import cache
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI, Router
from ninja.errors import AuthenticationError, ValidationError
from ninja.security import HttpBearer

from federation.accounts import tokens
from federation.api import problems, public_api, wrong_values
from federation.api.answers import unavailable
from federation.api.problems import Refused
from federation.database.failures import UNREACHABLE
from federation.models import Token

logger = logging.getLogger(__name__)


class Bearer(HttpBearer):
    """Lets in who shows a token with one of some scopes: `Authorization: Bearer <token>`."""

    def __init__(self, *scopes: str) -> None:
        super().__init__()
        self._scopes = scopes

    # the base class asks for the request
    def authenticate(self, request: HttpRequest, token: str) -> Token | None:  # noqa: ARG002
        """Find the token; Refused when it may be used for something else only."""
        row = tokens.find(token)
        if row is not None and not set(self._scopes).intersection(row.scopes):
            text = _("The token does not allow this: it lacks the scope %(scope)s.")
            raise Refused(403, "missing-scope", text % {"scope": self._scopes[0]})
        return row


def token_of(request: HttpRequest) -> Token:
    """Return the token a request was let in with."""
    token: Token = request.auth  # type: ignore[attr-defined]  # put there by Ninja
    return token


def body(request: HttpRequest, *, limit: int) -> bytes:
    """Read a body of at most `limit` bytes; Refused when it is longer or was cut off.

    The body is read here and not by Ninja: so that every error in it is one a program can read.
    """
    check_length(request, limit=limit)
    try:
        return bytes(request.read())
    except OSError:
        raise Refused(422, "cut-off", _("The body was cut off.")) from None


def check_length(request: HttpRequest, *, limit: int, envelope: int = 0) -> None:
    """Raise Refused where a body is longer than `limit` bytes and the `envelope` of a form around them."""
    announced, most = request.META.get("CONTENT_LENGTH") or "0", limit + envelope
    if not announced.isdecimal() or len(announced) > len(str(most)) or int(announced) > most:
        text = _("A request may have %(limit)s bytes at most.")
        raise Refused(413, "too-large", text % {"limit": limit})


def json_body(request: HttpRequest, *, limit: int) -> Any:
    """Read a body of at most `limit` bytes as JSON; Refused when it is longer or something else."""
    try:
        return json.loads(body(request, limit=limit), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Refused(422, "not-json", _("The body is not JSON.")) from None


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


class _Interface(NinjaAPI):
    """Describes refusals with their own media type."""

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> Any:
        """Return the description; it is shared by all requests and must not be changed."""
        prefix = self.get_root_path(path_params or {}) if path_prefix is None else path_prefix
        return self._description(prefix)

    @cache  # noqa: B019 (one interface a process; Ninja takes 0.6 s to describe it)
    def _description(self, prefix: str) -> Any:
        """Return the description for a prefix; Ninja knows one media type for all answers."""
        description = super().get_openapi_schema(path_prefix=prefix)
        problems.describe(description)
        return description


def build(routers: Iterable[tuple[str, Router]]) -> NinjaAPI:
    """Put the routers of the apps together; nothing is shown but /openapi.json."""
    api = _Interface(
        title="Palmares",
        version=settings.VERSION,
        urls_namespace="api",
        docs_url=None,
        openapi_url="/openapi.json",
    )
    for prefix, router in routers:
        public_api.answer_methods(router)
        public_api.refuse_unknown(router)
        api.add_router(prefix, router)

    def answer(_request: HttpRequest, problem: Refused) -> HttpResponse:
        return problems.to_response(problem)

    def unknown(request: HttpRequest, _error: AuthenticationError) -> HttpResponse:
        text = _("Use a valid token: %(header)s.")
        header = "Authorization: Bearer <token>"
        return answer(request, Refused(401, "no-token", text % {"header": header}))

    def missing(request: HttpRequest, _error: Http404) -> HttpResponse:
        return answer(request, Refused(404, "not-found", _("Not found.")))

    def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
        return answer(request, wrong_values.refuse(error.errors))

    def silent(request: HttpRequest, error: Exception) -> HttpResponse:
        logger.error("%s %s: the database does not answer", request.method, request.path, exc_info=error)
        return problems.to_response(unavailable(), request)

    def broken(request: HttpRequest, error: Exception) -> HttpResponse:
        logger.error("%s %s failed", request.method, request.path, exc_info=error)
        text = _("Something went wrong on our side; the error has been logged.")
        return problems.to_response(Refused(500, "failed", text), request)

    for kind, handler in (
        (Refused, answer),
        (AuthenticationError, unknown),
        (Http404, missing),
        (ValidationError, invalid),
        *((kind, silent) for kind in UNREACHABLE),
        (Exception, broken),
    ):
        # each handler takes the one kind it is put in for
        api.add_exception_handler(kind, handler)  # type: ignore[arg-type]
    return api
