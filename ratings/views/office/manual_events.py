"""Doors to the office's decisions: initial levels, re-evaluations, resets, adjustments of everybody."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from federation.accounts.permissions import officer_required
from federation.jobs import jobs
from ratings.cadence.table import cadence_of
from ratings.forms.office import DecisionForm
from ratings.models import ManualEvent, RatingSystem
from ratings.previews import decision_preview
from ratings.runs import manual_events
from ratings.views.office.tables import DecisionTable
from tournaments.views.access import account_of

A_PAGE = 50


@require_http_methods(["GET", "POST"])
@officer_required
def events(request: HttpRequest, system: str) -> HttpResponse:
    """Show a system's decisions, the newest first, and take a new one."""
    found = get_object_or_404(RatingSystem, key=system)
    form = DecisionForm(request.POST if request.method == "POST" else None, system=found.key)
    if request.method == "POST" and form.is_valid() and "look" in request.POST:
        job = decision_preview.request(found, form.decision, account=account_of(request))
        jobs.enqueue_after_commit(job)
        return redirect("manual-event-preview", found.key, job.pk)
    if request.method == "POST" and form.is_valid():
        manual_events.enter(found, form.decision, account=account_of(request))
        if _is_followed(request, found):
            messages.success(request, _("Entered. The ratings follow in a moment."))
        else:
            messages.success(request, _("Entered. The system now waits to be recalculated."))
        return redirect("manual-events", found.key)
    entered = ManualEvent.objects.filter(system=found).select_related("player", "account")
    pages = Paginator(entered.order_by("-date", "-pk"), A_PAGE).get_page(request.GET.get("page"))
    page = {"system": found, "form": form, "pages": pages, "events": DecisionTable(pages)}
    return render(request, "ratings/review/manual_events.html", page, status=422 if form.errors else 200)


@require_POST
@officer_required
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a decision out of the facts."""
    event = get_object_or_404(ManualEvent.objects.select_related("system"), pk=pk)
    if not manual_events.withdraw(event, account=account_of(request)):
        messages.info(request, _("It had been withdrawn already."))
    elif _is_followed(request, event.system):
        messages.success(request, _("Withdrawn. The ratings follow in a moment."))
    else:
        messages.success(request, _("Withdrawn. The system now waits to be recalculated."))
    return redirect("manual-events", event.system.key)


def _is_followed(request: HttpRequest, system: RatingSystem) -> bool:
    """Enqueue the rating of a stream, and return whether the system is one: those have no review."""
    cadence = cadence_of(system.key)
    cadence.enqueue_rating(system.key, account_of(request))
    return not cadence.has_runs
