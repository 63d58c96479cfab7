"""Pages of the rating officer: where systems stand, runs and acts on them, alarms, what to publish."""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy, gettext_noop, pgettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation import signals
from federation.accounts.permissions import account_of, is_officer, officer_required
from federation.jobs import jobs
from federation.language.dates import format_date
from federation.models import Job
from federation.vocabulary import spreadsheets
from federation.web.downloads import table_stream
from federation.web.tables import Column, Table, lay_out
from ratings.cadence.lists import lists_of
from ratings.cadence.shared.comparison import USUAL, Bounds
from ratings.cadence.shared.hypothetical_facts import day_of
from ratings.cadence.traits import systems_with_runs
from ratings.charts import figures
from ratings.charts.histogram import histogram
from ratings.following import tournament_mail
from ratings.forms.office import AlarmThresholdsForm, PublishForm, RunFilterForm, RunForm
from ratings.lists import publication
from ratings.models import Proposal, RatingRun, RatingSystem
from ratings.models.run import RunStage
from ratings.previews import review_reads
from ratings.public_log.witness import reading as witness
from ratings.runs import approval, automation, recalculation, stale_reasons
from ratings.views.office.tables import BucketTable, MoverTable, RunTable

NONE = "–"

A_PAGE = 50
# Why an applied run cannot be undone (runs.approval.BuiltOnError).
BUILT_ON = {
    "newer-run": gettext_noop("A newer run builds on this one, so it can no longer be undone."),
    "published": gettext_noop("A list was published from these ratings, so they can no longer be undone."),
    "not-applied": gettext_noop("This run was not applied, so there is nothing to undo."),
    "forgotten": gettext_noop("The rows this run replaced were not kept, so it cannot be undone."),
}
Act = Callable[[], object]
APPROVED = gettext_lazy("The proposed ratings now apply.")
REJECTED = gettext_lazy("The proposal has been rejected; the system is still due to be recalculated.")
UNDONE = gettext_lazy("The previous ratings apply again; the system is due to be recalculated.")
CANCELLED = gettext_lazy("The recalculation has been cancelled.")


class ProposalTable(Table):
    """Proposals of one run: who, by which event, from where to where."""

    is_sorted, blank = True, "—"
    player = Column(gettext_lazy("Player"), "name", order_by=("player__search_key", "sequence"))
    event = Column(
        gettext_lazy("Tournament"), "second", accessor="tournament", order_by="sequence", empty_values=()
    )
    kind = Column(gettext_lazy("Kind"), "second")
    games = Column(gettext_lazy("Games"), "number phone-off")
    so_far = Column(gettext_lazy("Current"), "number", default=NONE)
    after = Column(gettext_lazy("Proposed"), "number")
    move = Column(pgettext_lazy("of a rating", "Change"), "number", default=NONE)

    def render_player(self, record: Proposal, value: object) -> SafeString:
        """Link what the run does to the player, event by event."""
        address = reverse("run-player", args=[record.run_id, record.player_id])
        return format_html('<a href="{}">{}</a>', address, value)

    def render_event(self, record: Proposal) -> str | SafeString:
        """Link what the tournament does to every rating, or name the office's decision."""
        if record.tournament:
            address = reverse("effects", args=[record.tournament.number])
            return format_html('<a href="{}">{}</a>', address, record.tournament.name)
        if record.manual_event:
            return str(record.manual_event)
        return gettext("list of %(day)s") % {"day": format_date(day_of(record.sequence))}

    def render_so_far(self, value: float) -> str:
        """Return the rating that stands; who is rated for the first time has none."""
        return figures.plain(value)

    def render_after(self, record: Proposal, value: float) -> str:
        """Return the rating proposed; a row that goes has none."""
        return NONE if record.kind == Proposal.Kind.GONE else figures.plain(value)

    def render_move(self, record: Proposal) -> SafeString:
        """Return the difference of what both columns show, sign first."""
        so_far: float = vars(record)["so_far"]  # no field: the query adds it
        change = figures.moved(so_far, record.after or 0.0)
        return format_html(
            '<span class="change {}">{}</span>', figures.direction(change), figures.signed(change)
        )


