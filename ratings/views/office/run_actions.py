"""Doors of the rating officer: approve, discard, undo or cancel a run; who comes second is told."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from federation.accounts.permissions import officer_required
from federation.jobs import jobs
from federation.models import Account
from ratings import permissions
from ratings.following import tournament_mail
from ratings.lists.month_end import AT_ONCE, TEXTS, are_answered, places, rows_of
from ratings.models import RatingRun
from ratings.runs import recalculation
from ratings.runs import undo as undoing
from ratings.views.office.review import BUILT_ON, find
from tournaments.views.access import account_of

Act = Callable[..., RatingRun]


@require_POST
@officer_required
def apply(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a proposal stand, once each of its alarms is ticked."""
    found = find(pk)
    answered = places(request.POST.getlist(f"seen-{pk}"))
    if permissions.may_decide(account_of(request), found) and not are_answered(found, answered):
        messages.error(request, _(TEXTS["alarms"]))
        return redirect(found)
    if rows_of(found) > AT_ONCE:
        return _in_background(recalculation.APPLY, found, account_of(request))
    return _decide(request, found, recalculation.apply, said=gettext_lazy("The proposed ratings now apply."))


@require_POST
@officer_required
def discard(request: HttpRequest, pk: int) -> HttpResponse:
    """Throw a proposal away."""
    said = gettext_lazy("The proposal has been rejected; the system is still due to be recalculated.")
    return _decide(request, find(pk), recalculation.discard, said=said)


@require_POST
@officer_required
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Make stand again what stood before a run."""
    found = find(pk)
    if rows_of(found) > AT_ONCE:
        return _in_background(undoing.WORK, found, account_of(request))
    said = gettext_lazy("The previous ratings apply again; the system is due to be recalculated.")
    return _decide(request, found, undoing.undo, said=said)


@require_POST
@officer_required
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop a run that waits or is being computed."""
    return _decide(
        request, find(pk), undoing.cancel, said=gettext_lazy("The recalculation has been cancelled.")
    )


def _in_background(kind: str, run: RatingRun, account: Account) -> HttpResponse:
    job = jobs.request(kind, arguments={"run": run.pk}, account=account)
    jobs.enqueue_after_commit(job)
    return redirect("job", job.pk)


def _decide(request: HttpRequest, run: RatingRun, act: Act, *, said: str | Promise) -> HttpResponse:
    try:
        act(run, account=account_of(request))
    except recalculation.RunOvertakenError:
        messages.error(
            request, _("The data has changed since this was calculated. Recalculate and review again.")
        )
    except recalculation.RunDecidedError as problem:
        _say_decided(request, problem.run)
    except undoing.BuiltOnError as problem:
        messages.error(request, _(BUILT_ON[problem.code]))
    else:
        messages.success(request, str(said))
        tournament_mail.enqueue_look()
    return redirect(run)


def _say_decided(request: HttpRequest, run: RatingRun) -> None:
    who = str(run.undone_by or run.decided_by or _("no one in particular"))
    stage = run.get_stage_display()
    messages.error(
        request, _("This run has already been decided: %(stage)s, by %(who)s.") % {"stage": stage, "who": who}
    )
