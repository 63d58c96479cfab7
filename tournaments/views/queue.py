"""The officers' queue: what waits, and approving several clean tournaments at once."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from federation.accounts.permissions import account_of, officer_required
from federation.jobs import jobs
from federation.models import Job
from federation.vocabulary.keys import keys_from
from federation.vocabulary.systems.catalogue import families_of
from tournaments.checks.problems import Problem
from tournaments.desk import queue
from tournaments.forms.desk import family_choices
from tournaments.models import STAGES, Tournament
from tournaments.views.tables import OutcomeTable, QueueTable

A_PAGE = 50
_WAITING = (Job.State.QUEUED, Job.State.RUNNING)
STATES = [
    ("", gettext_lazy("everything")),
    ("clean", gettext_lazy("clean")),
    ("warnings", gettext_lazy("with warnings")),
    ("errors", gettext_lazy("with errors")),
    ("newcomers", gettext_lazy("with new players")),
    ("free", gettext_lazy("not under review")),
    ("mine", gettext_lazy("under my review")),
]


@require_GET
@officer_required
def show(request: HttpRequest) -> HttpResponse:
    """Show what waits, longest waiting first."""
    wanted = _read_filter(request)
    rows = queue.waiting(account_of(request), wanted)
    pages = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    tickable = any(entry.may_be_ticked for entry in pages)
    page = {
        "pages": pages,
        "waiting": QueueTable(pages, exclude=() if tickable else ("tick",)),
        "wanted": wanted,
        "states": STATES,
        "families": [("", _("every rating")), *family_choices()],
        "tickable": tickable,
        "asks": wanted != queue.Wanted(),
    }
    return render(request, "tournaments/queue.html", page)


def _read_filter(request: HttpRequest) -> queue.Wanted:
    """Read the filter; an unknown value is ignored."""
    state, family = request.GET.get("state", ""), request.GET.get("family", "")
    return queue.Wanted(
        state=state if state in queue.STATES else "",
        family=family if family in families_of() else "",
        text=request.GET.get("q", "").strip()[:100],
    )


@require_POST
@officer_required
def approve(request: HttpRequest) -> HttpResponse:
    """Approve what is ticked: a few at once, many by the worker; either way to the page of the outcomes."""
    keys = keys_from(request.POST.getlist("tournament"))
    if not keys:
        messages.warning(request, _("Tick the tournaments to approve."))
        return redirect("queue")
    job = queue.request_approval(keys, account=account_of(request))
    if len(job.arguments["tournaments"]) > queue.AT_ONCE:
        jobs.enqueue_after_commit(job)
    else:
        jobs.run(job.pk)
    return redirect("queue-outcomes", job.pk)


@require_GET
@officer_required
def outcomes(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how each of several approvals went."""
    job = get_object_or_404(Job, pk=pk, kind=queue.APPROVAL_WORK)
    outcomes = job.result.get("outcomes", [])
    page = {"job": job, "waiting": job.state in _WAITING, "outcomes": OutcomeTable(_in_words(outcomes))}
    return render(request, "tournaments/outcomes.html", page)


def _in_words(outcomes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    tournaments = Tournament.objects.only("number", "revision", "name").in_bulk(
        [outcome["tournament"] for outcome in outcomes]
    )
    return [
        {
            "tournament": tournaments.get(outcome["tournament"]),
            "outcome": outcome["outcome"],
            "text": _sentence(outcome),
        }
        for outcome in outcomes
    ]


def _sentence(outcome: dict[str, Any]) -> str:
    if outcome["outcome"] == "refused":
        return " ".join(Problem(code, values).message for code, values in outcome["problems"])
    if outcome["outcome"] == "decided":
        words = {"stage": dict(STAGES)[outcome["stage"]], "who": outcome["who"] or "–"}
        return _("Too late: the tournament is already %(stage)s, by %(who)s.") % words
    if outcome["outcome"] == "gone":
        return _("This tournament no longer exists.")
    return _("Approved.")
