"""Acts of the rating officer on a run: approve, reject, undo or cancel it."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from federation.accounts.permissions import account_of, officer_required
from federation.models import Job
from ratings.following import tournament_mail
from ratings.models import RatingRun
from ratings.runs import approval, recalculation
from ratings.views.office.review import BUILT_ON, find

Act = Callable[[], object]
APPROVED = gettext_lazy("The proposed ratings now apply.")
REJECTED = gettext_lazy("The proposal has been rejected; the system is still due to be recalculated.")
UNDONE = gettext_lazy("The previous ratings apply again; the system is due to be recalculated.")
CANCELLED = gettext_lazy("The recalculation has been cancelled.")


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
