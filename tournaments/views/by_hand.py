"""A small tournament entered by hand: players, rounds and results on one page, with script or without."""

from collections.abc import Sequence

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from federation.accounts.permissions import account_of, organiser_required
from federation.models import Account, Identifier, Player
from federation.search.search import find_players
from federation.vocabulary.disciplines.catalogue import DEFAULT, DISCIPLINES, FACTS
from federation.vocabulary.keys import key_from
from tournaments.desk import queries
from tournaments.entrants import entries
from tournaments.formats import manual_entry
from tournaments.formats.manual_entry import MOST_ROWS, HandRow
from tournaments.forms.manual_entry import HandForm, rounds_of, rows_of, with_player
from tournaments.intake import intake
from tournaments.models import Tournament, Upload
from tournaments.reports.findings import Severity
from tournaments.reports.report import Report
from tournaments.revisions import models_to_report, report_to_models
from tournaments.views.access import address_of

_MORE = 6  # rows added at once


@require_http_methods(["GET", "POST"])
@organiser_required
def by_hand(request: HttpRequest) -> HttpResponse:
    """Show the table, change its shape, or make a draft of it."""
    typed = request.POST
    table = rows_of(typed, rounds_of(typed))
    if request.method == "GET" or {"search", "add", "more", "shape"} & typed.keys():
        form = HandForm(initial=typed.dict() | {"rated_for": typed.getlist("rated_for")} if typed else None)
        return _page(request, form, _change_rows(request, table))
    form = HandForm(typed)
    if not form.is_valid():
        return _page(request, form, table, status=422)
    report = manual_entry.read(form.facts, table)
    if any(finding.severity is Severity.ERROR for finding in report.findings):
        return _page(request, form, table, report=report, status=422)
    return _hand_in(request, form, report, table)


def _change_rows(request: HttpRequest, table: list[HandRow]) -> list[HandRow]:
    """Return the rows after the button that was pressed."""
    if "more" in request.POST:
        count = min(len(table) + _MORE, MOST_ROWS)
        cells = ("",) * len(table[0].cells)
        return [*table, *(HandRow(number, cells=cells) for number in range(len(table) + 1, count + 1))]
    chosen = key_from(request.POST.get("add", ""))
    if chosen is not None:
        player = Player.objects.select_related("club", "federation").filter(pk=chosen).first()
        if player is not None:
            numbers = Identifier.objects.filter(player=player).values_list("scheme", "value")
            return with_player(table, player, numbers)
    return table


def _page(
    request: HttpRequest,
    form: HandForm,
    table: Sequence[HandRow],
    *,
    report: Report | None = None,
    status: int = 200,
) -> HttpResponse:
    text = request.POST.get("q", "")[:100].strip()
    players = find_players(text, limit=8) if text and "search" in request.POST else []
    typed = form.data if form.is_bound else form.initial
    game = DISCIPLINES.get(typed.get("discipline", ""), DISCIPLINES[DEFAULT])
    stored = [report_to_models.stored_finding(finding) for finding in report.findings] if report else []
    page = {
        "form": form,
        "table": table,
        "rounds": range(1, len(table[0].cells) + 1),
        "game": game,
        "left_out": set(FACTS) - game.facts,
        "q": text,
        "asked": "search" in request.POST,
        "found": players,
        "lines": queries.finding_lines([finding for finding in stored if finding["severity"] == "error"]),
        "full": len(table) >= MOST_ROWS,
    }
    return render(request, "tournaments/by_hand.html", page, status=status)


def _hand_in(request: HttpRequest, form: HandForm, report: Report, table: Sequence[HandRow]) -> HttpResponse:
    """Hand in the file our own writer makes of the table, and draft it like any other."""
    account = account_of(request)
    content, ending = manual_entry.file_of(report)
    filename = f"{slugify(form.facts.name)[:60] or 'tournament'}{ending}"
    received = intake.receive(content, filename=filename, account=account)
    known = intake.existing(received)
    try:
        draft = None if known else _make_draft(received, form, table, account)
    except intake.Resembles:
        draft = None
    if draft is None:
        messages.info(request, _("A tournament with this name and date already exists: say which it is."))
        return redirect("upload-findings", received.pk)
    messages.success(request, _("Draft created from the table. Everything can still be corrected below."))
    return redirect(address_of(draft))


@transaction.atomic
def _make_draft(received: Upload, form: HandForm, table: Sequence[HandRow], account: Account) -> Tournament:
    draft = intake.draft(received, account=account, ask_first=True)
    values: dict[str, object] = {"rated_for": form.cleaned_data["rated_for"], "ruled": True}
    if draft.game.has_rates:  # a TRF does not say these
        values |= {"rate": form.facts.rate, "adjusted_minutes": form.facts.adjusted_minutes}
    for name, value in values.items():
        setattr(draft, name, value)
    draft.save(update_fields=list(values))
    chosen = [row.player for row in table if not row.is_empty]
    decisions: dict[int, entries.Decision] = {
        entry.pk: player
        for entry, player in zip(draft.entries.order_by("number"), chosen, strict=True)
        if player is not None and entry.player_id != player
    }
    entries.decide(draft, decisions, account=account)
    models_to_report.reinspect(draft)
    return draft
