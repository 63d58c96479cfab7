"""The interface for programs: its reference, with examples and every error, and the page for programmers."""

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
from django.urls import reverse
from django.utils.translation import gettext

from federation.api import reference
from federation.api.catalogue import CODES
from federation.api.reference import Call
from federation.models import Club
from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.lists.queries import entries, find_list, systems
from ratings.lists.selection import Selection

EXAMPLES = Path(__file__).resolve().parents[2] / "api" / "examples.json"
STRONGEST = 10  # women whom the call with filters finds at least, where a list has as many


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


def programs(request: HttpRequest) -> HttpResponse:
    """Explain the interface for programs with calls that work as they stand."""
    rows = systems()
    key = rows[0].key if rows else next(iter(CATALOGUE))
    widget = reverse("embed-list", args=[key])
    context = {
        "site": request.build_absolute_uri("/").rstrip("/"),
        "system": key,
        "lowest": _lowest_rating(key),
        "systems": rows,
        "widget": widget,
        "club": Club.objects.filter(players__isnull=False).values_list("code", flat=True).first() or "",
        "player": 1,
        "tournament": 1,
        "rate": settings.API_RATE,
        "token_rate": settings.API_TOKEN_RATE,
    }
    return render(request, "ratings/programs.html", context)


def _lowest_rating(system: str) -> int:
    """Return a hundred that the strongest women of the newest list reach: scales begin and end elsewhere."""
    found = find_list(system)
    if found is None:
        return 0
    ratings = entries(found.list, Selection(sex="f")).values_list("rating", flat=True)
    return min(ratings[:STRONGEST], default=0) // 100 * 100
