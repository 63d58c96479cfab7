"""The interface for programs: who shows a token, what an error looks like, and the routers put together.

Each app brings its router; `federation.urls` hands them over, so that nothing here knows who is above.
"""

import json
import logging
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI, Router, Schema
from ninja.errors import AuthenticationError, ValidationError
from ninja.security import HttpBearer

from federation.accounts import tokens
from federation.api import public_api
from federation.models import Token

logger = logging.getLogger(__name__)


class Problem(Schema):
    """Why a request was refused: a code that stays, and a sentence for whoever reads the log."""

    code: str
    message: str


class Refused(Exception):
    """A request is refused, with a status and a problem."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


class Bearer(HttpBearer):
    """Lets in who shows a token with a scope: `Authorization: Bearer <token>`."""

    def __init__(self, scope: str) -> None:
        super().__init__()
        self._scope = scope

    # the base class asks for the request
    def authenticate(self, request: HttpRequest, token: str) -> Token | None:  # noqa: ARG002
        """Find the token; Refused when it may be used for something else only."""
        found = tokens.find(token)
        if found is not None and self._scope not in found.scopes:
            raise Refused(403, "missing-scope", f"The token has not the scope {self._scope}.")
        return found


def token_of(request: HttpRequest) -> Token:
    """Return the token a request was let in with."""
    token: Token = request.auth  # type: ignore[attr-defined]  # put there by Ninja
    return token


def body(request: HttpRequest, *, limit: int) -> bytes:
    """Read a body of at most `limit` bytes; Refused when it is longer or was cut off.

    The body is read here and not by Ninja: whatever it says, the answer is an error a program can read.
    """
    announced = request.META.get("CONTENT_LENGTH") or "0"
    if not announced.isdecimal() or len(announced) > len(str(limit)) or int(announced) > limit:
        raise Refused(413, "too-large", f"A request has at most {limit} bytes.")
    try:
        return bytes(request.read())
    except OSError:
        raise Refused(422, "cut-off", "The body was cut off.") from None


def json_body(request: HttpRequest, *, limit: int) -> Any:
    """Read a body of at most `limit` bytes as JSON; Refused when it is longer or something else."""
    try:
        return json.loads(body(request, limit=limit), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Refused(422, "not-json", "The body is not JSON.") from None


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def build(routers: Iterable[tuple[str, Router]]) -> NinjaAPI:
    """Put the routers of the apps together; nothing is shown but /openapi.json."""
    api = NinjaAPI(
        title="Palmares",
        version=settings.VERSION,
        urls_namespace="api",
        docs_url=None,
        openapi_url="/openapi.json",
    )
    for prefix, router in routers:
        public_api.answer_methods(router)
        api.add_router(prefix, router)

    def answer(request: HttpRequest, problem: Refused) -> HttpResponse:
        body = {"code": problem.code, "message": problem.message}
        response = api.create_response(request, body, status=problem.status)
        if problem.status == 401:
            response["WWW-Authenticate"] = "Bearer"
        return response

    def unknown(request: HttpRequest, _error: AuthenticationError) -> HttpResponse:
        told = "Show a token that is in force: Authorization: Bearer <token>."
        return answer(request, Refused(401, "no-token", told))

    def missing(request: HttpRequest, _error: Http404) -> HttpResponse:
        return answer(request, Refused(404, "not-found", "There is no such thing."))

    def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
        where = ", ".join(".".join(map(str, one.get("loc", ()))) for one in error.errors)
        return answer(request, Refused(422, "invalid", f"Missing or wrong: {where}."))

    def broken(request: HttpRequest, error: Exception) -> HttpResponse:
        logger.error("%s %s failed", request.method, request.path, exc_info=error)
        return answer(request, Refused(500, "failed", "The office could not do that; it has been noted."))

    for kind, handler in (
        (Refused, answer),
        (AuthenticationError, unknown),
        (Http404, missing),
        (ValidationError, invalid),
        (Exception, broken),
    ):
        # each handler takes the one kind it is put in for
        api.add_exception_handler(kind, handler)  # type: ignore[arg-type]
    return api
