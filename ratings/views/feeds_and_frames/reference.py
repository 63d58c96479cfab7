"""The reference of the interface for programs: every call, with an example, and every error."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from itertools import groupby
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from federation.api import reference
from federation.api.catalogue import CODES
from federation.api.reference import Call

EXAMPLES = Path(__file__).resolve().parents[2] / "api" / "examples.json"


@dataclass(frozen=True, slots=True)
class Shown:
    """A call with its example: what is asked, and what was answered."""

    call: Call
    request: str
    answer: str


@dataclass(frozen=True, slots=True)
class Error:
    """A code a refused request may have."""

    code: str
    status: int
    phrase: str
    when: str


def show(request: HttpRequest) -> HttpResponse:
    """Show every call with an example, and every error."""
    site = request.build_absolute_uri("/").rstrip("/")
    shown = [_shown(call, site) for call in reference.calls()]
    context = {
        "groups": [(name, list(some)) for name, some in groupby(shown, key=lambda row: row.call.group)],
        "errors": errors(),
        "site": site,
        "version": settings.VERSION,
        "rate": settings.API_RATE,
        "token_rate": settings.API_TOKEN_RATE,
    }
    return render(request, "ratings/programs_reference.html", context)


def errors() -> Sequence[Error]:
    """Return every error, by status and code."""
    rows = sorted(CODES.items(), key=lambda item: (item[1].status, item[0]))
    return [
        Error(code, error.status, HTTPStatus(error.status).phrase, gettext(error.when))
        for code, error in rows
    ]


@cache
def examples() -> dict[str, Any]:
    """Read the examples: by call, what was asked and answered of an invented federation."""
    by_call: dict[str, Any] = json.loads(EXAMPLES.read_text())
    return by_call


def _shown(call: Call, site: str) -> Shown:
    example = examples().get(call.key, {})
    answer = example.get("answer", "")
    text = answer if isinstance(answer, str) else json.dumps(answer, indent=2, ensure_ascii=False)
    return Shown(call, _curl(call, example, site), text)


def _curl(call: Call, example: dict[str, Any], site: str) -> str:
    """Write a call for the command line."""
    parts = ["curl"]
    if call.method != "GET":
        parts.append(f"-X {call.method}")
    if call.needs_token:
        parts.append('-H "Authorization: Bearer $TOKEN"')
    if "body" in example:
        parts.append(f"--json '{json.dumps(example['body'], ensure_ascii=False)}'")
    elif call.body:
        is_json = call.body == "application/json"
        parts.append("--json @body.json" if is_json else "--data-binary @report.h9")
    address = example.get("asked", call.path)
    return " ".join([*parts, f'"{site}{address}"'])
