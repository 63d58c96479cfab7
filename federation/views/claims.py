"""Claiming a record: find the player, have a code sent or ask the office, enter the code, give it up."""

import time
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from federation.accounts.permissions import account_of
from federation.api.rate_limit import take
from federation.claims import claims
from federation.claims.claims import ClaimError
from federation.forms.claims import CodeForm, OfficeForm
from federation.models import Account, Player, RecordClaim
from federation.register.visible import sights
from federation.search import search
from federation.views.register import FOUND
from federation.views.tables import FoundTable

RECORD = "record_asked"  # in the session: the record that an account was opened for
DAY = 86_400
PER_DAY = 5  # codes, and requests to the office, an account may ask for in a day
TRIES_PER_DAY = 20  # codes an account may try in a day, for all players together


@never_cache
@login_required
@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """Find the player one is, by name or number; go on to the one an account was opened for."""
    text = request.GET.get("q", "")
    if not text and (record := request.session.pop(RECORD, 0)):
        return redirect("claim", record)
    players = sights(request.user, search.find_players(text, FOUND), text=text)
    return render(request, "account/claim_find.html", {"text": text, "found": FoundTable(players)})


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def claim(request: HttpRequest, number: int) -> HttpResponse:
    """Show the ways to claim a player, and do what was asked: code, office, confirm, end."""
    account = account_of(request)
    player = get_object_or_404(Player.objects.select_related("federation", "club"), pk=number)
    if player.merged_into_id is not None:
        return redirect("claim", player.merged_into_id)
    if request.method != "POST":
        return _page(request, player)
    act = _ACTS.get(request.POST.get("act", ""))
    if act is None:
        raise BadRequest("no such act on a claim")
    try:
        answer: HttpResponse = act(request, account, player)
    except ClaimError as error:
        return _page(request, player, problem=str(error), status=409)
    return answer


def _page(request: HttpRequest, player: Player, *, status: int = 200, **context: Any) -> HttpResponse:
    mine = RecordClaim.objects.filter(account=account_of(request), player=player).order_by("-pk").first()
    page = {"player": player, "claim": mine, "code": CodeForm(), "office": OfficeForm(), **context}
    return render(request, "account/claim.html", page, status=status)


def _take(account: Account, kind: str, most: int) -> None:
    if take(f"{kind} {account.pk}", limit=most, now=time.time(), seconds=DAY).is_spent:
        raise ClaimError(_("Too many requests today. Try again tomorrow, or write to the office."))


def _language() -> str:
    return get_language() or "en"


def _send_code(request: HttpRequest, account: Account, player: Player) -> HttpResponse:
    _take(account, "claim", PER_DAY)
    claims.ask_for_code(player, account=account, language=_language())
    messages.info(
        request,
        _("If the register has an e-mail address for this player, a code is on its way to it."),
    )
    return redirect("claim", player.pk)


def _ask_office(request: HttpRequest, account: Account, player: Player) -> HttpResponse:
    form = OfficeForm(request.POST)
    if not form.is_valid():
        return _page(request, player, office=form, status=422)
    _take(account, "claim", PER_DAY)
    claims.ask_office(player, form.cleaned_data["text"], account=account, language=_language())
    messages.success(request, _("The office has your request. You will get an e-mail with its answer."))
    return redirect("claim", player.pk)


def _confirm(request: HttpRequest, account: Account, player: Player) -> HttpResponse:
    form = CodeForm(request.POST)
    mine = RecordClaim.objects.filter(account=account, player=player, state=RecordClaim.State.CODE).first()
    if mine is None:
        raise ClaimError(_("This code is no longer valid. Request another one."))
    if not form.is_valid():
        return _page(request, player, code=form, status=422)
    _take(account, "claim-code", TRIES_PER_DAY)
    if not claims.confirm(mine, form.cleaned_data["code"]):
        form.add_error("code", _("This code is wrong."))
        return _page(request, player, code=form, status=422)
    if mine.state == RecordClaim.State.WAITING:
        messages.info(request, _("Another account holds this record: the office will decide."))
        return redirect("claim", player.pk)
    messages.success(request, _("This record is now yours."))
    return redirect("me")


def _end(request: HttpRequest, account: Account, player: Player) -> HttpResponse:
    mine = RecordClaim.objects.filter(account=account, player=player, state__in=claims.OPEN_STATES).first()
    if mine is not None and claims.end(mine, account=account):
        messages.success(request, _("The record is no longer linked to your account."))
    return redirect("me")


_ACTS = {"code": _send_code, "office": _ask_office, "confirm": _confirm, "end": _end}
