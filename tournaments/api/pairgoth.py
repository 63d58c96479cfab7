"""Pairgoth's webhook: who is entered goes out, pairings, results and standings come in.

Every call but the first shows a secret in `X-Pairgoth-Secret`. Pairgoth shows the `error` of an answer that
is no success and the `message` of any other whose `status` is false; refusals have both. A redirect would
lose the body of a call, so these addresses have no slash at the end.
Source: Pairgoth 0.25, doc/reference.md ("Pairgoth Webhook specification"), its servlet and its pages.
"""

import json
import logging
import re
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from federation.accounts import tokens
from federation.accounts.permissions import is_organiser
from federation.api import api
from federation.api.problems import Refused
from federation.api.rate_limit import place_of, take
from federation.models import Account
from federation.models.display_name import public_view
from tournaments.models import ExpectedTournament, PublishedRound
from tournaments.pairing_programs import arrivals, entrants, expected, handing_in
from tournaments.pairing_programs.pairgoth.refusals import TEXTS, Unusable

logger = logging.getLogger(__name__)
Work = Callable[[ExpectedTournament], dict[str, Any]]

_STATUS = {
    "wrong-secret": 401,
    "not-an-organiser": 403,
    "unknown-code": 404,
    "ended": 404,
    "wrong-method": 405,
    "handed-in": 409,
    "too-large": 413,
    "too-many-requests": 429,
    "failed": 500,
}
_UNUSABLE = 422
_MOST_PRESENCES = 1_000
_PRESENCES_BYTES = 256 * 1024
_ISO_COUNTRIES = {"UK": "GB"}


@csrf_exempt
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """Answer that the service is running; called without a secret, when Pairgoth starts."""
    try:
        _check_method(request, "GET", "HEAD")
        _count(request, f"address {place_of(request)}", settings.API_RATE)
    except Unusable as refusal:
        return _refused(refusal, None)
    return JsonResponse({"status": True, "name": settings.FEDERATION_NAME, "version": settings.VERSION})


@csrf_exempt
@never_cache
def players(request: HttpRequest, code: str) -> HttpResponse:
    """Answer who is entered for a tournament."""

    def tell(tournament: ExpectedTournament) -> dict[str, Any]:
        lines = entrants.lines(tournament)
        return {"players": [_player(line, rounds=tournament.rounds) for line in lines]}

    return _answered(request, "GET", code, tell)


@csrf_exempt
@never_cache
def pairings(request: HttpRequest, code: str, number: str) -> HttpResponse:
    """Take the pairings or the results of a round."""
    return _published(request, code, number, arrivals.GAMES)


@csrf_exempt
@never_cache
def standings(request: HttpRequest, code: str, number: str) -> HttpResponse:
    """Take the standings after a round."""
    return _published(request, code, number, arrivals.STANDINGS)


@csrf_exempt
@never_cache
def presences(request: HttpRequest, code: str, number: str) -> HttpResponse:
    """Take who plays a round after all, or does not."""

    def note(tournament: ExpectedTournament) -> dict[str, Any]:
        attendance = _read_presences(_body(request, limit=_PRESENCES_BYTES))
        entrants.note_presences(tournament, _round(number, tournament), attendance)
        return {}

    return _answered(request, "POST", code, note)


def _published(request: HttpRequest, code: str, number: str, kind: PublishedRound.Kind) -> HttpResponse:
    def keep(tournament: ExpectedTournament) -> dict[str, Any]:
        data = _body(request, limit=arrivals.MOST_BYTES)
        arrivals.take(tournament, kind, _round(number, tournament), data)
        # Not in one transaction with it: the page is stored even if the draft fails.
        handing_in.follow(tournament)
        return {}

    return _answered(request, "POST", code, keep)


