"""The register's desk: find a player, see all that is known of them, merge two, take them apart again."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from federation.accounts.permissions import (
    account_of,
    editable_players,
    is_officer,
    keeps_one_club,
    may_edit_player,
    officer_required,
    registrar_required,
)
from federation.claims import office
from federation.history.pages import history
from federation.history.wording import birth_day_words, day_words, label_of, titles_words, value_words
from federation.models import Merge, Player
from federation.models.display_name import public_name
from federation.privacy import data_requests, personal_data, privacy
from federation.register import birth_days, merging, person
from federation.register.merging import Choice, MergeError
from federation.register.register import RegisterError
from federation.register.visible import sight, sights
from federation.search import search
from federation.views.tables import FoundTable, HistoryTable, MergeTable, MovedTable
from federation.vocabulary.keys import key_from
from federation.vocabulary.player_fields import merged_fields, plain_fields
from federation.web.downloads import personal_file

RECENT = 20
FOUND = 20


def typed(text: str, longest: int) -> str:
    """Return typed text as a database takes it: cut, without NUL and surrounding blanks."""
    return text.replace("\x00", "").strip()[:longest]


@require_safe
@registrar_required
def desk(request: HttpRequest) -> HttpResponse:
    """Find a player; below, the merges of late. Requests about personal data that are overdue are counted."""
    text = request.GET.get("q", "")
    merges = Merge.objects.select_related("kept", "gone", "account").order_by("-pk")
    if keeps_one_club(request.user):
        merges = merges.filter(kept__in=editable_players(request.user))
    players = sights(request.user, search.find_players(text, FOUND), text=text)
    page: dict[str, Any] = {"text": text, "found": FoundTable(players), "merges": MergeTable(merges[:RECENT])}
    page["overdue"] = data_requests.for_office(account_of(request)).overdue().count()
    page["waiting"] = office.waiting_for(account_of(request))
    page |= {"keeps_all": not keeps_one_club(request.user), "imports": is_officer(request.user)}
    return render(request, "federation/register/desk.html", page)


@require_safe
@registrar_required
def player(request: HttpRequest, number: int) -> HttpResponse:
    """Show all the register knows of a player; of one whom the account may not change, what is public."""
    player = get_object_or_404(Player.objects.select_related("federation", "club", "merged_into"), pk=number)
    if not may_edit_player(request.user, player):
        page = {"sight": sight(request.user, player), "player": player}
        return render(request, "federation/register/player_public.html", page)
    return render(request, "federation/register/player.html", player_page(player, request.GET.get("page")))


@require_POST
@registrar_required
def choose_privacy(request: HttpRequest, number: int) -> HttpResponse:
    """Change how a player is shown from now on."""
    player = get_object_or_404(Player, pk=number)
    _hold_to_club(request, player)
    try:
        changed = privacy.choose(player, request.POST.get("privacy", ""), account=account_of(request))
    except RegisterError:
        raise BadRequest("no way to show a player") from None
    if changed:
        messages.success(request, _("Every page, list and download now shows the player this way."))
    else:
        messages.info(request, _("No changes."))
    return redirect("register-player", number)


def player_page(found: Player, number: str | None) -> dict[str, Any]:
    """Return what the page of a player shows; `number` is the page of the history."""
    merges = Merge.objects.filter(kept=found).select_related("gone", "account")
    pages, lines = history(found, number)
    return {
        "player": found,
        "identifiers": found.identifiers.order_by("scheme"),
        "known_names": found.known_names.order_by("name"),
        "licences": found.licences.select_related("club").order_by("-season"),
        "grades": found.declared_grades.order_by("-since"),
        "merges": merges.order_by("-pk"),
        "born": birth_day_words(birth_days.day_of(found), found.birth_year),
        "plain": [(label_of(name), value_words(name, getattr(found, name), {})) for name in plain_fields()],
        "titles": titles_words(person.value_of(found, "titles")),
        "death": day_words(found.death) if found.death else "",
        "pages": pages,
        "history": HistoryTable(lines),
        "ways": [
            (value, label, " ".join(_public_names(found, value))) for value, label in Player.Privacy.choices
        ],
    }


@require_POST
@registrar_required
def hand_out(request: HttpRequest, number: int) -> HttpResponse:
    """Return everything known of a player as a file, for them; that it was handed out is noted."""
    player = get_object_or_404(Player.objects.select_related("federation", "club"), pk=number)
    _hold_to_club(request, player)
    export = personal_data.hand_out(player, account=account_of(request))
    return personal_file(export, f"player_{number}")


@require_http_methods(["GET", "POST"])
@officer_required
def erase(request: HttpRequest, number: int) -> HttpResponse:
    """Show what erasing takes away and leaves; do it once the number was typed and a reason given."""
    player = get_object_or_404(Player, pk=number)
    problem = ""
    if request.method == "POST":
        if request.POST.get("confirm", "").strip() != str(number):
            problem = _("Type the number of the player to confirm.")
        else:
            try:
                personal_data.erase(player, request.POST.get("reason", ""), account=account_of(request))
            except RegisterError as error:
                problem = str(error.message)
            else:
                messages.success(request, _("Erased. Games and ratings stay under the number."))
                return redirect("register-player", number)
    page: dict[str, Any] = {
        "player": player,
        "problem": problem,
        "remainders": personal_data.remainders(player),
    }
    page["reason"] = request.POST.get("reason", "")
    return render(request, "federation/register/erase.html", page, status=409 if problem else 200)


def _public_names(player: Player, way: str) -> tuple[str, str]:
    surname, given_name = public_name(player.pk, player.surname, player.given_name, way)
    return given_name, surname


@require_http_methods(["GET", "POST"])
@registrar_required
def merge(request: HttpRequest) -> HttpResponse:
    """Show two players side by side and what would move, and merge them."""
    query = request.POST if request.method == "POST" else request.GET
    kept, gone = (_player_numbered(query.get(name, "")) for name in ("kept", "gone"))
    _hold_to_club(request, *(player for player in (kept, gone) if player is not None))
    if kept is None or gone is None:
        text = request.GET.get("q", "")
        players = sights(request.user, search.find_players(text, FOUND), text=text)
        others = FoundTable(view for view in players if view.player not in (kept, gone))
        page = {"kept": kept, "gone": gone, "text": text, "found": others}
        return render(request, "federation/register/merge_find.html", page)
    refused: tuple[merging.Text, ...] = ()
    if request.method == "POST":
        try:
            merge = merging.merge(kept, gone, _choice(request), account=account_of(request))
        except MergeError as error:
            refused = error.obstacles
        else:
            messages.success(request, _("Merged. It can be undone here."))
            return redirect(merge)
    preview = merging.preview(kept, gone)
    beside: dict[str, Any] = {
        "kept": kept,
        "gone": gone,
        "preview": preview,
        "parts": MovedTable(preview.parts),
        "refused": refused,
    }
    beside["reason"] = query.get("reason", "")
    return render(request, "federation/register/merge.html", beside, status=409 if refused else 200)


def _hold_to_club(request: HttpRequest, *players: Player) -> None:
    """Refuse a club's registrar any player of another club."""
    if not all(may_edit_player(request.user, player) for player in players):
        raise PermissionDenied


