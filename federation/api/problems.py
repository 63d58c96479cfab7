"""Why a request by the interface is refused: a problem document (RFC 9457), in the language asked for."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from types import MappingProxyType
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from ninja import Schema

MEDIA_TYPE = "application/problem+json"
REFERENCE = "programs-reference"  # the page that explains every code
_RETRY = 30  # seconds after which to ask again where the database does not answer


class Obstacle(Schema):
    """What stands in the way: a code that stays, and a sentence in the language asked for."""

    code: str
    message: str


class WrongValue(Schema):
    """A value that cannot be meant: where (query, path, body), its name, and a sentence."""

    where: str
    name: str
    message: str


class Problem(Obstacle):
    """Reason of a refused request, as a problem document (RFC 9457); `message` equals `detail`.

    `type` is an address of this site that explains the code, relative to the address asked; `instance` the
    path asked, where nothing is at it or we failed; `about` the address of what stands in the way. `errors`
    stands only where single values are wrong.
    """

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    instance: str | None = None
    about: str | None = None
    errors: list[WrongValue] | None = None


class Refused(Exception):
    """A request is refused, with a status, a code, a sentence in the reader's language, and headers."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        errors: Sequence[WrongValue] = (),
        about: str = "",
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.errors = status, code, message, errors
        self.about = about
        self.headers = headers


def to_response(problem: Refused, request: HttpRequest | None = None, **more: Any) -> HttpResponse:
    """Return the answer to a refused request; 401 asks for a token, 503 carries Retry-After."""
    document = fields(problem, request).model_dump(exclude_none=True)
    response = JsonResponse(document | more, status=problem.status, content_type=MEDIA_TYPE)
    response["Cache-Control"] = "no-store"
    for name, value in problem.headers.items():
        response[name] = value
    if problem.status == 401:
        response["WWW-Authenticate"] = "Bearer"
    if problem.status == 503:
        response["Retry-After"] = str(_RETRY)
    return response


def fields(problem: Refused, request: HttpRequest | None = None) -> Problem:
    """Return the fields of the problem document of a refused request."""
    return Problem(
        code=problem.code,
        message=problem.message,
        type=f"{reverse(REFERENCE)}#{problem.code}",
        title=HTTPStatus(problem.status).phrase,
        status=problem.status,
        detail=problem.message,
        instance=request.path if request else None,
        about=problem.about or None,
        errors=list(problem.errors) or None,
    )


def describe(description: dict[str, Any]) -> None:
    """Write the media type of problems into a description (OpenAPI), beside what else a status answers."""
    for calls in description["paths"].values():
        for call in calls.values():
            for response in call.get("responses", {}).values():
                _part(response.get("content", {}))


def _part(content: dict[str, Any]) -> None:
    """Move the problems of one answer from its JSON to a media type of their own."""
    schema = content.get("application/json", {}).get("schema", {})
    choices = schema.get("anyOf", [schema])
    ours = [choice for choice in choices if choice.get("$ref", "").endswith(("/Problem", "/JobRefused"))]
    if not ours:
        return
    others = [choice for choice in choices if choice not in ours]
    content[MEDIA_TYPE] = {"schema": ours[0]}
    del content["application/json"]
    if others:
        whole = others[0] if len(others) == 1 else {**schema, "anyOf": others}
        content["application/json"] = {"schema": whole}