def _answered(request: HttpRequest, method: str, code: str, work: Work) -> HttpResponse:
    """Do the work on a tournament and answer; refusals are in the organiser's language."""
    tournament: ExpectedTournament | None = None
    try:
        account = _account(request)
        _check_method(request, method)
        tournament = expected.find(account, code)
        with public_view(shown=False), translation.override(tournament.language):
            answer = {"status": True, **work(tournament)}
        expected.note_heard(tournament)
    except Unusable as refusal:
        if tournament is not None:
            expected.note_heard(tournament, refusal)
        return _refused(refusal, tournament)
    except Exception:
        logger.exception("%s %s failed", request.method, request.path)
        return _refused(Unusable("failed"), tournament)
    return JsonResponse(answer)


def _account(request: HttpRequest) -> Account:
    """Return the account of the secret sent, and count the call. Raises Unusable.

    A secret is looked up by its digest, so that the time it takes reveals nothing about others.
    """
    shown = request.headers.get("X-Pairgoth-Secret", "")
    token = tokens.find(shown) if shown else None
    if token is None or tokens.PAIRING_PROGRAM not in token.scopes:
        _count(request, f"address {place_of(request)}", settings.API_RATE)
        raise Unusable("wrong-secret")
    _count(request, f"token {token.pk}", settings.API_TOKEN_RATE)
    if not is_organiser(token.account):
        raise Unusable("not-an-organiser")
    return token.account


def _count(_request: HttpRequest, who: str, limit: int) -> None:
    allowance = take(who, limit=limit, now=time.time())
    if allowance.is_spent:
        raise Unusable("too-many-requests", limit=limit, seconds=allowance.reset)


def _check_method(request: HttpRequest, *methods: str) -> None:
    if request.method not in methods:
        raise Unusable("wrong-method", method=methods[0])


def _round(text: str, tournament: ExpectedTournament) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise Unusable("bad-cell", text=text[:40], name="round")
    if not 1 <= int(text) <= tournament.rounds:
        raise Unusable("beyond", round=int(text), rounds=tournament.rounds)
    return int(text)


def _body(request: HttpRequest, *, limit: int) -> bytes:
    try:
        return api.body(request, limit=limit)
    except Refused as refused:
        values = {"limit": limit} if refused.code == "too-large" else {}
        raise Unusable(refused.code, **values) from None


def _read_presences(data: bytes) -> list[tuple[int, bool]]:
    """Read who is present: a list of objects with a number and true or false."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        raise Unusable("not-json") from None
    if not isinstance(document, list) or len(document) > _MOST_PRESENCES:
        raise Unusable("bad-presence")
    return [_presence(presence) for presence in document]


def _presence(presence: object) -> tuple[int, bool]:
    if not isinstance(presence, dict) or not isinstance(presence.get("present"), bool):
        raise Unusable("bad-presence")
    key = str(presence.get("id"))
    if not re.fullmatch(r"[0-9]{1,18}", key):
        raise Unusable("bad-presence")
    return int(key), presence["present"]


def _player(line: entrants.Line, *, rounds: int) -> dict[str, Any]:
    """Return an entrant as Pairgoth reads one; what is not known is left out."""
    player = {
        "id": line.key,
        "lastname": line.surname,
        "firstname": line.given_name,
        "country": _ISO_COUNTRIES.get(line.country, line.country),
        "club": line.club,
        "rounds": "".join("0" if number in line.absent else "1" for number in range(1, rounds + 1)),
    }
    known = {
        "rank": line.rank,
        "rating": line.rating,
        "pin": line.identifiers.get("egd"),
        "ffg": line.identifiers.get("ffg"),
        "aga": line.identifiers.get("aga"),
    }
    return player | {name: value for name, value in known.items() if value not in (None, "")}


def _refused(refusal: Unusable, tournament: ExpectedTournament | None) -> HttpResponse:
    with translation.override(tournament.language if tournament else translation.get_language()):
        text = gettext(TEXTS[refusal.code]).format(**refusal.values)
    status = _STATUS.get(refusal.code, _UNUSABLE)
    answer = {"status": False, "message": text, "error": text, "code": refusal.code}
    response = JsonResponse(answer, status=status)
    if status == 405:
        response["Allow"] = str(refusal.values["method"])
    return response
