"""Corrections in place: a cell of the crosstable, an entrant, a warning confirmed; with script or without."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, fields
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from federation.accounts.permissions import account_of, organiser_required
from tournaments import permissions
from tournaments.checks import warning_confirmations
from tournaments.checks.problems import Refused
from tournaments.corrections import corrections
from tournaments.desk import desk_findings
from tournaments.entrants import entries
from tournaments.forms.corrections import EntrantForm, RoundForm
from tournaments.models import Correction, Entry, Tournament
from tournaments.models.stages import OPEN, Stage
from tournaments.revisions import rounds
from tournaments.views.access import address_of, is_part, revision_for
from tournaments.views.desk import standing

_FORM = "tournaments/correct.html"
MOST_ROUNDS = 99  # as many as the crosstable shows


@dataclass(frozen=True, slots=True)
class _Page:
    """Object of a correction and its form; `round` for a cell of the crosstable."""

    tournament: Tournament
    entry: Entry
    form: forms.Form
    round: int | None = None

    @property
    def context(self) -> dict[str, object]:
        """Context of the template."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


@require_http_methods(["GET", "POST"])
@organiser_required
def cell(request: HttpRequest, number: int, revision: int, *, at: int, entrant: int) -> HttpResponse:
    """Show what an entrant did in a round, and correct it."""
    current = revision_for(request, (number, revision), question=permissions.is_own)
    people = list(Entry.objects.filter(tournament=current).order_by("number"))
    mine = next((person for person in people if person.number == entrant), None)
    if mine is None or not 1 <= at <= MOST_ROUNDS:
        raise Http404
    form = RoundForm(
        request.POST or None, cell=rounds.cell_of(current, entrant, at), tournament=current, people=people
    )
    page = _Page(current, mine, form, at)
    return _answer(
        request,
        page,
        lambda: corrections.correct_round(current, form.change, account=account_of(request)),
    )


@require_http_methods(["GET", "POST"])
@organiser_required
def entrant(request: HttpRequest, number: int, revision: int, entrant: int) -> HttpResponse:
    """Show what is written of an entrant, and correct it."""
    current = revision_for(request, (number, revision), question=permissions.is_own)
    mine = get_object_or_404(Entry, tournament=current, number=entrant)
    form = EntrantForm(request.POST or None, entry=mine, discipline=current.discipline)
    page = _Page(current, mine, form)
    return _answer(
        request,
        page,
        lambda: corrections.correct_entrant(current, form.change, account=account_of(request)),
    )


def _answer(request: HttpRequest, page: _Page, correct: Callable[[], Correction | None]) -> HttpResponse:
    """Show the form, or correct and go back to the revision; what is refused stands above the form."""
    form, current = page.form, page.tournament
    if current.stage not in OPEN:
        return _redirect_to_closed(request, entries.Closed(Stage(current.stage)), current)
    if request.method == "GET":
        return _show(request, page)
    if form.is_valid():
        try:
            correction = correct()
        except Refused as refused:
            for problem in refused.problems:
                form.add_error(None, problem.message)
        except entries.Closed as closed:
            form.add_error(None, closed.message)
        else:
            messages.success(request, _("Corrected.") if correction else _("No changes."))
            number = page.entry.number
            return redirect(f"{address_of(current)}?entrant={number}#entrant-{number}")
    return _again(request, page)


def _show(request: HttpRequest, page: _Page, *, status: int = 200) -> HttpResponse:
    """Show the form: a page of its own, or beside the crosstable where a script asked for it there."""
    in_place = is_part(request)
    answer = render(request, _FORM, page.context | {"in_place": in_place}, status=status)
    if in_place:
        answer["HX-Push-Url"] = "false"
    patch_vary_headers(answer, ["HX-Request"])
    return answer


def _again(request: HttpRequest, page: _Page) -> HttpResponse:
    """Show the form with what is wrong with it, in its own place where a script asked."""
    if not is_part(request):
        return _show(request, page, status=422)
    answer = _show(request, page)
    answer["HX-Retarget"], answer["HX-Reselect"] = "#correction", "#correction-form"
    answer["HX-Reswap"] = "innerHTML"
    return answer


def _redirect_to_closed(request: HttpRequest, closed: entries.Closed, current: Tournament) -> HttpResponse:
    """Redirect to the page of a revision that is open no more; a script loads it whole."""
    messages.error(request, closed.message)
    address = address_of(current)
    return HttpResponseClientRedirect(address) if is_part(request) else redirect(address)


@require_POST
@organiser_required
def confirm(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Keep what was ticked or taken back of the warnings; a script gets what changes on the page by that."""
    current = revision_for(request, (number, revision), question=permissions.is_own)
    was, ticked = _read_ticks(request, current)
    try:
        new, gone = warning_confirmations.decide(current, was=was, ticked=ticked, account=account_of(request))
    except entries.Closed as closed:
        return _redirect_to_closed(request, closed, current)
    messages.success(request, _("Saved.") if new or gone else _("Everything ticked is saved already."))
    if is_part(request):
        # What stands on the page has boxes of its own, which a script sets with that of their kind.
        boxes = set(request.POST.getlist("was")) ^ set(request.POST.getlist("confirm"))
        return _render_ticks(request, current, boxes)
    kind = request.POST.get("of", "")[:40]
    query = f"?{urlencode({'kind': kind})}" if kind else ""
    return redirect(f"{address_of(current)}{query}#findings")


def _read_ticks(request: HttpRequest, current: Tournament) -> tuple[set[str], set[str]]:
    """Read the keys that were and are confirmed from a page of ticks.

    A tick of a whole kind that was set or taken away applies to each of them.
    """
    was, ticked = set(request.POST.getlist("was")), set(request.POST.getlist("confirm"))
    before, now = set(request.POST.getlist("was-kind")), set(request.POST.getlist("kind"))
    keys = desk_findings.keys_of_kinds(current, before ^ now) if before != now else {}
    for code, of_kind in keys.items():
        if code in now:
            was, ticked = was - of_kind, ticked | of_kind
        else:
            was, ticked = was | of_kind, ticked - of_kind
    return was, ticked


def _render_ticks(request: HttpRequest, current: Tournament, changed: Collection[str]) -> HttpResponse:
    """Return the parts of the page that depend on ticks; `changed`: the changed keys."""
    warnings = next((group for group in desk_findings.groups(current) if group.severity == "warning"), None)
    lines = [line for line in warnings.every if line.key in changed] if warnings else []
    page = {**standing(account_of(request), current), "group": warnings, "lines": lines}
    return render(request, "tournaments/ticked.html", page)
