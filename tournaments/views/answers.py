"""Choices about a whole revision, each a POST: its systems, answers to officers' remarks."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from federation.accounts.permissions import account_of, organiser_required
from tournaments import permissions
from tournaments.checks.submission_checks import Refused
from tournaments.corrections import where_counts
from tournaments.entrants import entries
from tournaments.models import Tournament
from tournaments.review import replies
from tournaments.views.access import address_of, revision_for
from tournaments.views.refusals import say_problems


@require_POST
@organiser_required
def rule(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Keep where a tournament counts."""
    current = revision_for(request, (number, revision), question=permissions.may_rule)
    account = account_of(request)
    chosen, seen = request.POST.getlist("counts"), request.POST.get("seen", "")

    def act() -> str:
        where_counts.rule(current, chosen, account=account, seen_as=seen)
        return _("Saved: it counts there.")

    page = "desk-review" if permissions.may_approve(account, current) else "desk-tournament"
    _say(request, current, act)
    return redirect(address_of(current, page))


@require_POST
@organiser_required
def answer(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Keep what an organiser answers to the remarks of an officer."""
    current = revision_for(request, (number, revision), question=permissions.is_own)
    texts = {
        field.removeprefix("answer-"): str(text)
        for field, text in request.POST.items()
        if field.startswith("answer-")
    }

    def act() -> str:
        if replies.keep(current, texts, account=account_of(request)):
            return _("Saved. The officer will read it when you submit again.")
        return _("No changes.")

    _say(request, current, act)
    return redirect(address_of(current))


def _say(request: HttpRequest, current: Tournament, act: Callable[[], str]) -> None:
    """Do it and say so, or why it is refused."""
    try:
        messages.success(request, act())
    except entries.Closed as closed:
        messages.error(request, closed.message)
    except Refused as refused:
        say_problems(request, current, refused.problems)
