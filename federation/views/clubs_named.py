"""The register's desk for clubs only files name: taken as clubs, or as spellings of known ones."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from federation import signals
from federation.accounts.permissions import account_of, whole_register_required
from federation.models import Account, Club, Player
from federation.register import club_names, club_taking
from federation.register.club_taking import Name
from federation.register.register import RegisterError
from federation.views.register import typed
from federation.views.tables import NamedClubTable

PER_PAGE = 50
_PLAYERS = 2000  # whose tournaments are looked up for a page
_SHOWN = 3  # tournaments of a name


@dataclass(frozen=True, slots=True)
class Row:
    """A name in files with the tournaments that have it and the clubs written alike."""

    name: Name
    tournaments: Sequence[tuple[str, str]]
    more: int
    alike: Sequence[Club]

    @property
    def label(self) -> str:
        """What the files write."""
        return self.name.label

    @property
    def country(self) -> str:
        """The country of the club."""
        return self.name.country

    @property
    def players(self) -> int:
        """How many players are in it."""
        return self.name.players


@require_http_methods(["GET", "POST"])
@whole_register_required
def index(request: HttpRequest) -> HttpResponse:
    """Show the names not taken yet; take those that are ticked."""
    problem = ""
    if request.method == "POST":
        try:
            messages.success(request, _take(request, account=account_of(request)))
        except RegisterError as refusal:
            problem = str(refusal.message)
        else:
            return redirect("register-clubs-named")
    filters = {name: request.GET.get(name, "").strip()[:60] for name in ("q", "country")}
    every = club_taking.names()
    fitting = [name for name in every if _fits(name, **filters)]
    pages = Paginator(fitting, PER_PAGE).get_page(request.GET.get("page"))
    page = {
        "table": NamedClubTable(_rows(list(pages))),
        "page": pages,
        "asked": filters,
        "countries": sorted({name.country for name in every}),
        "count": len(every),
        "problem": problem,
        "ticked": request.POST.getlist("name"),
        "club": request.POST.get("club", ""),
    }
    return render(request, "federation/register/clubs_named.html", page, status=409 if problem else 200)


def _fits(name: Name, *, q: str, country: str) -> bool:
    return q.casefold() in f"{name.label} {name.code}".casefold() and country in ("", name.country)


def _take(request: HttpRequest, *, account: Account) -> str:
    """Write what was decided of the names ticked, and say it; RegisterError where nothing can be."""
    codes = [typed(code, 16) for code in request.POST.getlist("name")]
    if not codes:
        raise RegisterError(_("Tick the names you want to assign."))
    if request.POST.get("act") == "spelling":
        n = club_taking.take_as_spellings(codes, _chosen(request), account=account)
    else:
        n = len(club_taking.take_as_clubs(codes, account=account))
    text = ngettext(
        "%(n)s name assigned. You can undo this on the club’s page.",
        "%(n)s names assigned. You can undo this on the clubs’ pages.",
        n,
    )
    return text % {"n": n}


def _chosen(request: HttpRequest) -> Club:
    """Return the club written beside the button by code, or by a name only one club has."""
    text = typed(request.POST.get("club", ""), 120)
    clubs = list(Club.objects.filter(Q(code=text) | Q(name__iexact=text)).order_by("pk")[:2]) if text else []
    exact = [club for club in clubs if club.code == text] or clubs
    if len(exact) != 1:
        raise RegisterError(_("Enter the code or name of the club."))
    return exact[0]


def _rows(names: Sequence[Name]) -> list[Row]:
    played = _tournaments(names)
    alike = club_taking.alike(names) if names else {}
    return [
        Row(name, played[name.code][:_SHOWN], len(played[name.code][_SHOWN:]), alike[name.code][:_SHOWN])
        for name in names
    ]


def _tournaments(names: Sequence[Name]) -> dict[str, list[tuple[str, str]]]:
    """Return by name the tournaments its players are in, as (name, address)."""
    waiting = club_names.named_players().filter(club_code__in=[name.code for name in names])
    who = dict(waiting.order_by("pk").values_list("pk", "club_code")[:_PLAYERS])
    tournaments: dict[str, dict[tuple[str, str], None]] = defaultdict(dict)
    answers: list[Any] = signals.tournaments_asked.send(sender=Player, players=list(who)) if who else []
    for _receiver, answer in answers:
        for player, some in answer.items():
            tournaments[who[player]] |= dict.fromkeys(some)
    return defaultdict(list, {code: list(some) for code, some in tournaments.items()})