@require_safe
@officer_required
def overview(request: HttpRequest) -> HttpResponse:
    """Show where every system stands and the runs decided last."""
    page = {
        "standings": review_reads.standings(),
        "streams": review_reads.streams(),
        "runs": RunTable(review_reads.recent_runs()),
        "form": RunForm(),
        "log_alarms": witness.open_alarms(),
        "parts": [part for _, part in signals.review_asked.send(sender=None)],
    }
    return render(request, "ratings/review/overview.html", page)


@require_POST
@officer_required
def request_run(request: HttpRequest, system: str) -> HttpResponse:
    """Ask for a recalculation, and lead to its page."""
    found = get_object_or_404(RatingSystem, key=system)
    if not systems_with_runs().contains(found):
        messages.info(request, _("This system is rated as its games arrive: there is nothing to review."))
        return redirect("review")
    whole = "whole" in request.POST
    run = recalculation.request_run(found, account=account_of(request), whole=whole)
    if run.job:
        jobs.enqueue_after_commit(run.job)
    return redirect(run)


@require_safe
@officer_required
def run(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one run: totals, moves, alarms, and every row it would change."""
    found = find(pk)
    form = RunFilterForm(request.GET)
    sought = form.sought
    table = ProposalTable(review_reads.sought_proposals(found, sought))
    lay_out(table, request, per_page=A_PAGE)
    named, drawn = review_reads.named(found), histogram(found.comparison.get("buckets", []))
    page = {
        "run": found,
        "table": table,
        "sought": sought,
        "named": named,
        "cautions": [(place, caution, False) for place, caution in enumerate(named.cautions)],
        "causes": stale_reasons.causes_of(found),
        "movers": MoverTable(named.movers),
        "histogram": drawn,
        "buckets": BucketTable(drawn.bars if drawn else ()),
        "may_decide": is_officer(account_of(request)) and found.stage == RunStage.PROPOSED,
        "job": found.job,
        "waiting": found.stage == "requested",
        **_undoing(found),
    }
    return render(request, "ratings/review/run.html", page)


def _undoing(found: RatingRun) -> dict[str, Any]:
    """Return whether an applied run can be undone, and why not."""
    if found.stage != RunStage.APPLIED:
        return {"may_undo": False, "kept_back": ""}
    code = approval.obstacle(found, found.system)
    return {"may_undo": not code, "kept_back": _(BUILT_ON[code]) if code else ""}


def find(pk: int) -> RatingRun:
    """Find a run with the accounts its page names; 404 without one."""
    related = RatingRun.objects.select_related("system", "job", "requested_by", "decided_by")
    return get_object_or_404(related, pk=pk)


@require_safe
@officer_required
def changes(_request: HttpRequest, pk: int) -> StreamingHttpResponse:
    """Send every row of a run's difference as CSV, the order of the page's last event first."""
    found = find(pk)
    return table_stream(spreadsheets.lines(_rows(found)), f"run-{found.pk}")


HEAD = ("player", "name", "tournament", "manual_event", "kind", "games", "old", "start", "new", "passes")


def _rows(found: RatingRun) -> Iterator[tuple[Any, ...]]:
    yield HEAD
    values = review_reads.proposals(found).values_list(
        "player_id",
        "player__search_key",
        "tournament__number",
        "manual_event_id",
        "kind",
        "games",
        "old_after",
        "start",
        "after",
        "passes",
    )
    for player, name, tournament, event, kind, *numbers in values.iterator(chunk_size=2000):
        yield (player, name, tournament, event, Proposal.Kind(kind).name.lower(), *numbers)


OF_THE_DATE = ("not-the-first", "too-early", "not-over")  # what another date mends


def _field_of(problem: publication.NotReadyError) -> str | None:
    """Name the field of the form that mends a refusal."""
    if problem.code == "not-prepared":
        return None
    if problem.code in OF_THE_DATE:
        return "date"
    return "note" if problem.code == "unexplained" else "force"


@require_http_methods(["GET", "POST"])
@officer_required
def publish(request: HttpRequest, system: str) -> HttpResponse:
    """Ask for a list, and lead to the job that freezes it."""
    found = get_object_or_404(RatingSystem, key=system)
    usual = lists_of(system).usual_list_day(timezone.localdate())
    form = PublishForm(request.POST if request.method == "POST" else None, initial={"date": usual})
    if request.method == "POST" and form.is_valid():
        try:
            _ordered, job = publication.request(
                found, form.order, account=account_of(request), show="preview" not in request.POST
            )
        except publication.NotReadyError as problem:
            form.add_error(_field_of(problem), _(publication.TEXTS[problem.code]))
        else:
            jobs.enqueue_after_commit(job)
            return redirect("job", job.pk)
    page = {"system": found, "form": form}
    return render(request, "ratings/review/publish.html", page, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@officer_required
def edit_thresholds(request: HttpRequest, system: str) -> HttpResponse:
    """Show from where on a run raises an alarm, and let an officer change it."""
    found = get_object_or_404(systems_with_runs(), key=system)  # others are rated without a review
    form = AlarmThresholdsForm(
        request.POST if request.method == "POST" else None, initial=shown(automation.bounds_of(found))
    )
    if request.method == "POST" and form.is_valid():
        changed = automation.set_bounds(found, form.bounds, account=account_of(request))
        message = _("Saved; they apply from the next run.") if changed else _("No changes.")
        messages.success(request, message)
        return redirect("alarm-bounds", system)
    page = {"system": found, "form": form, "usual": shown(USUAL)}
    return render(request, "ratings/review/bounds.html", page, status=422 if form.errors else 200)


def shown(given: Bounds) -> dict[str, float]:
    """Return bounds as the form has them: shares as percentages."""
    values = asdict(given)
    return values | {"share_moved": round(100 * values["share_moved"], 6)}


@require_POST
@officer_required
def apply(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a proposal stand, once each of its alerts is ticked."""
    found = find(pk)
    answered = approval.places(request.POST.getlist(f"seen-{pk}"))
    act = partial(approval.approve, found, account=account_of(request), answered=answered)
    return _decide(request, found, act, said=APPROVED)


@require_POST
@officer_required
def discard(request: HttpRequest, pk: int) -> HttpResponse:
    """Reject a proposal."""
    found = find(pk)
    act = partial(recalculation.discard, found, account=account_of(request))
    return _decide(request, found, act, said=REJECTED)


@require_POST
@officer_required
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Restore the ratings from before a run."""
    found, account = find(pk), account_of(request)
    if approval.is_long(found):
        return redirect("job", approval.in_background(approval.UNDO_WORK, found, account).pk)
    return _decide(request, found, partial(approval.undo, found, account=account), said=UNDONE)


@require_POST
@officer_required
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop a run that waits or is being computed."""
    found = find(pk)
    act = partial(approval.cancel, found, account=account_of(request))
    return _decide(request, found, act, said=CANCELLED)


def _decide(request: HttpRequest, run: RatingRun, act: Act, *, said: str | Promise) -> HttpResponse:
    """Decide about a run and say so, or why not; a job that does it leads to its page."""
    try:
        outcome = act()
    except (approval.UnansweredError, recalculation.RunDecidedError) as problem:
        messages.error(request, approval.why_not(problem))
    except approval.BuiltOnError as problem:
        messages.error(request, _(BUILT_ON[problem.code]))
    else:
        if isinstance(outcome, Job):
            return redirect("job", outcome.pk)
        messages.success(request, str(said))
        tournament_mail.enqueue_look()
    return redirect(run)
