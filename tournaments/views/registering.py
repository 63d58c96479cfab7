"""The register's desk: a new player, once those who resemble them were looked at."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from federation.accounts.permissions import account_of, registrar_required
from federation.forms.player_fields import NewPlayerForm
from federation.models import Account, Player
from federation.register.candidates import Candidate
from federation.register.register import RegisterError
from federation.register.visible import PlayerView, sight
from federation.vocabulary.keys import keys_from
from tournaments.matching.matching import TEXTS, Match
from tournaments.people import registering
from tournaments.people.registering import Resembles

_MOST = 50  # numbers


@dataclass(frozen=True, slots=True)
class Resembling:
    """A player who may be meant, as the registrar may see them, and why."""

    sight: PlayerView
    candidate: Candidate
    reasons: tuple[str, ...]


@require_http_methods(["GET", "POST"])
@registrar_required
def new(request: HttpRequest) -> HttpResponse:
    """Enrol a player; before a double could be made, or an erased person come back, say so and ask."""
    account = account_of(request)
    if request.method != "POST":
        return _page(request, NewPlayerForm(account=account))
    form = NewPlayerForm(request.POST, account=account)
    if not form.is_valid():
        return _page(request, form, status=409)
    try:
        player = registering.enrol(
            form.newcomer(),
            form.cleaned_data["club"],
            seen=_numbers_seen(request),
            erased=request.POST.get("erased", ""),
            account=account,
        )
    except Resembles as found:
        return _page(request, form, found, status=409)
    except RegisterError as refusal:
        form.add_error(None, str(refusal.message))
        return _page(request, form, status=409)
    return _redirect_to_enrolled(request, player)


def _redirect_to_enrolled(request: HttpRequest, player: Player) -> HttpResponse:
    messages.success(request, _("Enrolled with the number %(number)s.") % {"number": player.pk})
    return redirect("register-player", player.pk)


def _numbers_seen(request: HttpRequest) -> frozenset[int]:
    """Return the numbers of players who were shown and are other people; none without the tick.

    Only players the account may see can have been shown to it.
    """
    if "others" not in request.POST:
        return frozenset()
    players = Player.objects.in_bulk(keys_from(request.POST.getlist("seen"))[:_MOST])
    return frozenset(key for key, player in players.items() if sight(request.user, player).is_named)


def _page(
    request: HttpRequest, form: NewPlayerForm, found: Resembles | None = None, *, status: int = 200
) -> HttpResponse:
    resembling = _resembling(account_of(request), found.match) if found else []
    hidden = [candidate for candidate in resembling if not candidate.sight.is_named]
    page = {
        "form": form,
        "resembling": resembling,
        "hidden": hidden,
        "are_others": {candidate.sight.player.pk for candidate in resembling} <= _numbers_seen(request),
        "erased": found.erased if found else None,
    }
    return render(request, "tournaments/register_new.html", page, status=status)


def _resembling(account: Account, match: Match) -> list[Resembling]:
    return [
        Resembling(
            sight(account, player),
            candidate,
            tuple(_(TEXTS[reason.code]).format(**reason.values) for reason in suggestion.reasons),
        )
        for suggestion, candidate, player in registering.beside(match.suggestions)
    ]
