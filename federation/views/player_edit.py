"""The register's desk: one change of a player at a time, each in its form, and one act undone."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from federation.accounts.permissions import account_of, may_edit_player, registrar_required
from federation.forms.player_changes import changes
from federation.forms.player_fields import ChangeForm
from federation.history import undoing
from federation.models import Player
from federation.register import register
from federation.register.register import RegisterError


@require_http_methods(["GET", "POST"])
@registrar_required
def edit(request: HttpRequest, number: int) -> HttpResponse:
    """Show the forms of everything that can be changed of a player; write the one that was sent."""
    if request.method == "POST":
        return _write(request, number)
    player = _player(request, number)
    if player.merged_into_id is not None:
        return redirect("register-player", number)
    return _page(request, player)


@transaction.atomic
def _write(request: HttpRequest, number: int) -> HttpResponse:
    """Write a change; the value its page showed is compared with the present one, under lock."""
    kind = changes().get(request.POST.get("act", ""))
    if kind is None:
        raise BadRequest("no such change of a player")
    player = _player(request, number, lock=True)
    form = kind(player, account_of(request), request.POST)
    if form.is_valid():
        try:
            is_written = form.write()
        except RegisterError as refusal:
            form.add_error(None, str(refusal.message))
        else:
            if is_written:
                messages.success(request, _("Saved."))
            else:
                messages.info(request, _("No changes."))
            return redirect("register-player", number)
    return _page(request, get_object_or_404(_players(), pk=number), sent=form)


def _players() -> Any:
    return Player.objects.select_related("federation", "club", "merged_into")


def _player(request: HttpRequest, number: int, *, lock: bool = False) -> Player:
    """Return a player the account may change: PermissionDenied for one of another club."""
    player: Player = get_object_or_404(_players(), pk=number)
    if lock:
        register.lock(player)
    if not may_edit_player(request.user, player):
        raise PermissionDenied
    return player


def _page(request: HttpRequest, player: Player, *, sent: ChangeForm | None = None) -> HttpResponse:
    """Show the forms; the one that was refused first, with what is wrong."""
    account = account_of(request)
    forms = [
        sent if sent is not None and sent.act == act else kind(player, account)
        for act, kind in changes().items()
    ]
    forms.sort(key=lambda form: form is not sent)
    page = {
        "player": player,
        "forms": forms,
        "identifiers": player.identifiers.order_by("scheme"),
        "licences": player.licences.select_related("club").order_by("-season")[:3],
    }
    return render(request, "federation/register/edit.html", page, status=409 if sent else 200)


@require_POST
@registrar_required
def undo(request: HttpRequest, number: int, line: int) -> HttpResponse:
    """Undo an act, or refuse and name the acts that depend on it."""
    try:
        _undo(request, number, line)
    except RegisterError as refusal:
        messages.error(request, str(refusal.message))
    else:
        messages.success(request, _("Undone. This is recorded in the history and can be undone as well."))
    return redirect("register-player", number)


@transaction.atomic
def _undo(request: HttpRequest, number: int, line: int) -> None:
    """Undo an act; whose registrar it is, is asked behind the lock."""
    player = get_object_or_404(Player, pk=number)
    register.lock(player)
    if not may_edit_player(request.user, player):
        raise PermissionDenied
    undoing.undo(player, line, account=account_of(request))
