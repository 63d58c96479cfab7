"""The match page: who is who, decided entry by entry, with or without script."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from federation.accounts.permissions import account_of, organiser_required
from federation.models import Player
from federation.search.search import find_players
from federation.vocabulary.keys import key_from
from tournaments import permissions
from tournaments.checks.problems import Refused
from tournaments.desk.match_cards import Wanted, match_cards, read_shown
from tournaments.entrants import entries
from tournaments.entrants.entries import Decision
from tournaments.models import Entry, Tournament
from tournaments.submission import rematching
from tournaments.submission.rematching import Outlook
from tournaments.views.access import address_of, revision_for
from tournaments.views.acts import say_problems

WITHOUT = "without"  # a new player, and the number in the file is not his


@dataclass(frozen=True, slots=True)
class Search:
    """Search beside one entry, and its results."""

    entry: int | None
    text: str
    players: list[Player]


@require_http_methods(["GET", "POST"])
@organiser_required
def match(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Show every entrant with the players they may be; the organiser decides."""
    current = revision_for(request, (number, revision))
    if request.method == "POST":
        return _decide(request, current)
    player_search = _search(request)
    cards = match_cards(current, _read_wanted(request, entry=player_search.entry))
    page = {
        "tournament": current,
        "cards": cards,
        "pages": cards.chosen.page,
        "wanted": _read_wanted(request),
        "search": player_search,
        "may_edit": permissions.may_match(account_of(request), current),
    }
    return render(request, "tournaments/match.html", page)


@require_GET
@organiser_required
def search(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Find players for one entry: the fragment that htmx puts under its field."""
    current = revision_for(request, (number, revision))
    player_search = _search(request)
    entry = get_object_or_404(Entry, pk=player_search.entry, tournament=current)
    return render(request, "tournaments/match_found.html", {"entry": entry, "search": player_search})


def _read_wanted(request: HttpRequest, *, entry: int | None = None) -> Wanted:
    """Read the requested entries."""
    parameters = {name: request.GET.get(name, "")[:100].strip() for name in ("show", "find", "page")}
    return Wanted(**parameters, entry=entry)


def _same_entries(request: HttpRequest, current: Tournament, **more: str) -> str:
    """Return the address of the page of entries a request was sent from."""
    query = urlencode({**_read_wanted(request).query, **more})
    address = address_of(current, "desk-match")
    return f"{address}?{query}" if query else address


def _search(request: HttpRequest) -> Search:
    entry = key_from(request.GET.get("entry", ""))
    text = request.GET.get(f"q-{entry}", request.GET.get("q", ""))[:100].strip()
    return Search(entry, text, find_players(text, limit=8) if text and entry else [])


def _decide(request: HttpRequest, current: Tournament) -> HttpResponse:
    account = account_of(request)
    reviews = permissions.may_approve(account, current)
    if not (reviews or permissions.is_own(account, current)):
        raise PermissionDenied
    keep = rematching.settle if reviews else rematching.decide
    try:
        outcome = keep(current, _read_outlook(request), account=account)
    except (entries.Closed, entries.Collision) as refusal:
        messages.error(request, refusal.message)
        return redirect(_same_entries(request, current))
    except Refused as refused:
        say_problems(request, current, refused.problems)
        return redirect(_same_entries(request, current))
    wanted = key_from(request.POST.get("search", ""))
    if wanted is not None:
        return redirect(_search_address(request, current, wanted))
    messages.success(request, _("Saved.") if outcome.changed else _("No changes."))
    say_problems(request, current, outcome.problems)
    return redirect(_same_entries(request, current))


def _search_address(request: HttpRequest, current: Tournament, entry: int) -> str:
    """Return where a search without script is answered: the page itself, at the entry."""
    text = request.POST.get(f"q-{entry}", "")[:100]
    return f"{_same_entries(request, current, entry=str(entry), q=text)}#entry-{entry}"


def _read_outlook(request: HttpRequest) -> Outlook:
    """Read the values of the form; other values in the request are ignored."""
    chosen = _by_entry(request, "entry-")
    dropped = {pk for pk, value in chosen.items() if value == WITHOUT} | _by_entry(request, "drop-").keys()
    return Outlook(
        decisions={pk: _decision(value) for pk, value in chosen.items() if _is_decision(value)},
        shown=read_shown(request.POST.get("shown", "")),
        dropped=dropped,
        strangers="strangers" in request.POST,
    )


def _by_entry(request: HttpRequest, prefix: str) -> dict[int, str]:
    """Return the values of fields that are named by an entry."""
    fields = {
        field.removeprefix(prefix): str(value)
        for field, value in request.POST.items()
        if field.startswith(prefix)
    }
    return {key: value for pk, value in fields.items() if (key := key_from(pk)) is not None}


def _is_decision(value: str) -> bool:
    return value in ("", entries.ENROL, WITHOUT) or key_from(value) is not None


def _decision(value: str) -> Decision:
    if value == WITHOUT:
        return entries.ENROL
    key = key_from(value)
    return key if key is not None else value or None
