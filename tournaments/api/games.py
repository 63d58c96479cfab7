"""Games by the interface for programs: a server hands them in, asks how many are there, takes one back."""

import re
import time
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Router, Schema, Status

from federation.accounts.tokens import GAMES_WRITE
from federation.api.api import Bearer, json_body, token_of
from federation.api.problems import Problem, Refused
from federation.api.rate_limit import take
from federation.vocabulary.systems.catalogue import STREAMS
from tournaments.models import GameServer, Stream, TableGame
from tournaments.online_games import intake
from tournaments.online_games.arrivals import Refusal
from tournaments.online_games.json_games import of_json
from tournaments.online_games.servers import withdraw
from tournaments.reports.findings import Finding

MOST_GAMES = 10_000  # a request
MOST_BYTES = 8 * 1024 * 1024
LEAST_COUNTED = 100  # games a request counts as at least: about what it costs without any
_KEY = re.compile(r"[A-Za-z0-9_-]{1,20}")
_CODE = re.compile(r"[!-~]{1,40}")
router = Router(auth=Bearer(GAMES_WRITE), tags=["games"])


class Said(Schema):
    """A finding: a code that stays, and a sentence."""

    code: str
    message: str


class RefusedGame(Schema):
    """A game that was not taken: its place in the batch from 0, its code, and why."""

    index: int
    code: str
    findings: list[Said]


class Taken(Schema):
    """Result of a batch, in games; `newcomers`: players enrolled, `notices`: assumptions made."""

    accepted: int
    known: int
    newcomers: int
    refused: list[RefusedGame]
    notices: list[Said]


class Received(Schema):
    """How many games of a system are there, withdrawn ones not counted."""

    system: str
    received: int


class Withdrawn(Schema):
    """Whether the game was taken out now; false where it was out already."""

    withdrawn: bool


_NAMES = {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 10}
_SIDE = {"oneOf": [{"type": "string"}, _NAMES]}
_GAME: dict[str, Any] = {
    "type": "object",
    "required": ["code", "ended"],
    "additionalProperties": False,
    "properties": {
        "code": {"oneOf": [{"type": "string", "maxLength": 40}, {"type": "integer"}]},
        "ended": {"oneOf": [{"type": "string", "format": "date-time"}, {"type": "integer"}]},
        "white": _SIDE,
        "black": _SIDE,
        "result": {"type": "string", "enum": ["1-0", "0-1", "1/2-1/2"]},
        "players": _NAMES,
        "places": {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 2},
        "max_points": {"type": "number", "exclusiveMinimum": 0, "maximum": 1000},
    },
}
_BATCH = {
    "type": "object",
    "required": ["system", "server", "games"],
    "properties": {
        "system": {"type": "string", "enum": list(STREAMS)},
        "server": {"type": "string"},
        "games": {"type": "array", "maxItems": MOST_GAMES, "items": _GAME},
    },
}
_BODY = {"requestBody": {"required": True, "content": {"application/json": {"schema": _BATCH}}}}
_PROBLEMS = {401: Problem, 403: Problem, 404: Problem, 422: Problem, 429: Problem}


@router.post("", response={200: Taken, 202: Taken, 413: Problem, **_PROBLEMS}, openapi_extra=_BODY)
def hand_in(request: HttpRequest, response: HttpResponse) -> Status[Taken]:
    """Hand in up to 10,000 games of one server and system; sent again, they are known.

    Good games are taken, the others refused one by one. 202: taken, and rated in the background; 200: nothing
    was new. 429: the token has sent as many games as it may in a minute; a request counts as 100 at least.
    """
    _count(request, response, LEAST_COUNTED)
    batch = json_body(request, limit=MOST_BYTES)
    if not isinstance(batch, dict) or not isinstance(batch.get("games"), list):
        message = _("The body is not an object with system, server and games.")
        raise Refused(422, "not-a-batch", message)
    system, games = _system(batch.get("system")), batch["games"]
    server = _server(request, batch.get("server"))
    if len(games) > MOST_GAMES:
        message = _("A request can have at most %(most)s games.") % {"most": MOST_GAMES}
        raise Refused(413, "too-many-games", message)
    if len(games) > LEAST_COUNTED:
        _count(request, response, len(games) - LEAST_COUNTED)
    read = of_json(games)
    done = intake.receive(server, system, read.games, account=token_of(request).account)
    refused = sorted([*read.refused, *done.refused], key=lambda refusal: refusal.place)
    taken = Taken(
        accepted=done.accepted,
        known=done.known,
        newcomers=done.newcomers,
        refused=[_refused_game(refusal) for refusal in refused],
        notices=[_finding_words(finding) for finding in read.notices],
    )
    return Status(202 if done.accepted else 200, taken)


@router.get("/status", response={200: Received, **_PROBLEMS})
def status(request: HttpRequest, response: HttpResponse, system: str) -> Received:
    """Return how many games of a system are there."""
    _count(request, response, LEAST_COUNTED)
    key = _system(system)
    games = Stream.objects.filter(system=key).values_list("games", flat=True).first()
    return Received(system=key, received=games or 0)


@router.delete("/{server}/{code}", response={200: Withdrawn, **_PROBLEMS})
def take_back(request: HttpRequest, response: HttpResponse, server: str, code: str) -> Withdrawn:
    """Take a game out of the ratings; they are recalculated from there on."""
    _count(request, response, LEAST_COUNTED)
    game_server = _server(request, server)
    try:
        if not _CODE.fullmatch(code):
            raise TableGame.DoesNotExist
        return Withdrawn(withdrawn=withdraw(game_server, code, account=token_of(request).account))
    except TableGame.DoesNotExist:
        raise Refused(404, "no-game", _("The server has not sent such a game.")) from None


def _count(request: HttpRequest, response: HttpResponse, games: int) -> None:
    """Count games for the token of a request and say what is left; Refused where there is nothing."""
    who, limit = f"games {token_of(request).pk}", settings.API_GAMES_RATE
    allowance = take(who, limit=limit, now=time.time(), cost=games)
    if allowance.is_spent:
        message = _(
            "At most %(limit)s games a minute, where a request counts as %(least)s at least; try again in "
            "%(seconds)s seconds."
        ) % {"limit": limit, "least": LEAST_COUNTED, "seconds": allowance.reset}
        raise Refused(429, "too-many-requests", message, headers=allowance.headers)
    for name, value in allowance.headers.items():
        response[name] = value


def _system(key: object) -> str:
    if not isinstance(key, str) or key not in STREAMS:
        message = _("Systems that accept single games: %(systems)s.") % {"systems": ", ".join(STREAMS)}
        raise Refused(422, "unknown-system", message)
    return key


def _server(request: HttpRequest, key: object) -> GameServer:
    """Find the server of an address or a body: the token's account must be its own."""
    game_server = (
        GameServer.objects.filter(key=key).first() if isinstance(key, str) and _KEY.fullmatch(key) else None
    )
    if game_server is None:
        raise Refused(404, "no-server", _("This game server does not exist."))
    if game_server.account_id != token_of(request).account_id:
        raise Refused(403, "not-your-server", _("The game server belongs to another account."))
    return game_server


def _refused_game(refusal: Refusal) -> RefusedGame:
    return RefusedGame(
        index=refusal.place,
        code=refusal.code[:60],
        findings=[_finding_words(each) for each in refusal.findings],
    )


def _finding_words(finding: Finding) -> Said:
    return Said(code=finding.code, message=finding.message)