def _player_numbered(text: str) -> Player | None:
    if not text:
        return None
    return get_object_or_404(Player.objects.select_related("federation", "club"), pk=key_from(text))


def _choice(request: HttpRequest) -> Choice:
    post = request.POST
    gone = {name.partition("-")[::2] for name, value in post.items() if value == "gone" and "-" in name}
    return Choice(
        fields=frozenset(name for kind, name in gone if kind == "field" and name in merged_fields()),
        schemes=frozenset(name for kind, name in gone if kind == "number"),
        reason=post.get("reason", ""),
    )


@require_GET
@registrar_required
def merged(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a merge: what moved, and whether it can be undone."""
    merge = get_object_or_404(_merges(), pk=pk)
    _hold_to_club(request, merge.kept)
    page = {"merge": merge, "moved": _changed_pairs(merge), "obstacles": merging.undo_obstacles(merge)}
    return render(request, "federation/register/merged.html", page)


@require_POST
@registrar_required
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Take two players apart again."""
    merge = get_object_or_404(_merges(), pk=pk)
    _hold_to_club(request, merge.kept, merge.gone)
    try:
        merging.undo(merge, account=account_of(request))
    except MergeError as error:
        for text in error.obstacles:
            messages.error(request, str(text))
    else:
        messages.success(request, _("Merge undone: they are two players again."))
    return redirect(merge)


def _merges() -> Any:
    return Merge.objects.select_related("kept__federation", "gone__federation", "account", "undone_by")


def _changed_pairs(merge: Merge) -> list[merging.Pair]:
    """Return the changed values of the remaining player: before and after."""
    before, after = (merge.record[side] for side in ("before", "after"))
    return [
        merging.Pair(
            name,
            label_of(name),
            merging.value_text(name, before[name]),
            merging.value_text(name, after[name]),
        )
        for name in merged_fields()
        if before.get(name) != after.get(name)
    ]
