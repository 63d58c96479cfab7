"""Acts on one revision, each a POST, from submission to revocation; refusals as messages."""

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from federation.accounts.permissions import account_of, officer_required, organiser_required
from federation.language.dates import format_date
from tournaments import permissions
from tournaments.checks.problems import Problem, Refused
from tournaments.corrections import where_counts
from tournaments.entrants import entries
from tournaments.intake import intake
from tournaments.models import Tournament
from tournaments.review import replies
from tournaments.submission import steps
from tournaments.views.access import address_of, revision_for


def _act(request: HttpRequest, current: Tournament, act: Callable[[], str]) -> HttpResponse:
    """Do it and show a message, or the reason if second or too early; redirect to the revision."""
    try:
        messages.success(request, act())
    except Refused as refused:
        say_problems(request, current, refused.problems)
    except steps.AlreadyDecided as decided:
        say_decided(request, decided)
    return redirect(address_of(current))


def say_decided(request: HttpRequest, decided: steps.AlreadyDecided) -> None:
    """Show the second officer who was first."""
    messages.warning(request, _already(decided))


def _already(decided: steps.AlreadyDecided) -> str:
    stage = dict(Tournament._meta.get_field("stage").flatchoices)[decided.stage.value]
    if decided.account is None or decided.at is None:
        return _("Too late: the tournament is already %(stage)s.") % {"stage": stage}
    when = format_date(timezone.localtime(decided.at), "j N Y, H:i")
    return _("Too late: the tournament is already %(stage)s, by %(who)s on %(when)s.") % {
        "stage": stage,
        "who": decided.account,
        "when": when,
    }


@require_POST
@organiser_required
def submit(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Hand the draft in for approval."""
    current = revision_for(request, (number, revision), question=permissions.is_own)

    def act() -> str:
        steps.submit(current, account=account_of(request), on=timezone.localdate())
        return _("Submitted. An officer will review it.")

    return _act(request, current, act)


@require_POST
@officer_required
def approve(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Approve a submitted revision."""
    current = revision_for(request, (number, revision))

    def act() -> str:
        confirmed = request.POST.getlist("confirm")
        done = steps.approve(current, account=account_of(request), confirmed=confirmed)
        new = ngettext("%(count)s player was enrolled.", "%(count)s players were enrolled.", done.enrolled)
        text = _("Approved.")
        return f"{text} {new % {'count': done.enrolled}}" if done.enrolled else text

    return _act(request, current, act)


@require_POST
@officer_required
def send_back(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Return a submitted revision to its organiser."""
    current = revision_for(request, (number, revision))

    def act() -> str:
        steps.send_back(current, account=account_of(request), reason=request.POST.get("reason", ""))
        return _("Returned to the organiser.")

    return _act(request, current, act)


@require_POST
@organiser_required
def withdraw(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Take back what is not approved yet."""
    current = revision_for(request, (number, revision), question=permissions.is_own)

    def act() -> str:
        steps.withdraw(current, account=account_of(request))
        return _("Withdrawn.")

    return _act(request, current, act)


@require_POST
@organiser_required
def reopen(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Draft the next revision from this one."""
    current = revision_for(request, (number, revision), question=permissions.may_reopen)
    try:
        draft = intake.reopen(current, account=account_of(request))
    except Refused as refused:
        say_problems(request, current, refused.problems)
        return redirect(address_of(current))
    messages.success(request, _("Draft of revision %(revision)s created.") % {"revision": draft.revision})
    return redirect(address_of(draft))


@require_POST
@officer_required
def revoke(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Take an approved tournament out of the facts."""
    current = revision_for(request, (number, revision))

    def act() -> str:
        steps.revoke(current, account=account_of(request), reason=request.POST.get("reason", ""))
        return _("The tournament no longer counts.")

    return _act(request, current, act)


@require_POST
@organiser_required
def rule_systems(request: HttpRequest, number: int, revision: int) -> HttpResponse:
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
    """Do an act and say so, or why it is refused."""
    try:
        messages.success(request, act())
    except entries.Closed as closed:
        messages.error(request, closed.message)
    except Refused as refused:
        say_problems(request, current, refused.problems)


MOST = 10  # messages; the match page has them all


def say_problems(request: HttpRequest, tournament: Tournament, problems: Sequence[Problem]) -> None:
    """Show each problem, up to MOST, and how many more there are."""
    page = address_of(tournament, "desk-match")
    for problem in problems[:MOST]:
        entry = problem.values.get("entry")
        link = f"{page}?entry={entry}#entry-{entry}" if entry else ""
        text = problem.message
        message = format_html('{} <a href="{}">{}</a>', text, link, _("Who is who")) if link else text
        messages.error(request, message)
    left = len(problems) - MOST
    if left > 0:
        text = ngettext("%(count)s more on the match page.", "%(count)s more on the match page.", left)
        link = format_html('<a href="{}">{}</a>', page, _("Who is who"))
        messages.error(request, format_html("{} {}", text % {"count": left}, link))
