"""Tournaments with the same games: two side by side, and all pairs of a year."""

from datetime import date

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from federation.accounts.permissions import account_of, is_officer, officer_required, organiser_required
from federation.models import Account
from federation.vocabulary.keys import key_from
from tournaments import permissions
from tournaments.checks import warning_confirmations
from tournaments.desk import duplicates, queries
from tournaments.forms.desk import ReasonForm
from tournaments.models import Tournament
from tournaments.models.stages import OVER, SHOWN
from tournaments.views.access import revision_for
from tournaments.views.tables import DuplicateTable, SharedGameTable


@require_http_methods(["GET", "POST"])
@organiser_required
def compare(request: HttpRequest, number: int, revision: int, other: int) -> HttpResponse:
    """Show two tournaments side by side; an officer may say that their games are not the same."""
    account = account_of(request)
    current = revision_for(request, (number, revision))
    second = _other(other)
    found = duplicates.compared(current, second)
    if request.method == "POST":
        if not is_officer(account):
            raise PermissionDenied
        _settle(request, current, found, account)
        return redirect(request.path)
    page = {
        "tournament": current,
        "found": found,
        "games": SharedGameTable(found.games if found else ()),
        "sides": _sides(account, current, second),
        "settled": found is not None and found.key in warning_confirmations.confirmations(current),
        "may_settle": is_officer(account) and found is not None,
    }
    return render(request, "tournaments/compare.html", page)


def _other(number: int) -> Tournament:
    """Return the current revision of a number, the approved one first; 404 without one."""
    rows = queries.desk_tournaments().filter(number=number).exclude(stage__in=OVER).order_by("revision")
    standing = {row.stage in SHOWN: row for row in rows}  # the approved one before a newer draft
    if not standing:
        raise Http404
    return standing[max(standing)]


def _sides(account: Account, *tournaments: Tournament) -> list[dict[str, object]]:
    """Return what is shown of each tournament: only its number where the account may not see it."""
    sizes = duplicates.sizes(tournaments)
    return [
        {
            "tournament": tournament,
            "on_desk": permissions.may_see(account, tournament),
            "shown": permissions.may_see(account, tournament) or tournament.stage in SHOWN,
            "may_withdraw": permissions.may_withdraw(account, tournament),
            "may_revoke": permissions.may_revoke(account, tournament),
            "reason": ReasonForm(auto_id=f"id_%s_{tournament.number}")["reason"],
            **sizes[tournament.pk],
        }
        for tournament in tournaments
    ]


def _settle(
    request: HttpRequest, current: Tournament, found: duplicates.Compared | None, account: Account
) -> None:
    """Let both count, or take that back."""
    if found is None:
        messages.info(request, _("The two tournaments no longer share games."))
    elif warning_confirmations.settle(current, found.finding, account=account):
        messages.success(request, _("Both tournaments count: their games are different games."))
    else:
        messages.success(request, _("The decision has been taken back."))


@require_GET
@officer_required
def index(request: HttpRequest) -> HttpResponse:
    """Show the pairs of approved tournaments of a year that have the same games."""
    years = duplicates.years()
    asked = key_from(request.GET.get("year", ""))
    year = asked if asked in years else (years or [timezone.localdate().year])[0]
    pairs = duplicates.search(date(year, 1, 1), date(year, 12, 31))
    page = {"year": year, "years": years, "pairs": DuplicateTable(pairs)}
    return render(request, "tournaments/duplicates.html", page)
