"""Pages of the rating officer: every system in one table, and the next step of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_http_methods

from federation.accounts.permissions import account_of, officer_required
from federation.language.system_names import system_name
from federation.language.wording import labelled
from ratings.cadence.lists import lists_of
from ratings.cadence.traits import systems_with_runs
from ratings.following import tournament_mail
from ratings.forms.office import MOST_NOTE, ScheduleForm
from ratings.lists import list_preview, month_end
from ratings.lists.month_end import NotTaken, Step, SystemState
from ratings.models import RatingSystem
from ratings.previews import review_reads
from ratings.previews.review_reads import Caution, list_cautions
from ratings.runs import approval, automation
from ratings.runs.recalculation import heirs_of
from ratings.views.office.tables import MonthEndTable

DONE = {
    Step.RECALCULATE: gettext_lazy("Being recalculated"),
    Step.APPROVE: gettext_lazy("Approved"),
    Step.PREPARE: gettext_lazy("Being prepared"),
    Step.RELEASE: gettext_lazy("Published"),
}
ANSWERED = "alarms-answered"  # in the session: the alarms ticked so far, by run


@dataclass(frozen=True, slots=True)
class Line:
    """A system as the table shows it."""

    closing: SystemState
    cautions: Sequence[tuple[int, Caution, bool]]  # place, alarm, ticked
    glance: list_preview.Glance | None
    odd: Sequence[str]  # what the prepared list warns of
    next_list: date | None

    @property
    def can_act(self) -> bool:
        """Return whether an officer can take a step."""
        return self.closing.step in month_end.ACTS

    @property
    def automatic(self) -> list[str]:
        """Name the steps the clock takes."""
        schedule = self.closing.schedule
        steps = (
            (schedule.recalculate, pgettext("by the clock", "recalculated")),
            (schedule.approve, pgettext("by the clock", "approved")),
            (schedule.prepare, pgettext("by the clock", "prepared")),
            (schedule.release, pgettext("by the clock", "published")),
        )
        return [name for is_taken, name in steps if is_taken]


@require_http_methods(["GET", "POST"])
@officer_required
def show(request: HttpRequest) -> HttpResponse:
    """Show where every system stands, and take the step of those that are ticked."""
    today = timezone.localdate()
    found = month_end.closings(_systems(), today)
    if request.method == "POST":
        return _take(request, found)
    lines = _lines(request, found, today)
    page = {
        "table": MonthEndTable(lines),
        "next": next((step for step in month_end.ACTS if any(state.step is step for state in found)), None),
        "is_working": any(state.step is Step.WORKING for state in found),
        "streams": review_reads.streams(),
    }
    part = "ratings/review/month_end_table.html" if request.headers.get("HX-Request") else None
    return render(request, part or "ratings/review/month_end.html", page)


def _systems() -> list[RatingSystem]:
    return list(systems_with_runs().filter(active=True))


def _lines(request: HttpRequest, found: Sequence[SystemState], today: date) -> list[Line]:
    cautions = review_reads.cautions_of(
        [state.run for state in found if state.run and state.step is Step.APPROVE]
    )
    answered = request.session.get(ANSWERED, {})
    return [_line(state, cautions, answered, today) for state in found]


def _line(
    closing: SystemState, cautions: dict[int, list[Caution]], answered: dict[str, list[str]], today: date
) -> Line:
    key = closing.run.pk if closing.run else 0
    ticked = answered.get(str(key), [])
    glance = (
        list_preview.glance(closing.unshown) if closing.step is Step.RELEASE and closing.unshown else None
    )
    return Line(
        closing=closing,
        cautions=[
            (place, caution, str(place) in ticked) for place, caution in enumerate(cautions.get(key, ()))
        ],
        glance=glance,
        odd=list_cautions(closing.system, glance.alarms) if glance else (),
        next_list=lists_of(closing.system.key).next_list_day(today)
        or automation.next_due(closing.schedule, today),
    )


def _take(request: HttpRequest, found: Sequence[SystemState]) -> HttpResponse:
    """Take one step of the systems that are ticked; who has another one next is passed over."""
    try:
        step = Step(request.POST.get("act", ""))
    except ValueError:
        raise Http404 from None
    _remember_answers(request, found)
    chosen = [
        state for state in found if state.system.key in request.POST.getlist("system") and state.step is step
    ]
    done = [state for state in chosen if _take_one(request, state, step)]
    if done:
        names = ", ".join(str(system_name(state.system.key)) for state in done)
        messages.success(request, labelled(DONE[step], names))
        tournament_mail.enqueue_look()
    elif not chosen:
        messages.info(request, _("None of the ticked systems is waiting for this step."))
    if step is Step.APPROVE:
        _recalculate_heirs(request, done)
    return redirect("month-end")


def _take_one(request: HttpRequest, closing: SystemState, step: Step) -> bool:
    """Take a step, or say why it was not taken."""
    ticked = request.POST.getlist(f"seen-{closing.run.pk}") if closing.run else []
    answered = approval.places(ticked)
    note = request.POST.get(f"note-{closing.unshown.pk}", "")[:MOST_NOTE] if closing.unshown else ""
    try:
        month_end.take_step(closing, step, account=account_of(request), answered=answered, note=note)
    except NotTaken as problem:
        messages.error(request, labelled(system_name(closing.system.key), str(problem)))
        return False
    return True


def _remember_answers(request: HttpRequest, found: Sequence[SystemState]) -> None:
    """Keep the alarms ticked so far, so that a step of another system loses none of them."""
    keys = [state.run.pk for state in found if state.run]
    request.session[ANSWERED] = {str(key): request.POST.getlist(f"seen-{key}") for key in keys}


def _recalculate_heirs(request: HttpRequest, applied: Sequence[SystemState]) -> None:
    """Ask at once for runs of the systems whose newcomers start from ratings that just moved."""
    heirs = {key for state in applied for key in heirs_of(state.system.key)}
    for closing in month_end.closings(_systems(), timezone.localdate()):
        if closing.system.key in heirs and closing.step is Step.RECALCULATE:
            month_end.take_step(closing, Step.RECALCULATE, account=account_of(request))


@require_http_methods(["GET", "POST"])
@officer_required
def edit_schedule(request: HttpRequest, system: str) -> HttpResponse:
    """Show what the clock does in a system, and let an officer change it."""
    found = get_object_or_404(systems_with_runs(), key=system)  # lists of others are published every night
    monthly = lists_of(system).next_list_day(timezone.localdate()) is not None
    given: dict[str, Any] = {"is_monthly": monthly, "initial": _initial(found)}
    form = ScheduleForm(request.POST if request.method == "POST" else None, **given)
    if request.method == "POST" and form.is_valid():
        changed = automation.set_schedule(found, form.schedule, account=account_of(request))
        messages.success(request, _("Saved.") if changed else _("No changes."))
        return redirect("month-end")
    page = {"system": found, "form": form, "is_monthly": monthly}
    return render(request, "ratings/review/schedule.html", page, status=422 if form.errors else 200)


def _initial(system: RatingSystem) -> dict[str, Any]:
    wanted = automation.schedule_of(system)
    return {name: getattr(wanted, name) for name in ("recalculate", "approve", "prepare", "release", "day")}
