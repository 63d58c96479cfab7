"""Public operations of the API: rate limits, CORS and response caching.

An operation marked with `open_to_all` needs no token; one that is shown raises the number of requests a
minute. `federation.api.api.build` answers HEAD and OPTIONS beside it.
"""

import hashlib
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from ninja import Router
from ninja.decorators import decorate_view
from ninja.operation import Operation

from federation.accounts import tokens
from federation.api.problems import Refused, WrongValue, to_response
from federation.api.rate_limit import Allowance, place_of, take

# Seconds a cache between may keep an answer: who chose to be shown otherwise waits no longer.
FRESH = 30
_MARK = "_open_to_all"
_EXPOSED = "ETag, Last-Modified, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After"
_BEARER = "bearer "
_TOLD = 5
Function = TypeVar("Function", bound=Callable[..., Any])
Run = Callable[..., HttpResponseBase]


def open_to_all(*, cost: int = 1) -> Callable[[Function], Function]:
    """Let everybody call an operation, `cost` requests of their allowance each time."""

    def mark(function: Function) -> Function:
        setattr(function, _MARK, True)
        return decorate_view(lambda run: _limit_rate(run, cost=cost))(function)

    return mark


def _limit_rate(run: Run, *, cost: int) -> Run:
    operation: Operation | None = getattr(run, "__self__", None)

    @wraps(run)
    def answer(request: HttpRequest, **values: Any) -> HttpResponseBase:
        allowance = _allowance(request, cost=cost)
        if allowance is None:
            text = _("The token is not valid; the API can also be read without one.")
            return _allow_other_origins(to_response(Refused(401, "no-token", text)))
        if allowance.is_spent:
            return _allow_other_origins(to_response(_too_many(allowance)), allowance)
        refused = _unknown(operation, request) if operation else None
        response = to_response(refused) if refused else run(request, **values)
        return _allow_other_origins(_cache_answer(request, response), allowance)

    return answer


def unknown_names(operation: Operation, request: HttpRequest) -> list[str]:
    """Return the names in the query of a request that an operation does not know, shortened."""
    return [name[:40] for name in request.GET if name not in query_names(operation)]


def query_names(operation: Operation) -> list[str]:
    """Return the names an operation reads from the query of its address."""
    queries = (model for model in operation.models if model.__ninja_param_source__ == "query")
    return [name for query in queries for name in query.__ninja_flatten_map__]


def _unknown(operation: Operation, request: HttpRequest) -> Refused | None:
    """Return the refusal of a request whose query has names the operation does not know."""
    names = unknown_names(operation, request)
    if not names:
        return None
    text = _("Unknown parameters: %(names)s. Allowed here: %(known)s.")
    known = ", ".join(query_names(operation)) or "–"
    message = text % {"names": ", ".join(names[:_TOLD]), "known": known}
    each = [WrongValue(where="query", name=name, message=_("Unknown parameter.")) for name in names[:_TOLD]]
    return Refused(422, "unknown-parameter", message, errors=each)


def _allowance(request: HttpRequest, *, cost: int) -> Allowance | None:
    """Count the request for its token, else for its address; None for a token that is none."""
    shown = request.headers.get("Authorization", "")
    who, limit = f"address {place_of(request)}", settings.API_RATE
    if shown[: len(_BEARER)].lower() == _BEARER:
        token = tokens.find(shown[len(_BEARER) :].strip())
        if token is None:
            return None
        who, limit = f"token {token.pk}", settings.API_TOKEN_RATE
    return take(who, limit=limit, now=time.time(), cost=cost)


def _too_many(allowance: Allowance) -> Refused:
    text = _("At most %(limit)s requests a minute; try again in %(seconds)s seconds.")
    text %= {"limit": allowance.limit, "seconds": allowance.reset}
    return Refused(429, "too-many-requests", text)


def _cache_answer(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Set how long an answer may be cached, and answer 304 to a client that has it already."""
    if response.status_code >= 400:
        response["Cache-Control"] = "no-store"
        return response
    if not response.has_header("Cache-Control"):
        response["Cache-Control"] = f"public, max-age={FRESH}"
    if request.method not in ("GET", "HEAD") or response.status_code != 200:
        return response
    if not response.has_header("ETag") and isinstance(response, HttpResponse):
        response["ETag"] = f'"{hashlib.sha256(response.content).hexdigest()[:24]}"'
    if not response.has_header("ETag"):
        return response
    whole = cast(HttpResponse, response)  # a stream does as well, which the types do not know
    return get_conditional_response(request, etag=response["ETag"], response=whole) or response


def _allow_other_origins(response: HttpResponseBase, allowance: Allowance | None = None) -> HttpResponseBase:
    """Let scripts of any page read an answer: there is nothing in it that is not public."""
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Expose-Headers"] = _EXPOSED
    for name, value in (allowance.headers if allowance else {}).items():
        response[name] = value
    return response


def refuse_unknown(router: Router) -> None:
    """Refuse parameters no operation of a router knows, where it is not open to all: those ask themselves."""
    for view in router.path_operations.values():
        for operation in view.operations:
            if hasattr(operation.view_func, "_ninja_operation") and not getattr(
                operation.view_func, _MARK, False
            ):
                decorate_view(_refuse_unknown)(operation.view_func)


def _refuse_unknown(run: Run) -> Run:
    operation: Operation | None = getattr(run, "__self__", None)

    @wraps(run)
    def answer(request: HttpRequest, **values: Any) -> HttpResponseBase:
        refused = _unknown(operation, request) if operation else None
        return to_response(refused) if refused else run(request, **values)

    return answer


def answer_methods(router: Router) -> None:
    """Answer HEAD and OPTIONS wherever a router has an open operation; harmless when repeated."""
    for view in router.path_operations.values():
        known = {method for operation in view.operations for method in operation.methods}
        is_open = [operation for operation in view.operations if getattr(operation.view_func, _MARK, False)]
        if not is_open or "OPTIONS" in known:
            continue
        methods = sorted({method for operation in is_open for method in operation.methods})
        for opened in [operation for operation in is_open if "GET" in operation.methods]:
            head = opened.clone()
            head.methods, head.include_in_schema = ["HEAD"], False
            view.operations.append(head)
            methods.append("HEAD")
        # The path has values this operation does not read.
        view.add_operation(
            "", ["OPTIONS"], _preflight(methods, sorted(known)), auth=None, include_in_schema=False
        )


def _preflight(methods: list[str], known: list[str]) -> Callable[[HttpRequest], HttpResponse]:
    """Make the answer to OPTIONS: of the methods known at an address, pages of other sites may use some."""
    shared, allowed = (", ".join([*some, "OPTIONS"]) for some in (methods, sorted({*methods, *known})))

    def preflight(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Ninja's first
        """Answer a browser which methods a page of another site may use."""
        response = HttpResponse(status=204)
        response["Allow"], response["Access-Control-Allow-Methods"] = allowed, shared
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Allow-Headers"] = "Authorization, Content-Type, If-None-Match"
        response["Access-Control-Max-Age"] = "86400"
        return response

    return preflight
