"""The match page: who is who, decided entry by entry, with or without script."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from federation.models import Player
from federation.permissions import organiser_required
from federation.search import find_players
from tournaments import entries, permissions, queries
from tournaments.entries import Decision
from tournaments.models import Entry, Tournament
from tournaments.views.access import account_of, address_of, revision_for


@dataclass(frozen=True, slots=True)
class Search:
    """What somebody looks for beside one entry, and who was found."""

    entry: int | None
    text: str
    players: list[Player]


@require_http_methods(["GET", "POST"])
@organiser_required
def match(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Show every entrant with the players he may be; the organiser decides."""
    current = revision_for(request, (number, revision))
    if request.method == "POST":
        return _decide(request, current)
    page = {
        "tournament": current,
        "cards": queries.match_cards(current),
        "search": _search(request),
        "may_edit": permissions.may_edit(account_of(request), current),
    }
    return render(request, "tournaments/match.html", page)


@require_GET
@organiser_required
def search(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Find players for one entry: the fragment that htmx puts under its field."""
    current = revision_for(request, (number, revision))
    asked = _search(request)
    entry = get_object_or_404(Entry, pk=asked.entry, tournament=current)
    return render(request, "tournaments/match_found.html", {"entry": entry, "search": asked})


def _search(request: HttpRequest) -> Search:
    raw = request.GET.get("entry", "")
    entry = int(raw) if raw.isdecimal() and len(raw) < 18 else None
    text = request.GET.get(f"q-{entry}", request.GET.get("q", ""))[:100].strip()
    return Search(entry, text, find_players(text, limit=8) if text and entry else [])


def _decide(request: HttpRequest, current: Tournament) -> HttpResponse:
    account = account_of(request)
    if not permissions.is_own(account, current):
        raise PermissionDenied
    try:
        decisions = _decisions(request)
        if "strangers" in request.POST:
            unknown = current.entries.filter(match=Entry.Match.UNKNOWN, player=None)
            for pk in unknown.values_list("pk", flat=True):
                decisions[pk] = decisions.get(pk) or entries.ENROL
        changed = entries.decide(current, decisions, account=account)
    except (entries.Closed, entries.Collision) as refusal:
        messages.error(request, refusal.message)
        return redirect(address_of(current, "desk-match"))
    wanted = request.POST.get("search", "")
    if wanted.isdecimal():
        return redirect(_search_address(request, current, wanted))
    messages.success(request, _("Saved.") if changed else _("Nothing had changed."))
    return redirect(address_of(current, "desk-match"))


def _search_address(request: HttpRequest, current: Tournament, entry: str) -> str:
    """Where a search without script is answered: the page itself, at the entry."""
    query = urlencode({"entry": entry, "q": request.POST.get(f"q-{entry}", "")[:100]})
    return f"{address_of(current, 'desk-match')}?{query}#entry-{entry}"


def _decisions(request: HttpRequest) -> dict[int, Decision]:
    """What the radio buttons say, by entry id; whatever else was sent is passed over."""
    found: dict[int, Decision] = {}
    for field, value in request.POST.items():
        pk = field.removeprefix("entry-")
        if pk == field or not pk.isdecimal() or len(pk) > 18:
            continue
        if value in ("", entries.ENROL):
            found[int(pk)] = value or None
        elif isinstance(value, str) and value.isdecimal() and len(value) < 18:
            found[int(pk)] = int(value)
    return found
