"""The register's desk for clubs: find, enter, change, close, delete, merge, and undo."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.accounts.permissions import (
    account_of,
    keeps_one_club,
    may_edit_club,
    registrar_required,
    whole_register_required,
)
from federation.forms.clubs import ClubForm, ContactForm
from federation.models import Account, Club, ClubChange, Federation, Licence, Region
from federation.register import club_names, club_taking, clubs
from federation.register.register import RegisterError
from federation.views.register import typed
from federation.views.tables import ClubChangeTable, ClubPartTable, RegisterClubTable
from federation.vocabulary.keys import key_from
from federation.web.tables import lay_out

PER_PAGE = 100
OFFERED = 20
_FILTERS = {
    "town": Q(town=""),
    "empty": Q(members=0),
    "closed": Q(closed__isnull=False),
    "bare": Q(members=0, spelled=0, is_licensed=False, is_kept=False),
}


@require_safe
@registrar_required
def index(request: HttpRequest) -> HttpResponse:
    """Show the clubs asked for; a club's registrar is led to the own one."""
    if keeps_one_club(request.user):
        return redirect("register-club", account_of(request).club_id)
    filters = {name: typed(request.GET.get(name, ""), 60) for name in ("q", "federation", "region", "only")}
    table = RegisterClubTable(_asked(filters).order_by("code"))
    lay_out(table, request, per_page=PER_PAGE)
    page = {
        "table": table,
        "asked": filters,
        "federations": Federation.objects.filter(clubs__isnull=False).distinct().order_by("code"),
        "regions": Region.objects.order_by("code"),
        "named": club_names.named_players().values("club_code").distinct().count(),
    }
    return render(request, "federation/register/clubs.html", page)


def _asked(filters: dict[str, str]) -> QuerySet[Club]:
    """Return the clubs that fit what is asked, with their `members`."""
    fitting = Club.objects.select_related("federation", "region").annotate(
        members=Count("players", distinct=True),
        spelled=Count("spellings", distinct=True),
        is_kept=Exists(Account.objects.filter(club=OuterRef("pk"))),
        is_licensed=Exists(Licence.objects.filter(club=OuterRef("pk"))),
    )
    if text := filters["q"]:
        named = Q(name__icontains=text) | Q(town__icontains=text) | Q(code__icontains=text)
        fitting = fitting.filter(named | Q(label__iexact=text))
    for name in ("federation", "region"):
        if filters[name]:
            fitting = fitting.filter(**{f"{name}__code": filters[name]})
    return fitting.filter(_FILTERS[filters["only"]]) if filters["only"] in _FILTERS else fitting


@require_http_methods(["GET", "POST"])
@whole_register_required
def new(request: HttpRequest) -> HttpResponse:
    """Enter a club."""
    form = ClubForm(None, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            club = clubs.enter(form.values(), account=account_of(request))
        except RegisterError as refusal:
            form.add_error(None, str(refusal.message))
        else:
            messages.success(request, _("Added."))
            return redirect("register-club", club.pk)
    return render(
        request, "federation/register/club_new.html", {"form": form}, status=409 if form.is_bound else 200
    )


@require_http_methods(["GET", "POST"])
@registrar_required
def club(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a club and change it; a club's registrar changes the contact of the own one."""
    club = get_object_or_404(Club.all_clubs.select_related("federation", "region", "merged_into"), pk=pk)
    if not may_edit_club(request.user, club):
        raise PermissionDenied
    is_whole = not keeps_one_club(request.user)
    kind = ClubForm if is_whole else ContactForm
    form = kind(club, request.POST if request.method == "POST" else None)
    if form.is_valid() and club.merged_into_id is None:
        try:
            is_changed = clubs.change(club, form.cleaned_data, account=account_of(request))
        except RegisterError as refusal:
            form.add_error(None, str(refusal.message))
        else:
            messages.success(request, _("Saved.") if is_changed else _("No changes."))
            return redirect("register-club", pk)
    return render(
        request,
        "federation/register/club.html",
        _page(club, form, is_whole=is_whole),
        status=409 if form.is_bound else 200,
    )


def _page(club: Club, form: ContactForm, *, is_whole: bool) -> dict[str, Any]:
    page: dict[str, Any] = {"club": club, "form": form, "is_whole": is_whole}
    if is_whole:
        changes = club.changes.select_related("gone", "account").order_by("-pk")
        page |= {
            "parts": ClubPartTable(clubs.preview_merge(club)),
            "is_empty": clubs.is_empty(club),
            "changes": ClubChangeTable(changes),
            "spellings": club.spellings.order_by("code"),
        }
    return page


@require_POST
@whole_register_required
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a club without dependent data."""
    club = get_object_or_404(Club, pk=pk)
    try:
        clubs.delete(club, account=account_of(request))
    except RegisterError as refusal:
        messages.error(request, str(refusal.message))
        return redirect("register-club", pk)
    messages.success(request, _("Deleted."))
    return redirect("register-clubs")


@require_http_methods(["GET", "POST"])
@whole_register_required
def merge(request: HttpRequest) -> HttpResponse:
    """Show what would move with a club, and merge it into another."""
    query = request.POST if request.method == "POST" else request.GET
    kept, gone = (_club_of(query.get(name, "")) for name in ("kept", "gone"))
    text = typed(request.GET.get("q", ""), 60)
    page: dict[str, Any] = {
        "kept": kept,
        "gone": gone,
        "text": text,
        "reason": typed(query.get("reason", ""), 200),
    }
    if kept is None or gone is None:
        fitting = (
            _asked({"q": text, "federation": "", "region": "", "only": ""}) if text else Club.objects.none()
        )
        chosen = [club.pk for club in (kept, gone) if club]
        page["found"] = RegisterClubTable(list(fitting.exclude(pk__in=chosen).order_by("code")[:OFFERED]))
        return render(request, "federation/register/club_merge_find.html", page)
    refused = ""
    if request.method == "POST":
        try:
            clubs.merge(kept, gone, page["reason"], account=account_of(request))
        except RegisterError as refusal:
            refused = str(refusal.message)
        else:
            messages.success(request, _("Merged. It can be undone here."))
            return redirect("register-club", kept.pk)
    obstacles = list(clubs.obstacles(kept, gone))
    page |= {"parts": ClubPartTable(clubs.preview_merge(gone)), "obstacles": obstacles, "refused": refused}
    return render(request, "federation/register/club_merge.html", page, status=409 if refused else 200)


def _club_of(text: str) -> Club | None:
    if not text:
        return None
    return get_object_or_404(Club.all_clubs.select_related("federation", "region"), pk=key_from(text))


@require_POST
@whole_register_required
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo a merge of clubs, or the taking of a name in files."""
    change = get_object_or_404(ClubChange, pk=pk)
    write = clubs.undo_merge if change.kind == ClubChange.Kind.MERGE else club_taking.undo
    try:
        write(change, account=account_of(request))
    except RegisterError as refusal:
        messages.error(request, str(refusal.message))
    else:
        messages.success(request, _("Undone."))
    there = Club.objects.filter(changes=change).first()
    return redirect("register-club", there.pk) if there else redirect("register-clubs-named")
