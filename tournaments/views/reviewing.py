"""The review page of a submitted tournament: its file beside its entries, held by one officer at a time."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from federation.accounts.permissions import account_of, officer_required
from federation.models import Account
from tournaments import permissions
from tournaments.checks.problems import Refused
from tournaments.corrections import where_counts
from tournaments.desk import crosstable, desk_findings, queries
from tournaments.models import Claim, Tournament
from tournaments.models.stages import Stage
from tournaments.review import replies, reservations
from tournaments.review.replies import LONGEST
from tournaments.revisions import changes
from tournaments.revisions.report_to_models import EARLIEST
from tournaments.submission import rematching, steps
from tournaments.views.access import address_of, revision_for
from tournaments.views.acts import say_decided
from tournaments.views.desk import rulings, years_old

PAGE = "desk-review"


@require_GET
@officer_required
def show(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Show the file beside what was read from it, and who has it on their desk."""
    current = revision_for(request, (number, revision))
    page = _page(current, account_of(request), standing=reservations.claim_of(current), said={})
    return render(request, "tournaments/review.html", page)


def _page(
    current: Tournament, account: Account, *, standing: Claim | None, said: Mapping[str, str]
) -> dict[str, Any]:
    """Return what the template needs; `said`: the remarks typed so far, by the key of their finding."""
    flags = desk_findings.flags(current)
    rows = crosstable.crosstable(current)
    is_submitted = current.stage == Stage.SUBMITTED
    found_since, refusals, new = rematching.foreseen(current) if is_submitted else ([], [], [])
    may_approve = permissions.may_approve(account, current)
    return {
        "tournament": current,
        "notes": _notes(flags, said),
        "original": desk_findings.original(current, flags),
        "severities": queries.severities(current.current_findings),
        "rows": rows,
        "found": found_since,
        "refusals": refusals,
        "rounds": range(1, len(rows[0].cells) + 1 if rows else 1),
        "dated": current.start >= EARLIEST,
        "may_decide": permissions.may_decide(account, current),
        "may_approve": may_approve,
        "erased": desk_findings.of_erased(new) if may_approve else [],
        "replies": replies.shown(current),
        "rulings": rulings(current),
        "counts_seen": where_counts.seen(current),
        "years_old": years_old(current),
        "longest": LONGEST,
        "changes": changes.changes(current, public=False),
        "effects_of": "",  # its button stands beside that of the approval
        "reason": "",
        **_claim_context(standing, account),
    }


@dataclass(frozen=True, slots=True)
class _Note:
    """A finding with what is typed at it, and what follows from it."""

    flag: desk_findings.Flag
    ticked: bool
    text: str
    followers: Sequence["_Note"] = ()


def _notes(flags: Sequence[desk_findings.Flag], remarks: Mapping[str, str]) -> list[_Note]:
    """Return the findings that stand for themselves, what follows from them folded."""
    every = [_Note(flag, flag.key in remarks, remarks.get(flag.key, "")) for flag in flags]
    followers: dict[int, list[_Note]] = defaultdict(list)
    for note in every:
        if note.flag.root is not None:
            followers[note.flag.root].append(note)
    return [
        replace(note, followers=followers.get(at, ()))
        for at, note in enumerate(every)
        if note.flag.root is None
    ]


def _claim_context(standing: Claim | None, account: Account) -> dict[str, Any]:
    live = standing is not None and standing.is_live
    mine = live and standing is not None and standing.account_id == account.pk
    return {"claim": standing if live else None, "is_mine": mine, "is_held": live and not mine}


@require_POST
@officer_required
def claim(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Extend the claim of an officer (htmx, once a minute), or claim a tournament that is free."""
    current = revision_for(request, (number, revision))
    account = account_of(request)
    if not request.headers.get("HX-Request"):
        return _take(request, current, account)
    standing = reservations.heartbeat(current, account=account)
    may_approve = permissions.may_approve(account, current)
    page = {"tournament": current, "may_approve": may_approve, **_claim_context(standing, account)}
    return render(request, "tournaments/claim.html", page)


def _take(request: HttpRequest, current: Tournament, account: Account) -> HttpResponse:
    try:
        reservations.hold(current, account=account)
    except Refused as refused:
        _tell(request, refused)
    return redirect(address_of(current, PAGE))


@require_POST
@officer_required
def take_over(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Take a tournament from the officer who holds it, with a word why."""
    current = revision_for(request, (number, revision))
    try:
        reservations.take_over(current, account=account_of(request), reason=request.POST.get("reason", ""))
    except Refused as refused:
        _tell(request, refused)
    else:
        messages.success(request, _("You are now reviewing this tournament."))
    return redirect(address_of(current, PAGE))


@require_POST
@officer_required
def leave(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Put a tournament back in the queue."""
    current = revision_for(request, (number, revision))
    if reservations.leave(current, account=account_of(request)):
        messages.success(request, _("Returned to the queue."))
    return redirect("queue")


@require_POST
@officer_required
def send_back(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Return a revision with a sentence for each finding ticked; what was typed survives a refusal."""
    current = revision_for(request, (number, revision))
    account = account_of(request)
    remarks = {key: request.POST.get(f"why-{key}", "") for key in request.POST.getlist("finding")}
    reason = request.POST.get("reason", "")
    try:
        steps.send_back(current, account=account, reason=reason, about=remarks)
    except Refused as refused:
        _tell(request, refused)
        current = revision_for(request, (number, revision))
        page = _page(current, account, standing=reservations.claim_of(current), said=remarks) | {
            "reason": reason
        }
        return render(request, "tournaments/review.html", page, status=422)
    except steps.AlreadyDecided as decided:
        say_decided(request, decided)
    else:
        messages.success(request, _("Returned to the organiser."))
        return redirect("queue")
    return redirect(address_of(current))


def _tell(request: HttpRequest, refused: Refused) -> None:
    for problem in refused.problems:
        messages.error(request, problem.message)
