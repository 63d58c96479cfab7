"""Why a request by the interface is refused: a problem document (RFC 9457), in the language asked for."""

from http import HTTPStatus
from typing import Any

from django.http import HttpResponse, JsonResponse
from ninja import Schema

MEDIA_TYPE = "application/problem+json"


class Obstacle(Schema):
    """What stands in the way: a code that stays, and a sentence in the language asked for."""

    code: str
    message: str


class Problem(Obstacle):
    """Why a request was refused, as RFC 9457 has it; `message` says the same as `detail`."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str


class Refused(Exception):
    """A request is refused, with a status, a code and a sentence in the reader's language."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


def to_response(problem: Refused) -> HttpResponse:
    """Return the answer to a refused request; 401 asks for a token."""
    told = Problem(
        code=problem.code,
        message=problem.message,
        title=HTTPStatus(problem.status).phrase,
        status=problem.status,
        detail=problem.message,
    )
    response = JsonResponse(told.model_dump(), status=problem.status, content_type=MEDIA_TYPE)
    if problem.status == 401:
        response["WWW-Authenticate"] = "Bearer"
    return response


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
    ours = [one for one in choices if one.get("$ref", "").endswith("/Problem")]
    if not ours:
        return
    others = [one for one in choices if one not in ours]
    content[MEDIA_TYPE] = {"schema": ours[0]}
    del content["application/json"]
    if others:
        whole = others[0] if len(others) == 1 else {**schema, "anyOf": others}
        content["application/json"] = {"schema": whole}
