"""The register's desk: one act on a player undone."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from federation.accounts.permissions import account_of, may_edit_player, registrar_required
from federation.history import undoing
from federation.models import Player
from federation.register import register
from federation.register.register import RegisterError


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
