"""Error reports of players: a game, an entry of their tournaments, their name or club."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from federation.accounts.permissions import account_of
from federation.claims import corrections
from federation.claims.corrections import CorrectionError
from federation.models import Player
from ratings.forms.errors import ErrorForm
from ratings.players import own_record
from ratings.views.players.me import own_player, take_today

REPORTS = 10  # in a day


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def report(request: HttpRequest, number: int) -> HttpResponse:
    """Show the form, and send the report to the office."""
    player = own_player(request, number)
    initial = {"kind": "result", **{name: request.GET.get(name, "") for name in ("game", "tournament")}}
    form = ErrorForm(
        request.POST if request.method == "POST" else None,
        tournaments=own_record.tournaments_of(player),
        games=own_record.games_of(player)[: own_record.OFFERED],
        initial=initial,
    )
    if request.method == "POST" and form.is_valid() and _send(request, player, form):
        messages.success(request, _("The office has your report. You will get an e-mail with its answer."))
        return redirect("me")
    page = {"form": form, "player": player}
    return render(request, "account/report_error.html", page, status=422 if form.errors else 200)


def _send(request: HttpRequest, player: Player, form: ErrorForm) -> bool:
    if not take_today(request, "me-error", REPORTS):
        form.add_error(None, _("Too many requests today. Try again tomorrow, or write to the office."))
        return False
    try:
        corrections.report(player, form.error(), account=account_of(request), language=get_language() or "en")
    except CorrectionError as error:
        form.add_error(None, str(error))
        return False
    return True
