"""Pages of the rating officer: where systems stand, what a run would change, what to publish."""

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.accounts.permissions import account_of, officer_required
from federation.jobs import jobs
from federation.vocabulary import spreadsheets
from federation.web.downloads import table_stream
from federation.web.tables import lay_out
from ratings import permissions
from ratings.cadence.table import cadence_of, systems_with_runs
from ratings.charts.histogram import histogram
from ratings.forms.office import PublishForm, RunFilterForm, RunForm
from ratings.laboratory import pool_health
from ratings.lists import publication
from ratings.models import Proposal, RatingRun, RatingSystem
from ratings.models.run_stages import RunStage
from ratings.previews import review_reads
from ratings.public_log.witness import reading as witness
from ratings.runs import approval, recalculation, stale_reasons
from ratings.views.office.proposal_table import ProposalTable
from ratings.views.office.tables import BucketTable, MoverTable, RunTable

A_PAGE = 50
# Why an applied run cannot be undone (undoing.BuiltOnError).
BUILT_ON = {
    "newer-run": gettext_noop("A newer run builds on this one, so it can no longer be undone."),
    "published": gettext_noop("A list was published from these ratings, so they can no longer be undone."),
    "not-applied": gettext_noop("This run was not applied, so there is nothing to undo."),
    "forgotten": gettext_noop("The rows this run replaced were not kept, so it cannot be undone."),
}


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
        "pools": pool_health.alerts(),
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
        "may_decide": permissions.may_decide(account_of(request), found),
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
    usual = cadence_of(system).usual_list_day(timezone.localdate())
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
