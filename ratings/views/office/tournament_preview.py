"""Pages of the preview of a tournament: what approving it would do to every rating."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_http_methods

from federation.accounts.permissions import account_of, organiser_required
from federation.jobs import jobs
from federation.models import Job
from ratings.cadence.shared.steps import Move
from ratings.models import Preview
from ratings.previews import tournament_preview
from tournaments import permissions
from tournaments.checks.problems import Refused
from tournaments.models import Entry, Tournament
from tournaments.views.access import address_of, revision_for

_WAITING = (Job.State.QUEUED, Job.State.RUNNING)


@require_http_methods(["GET", "POST"])
@organiser_required
def show(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Show the changes an approval would bring, or ask for them; asking needs no more than looking."""
    current = revision_for(request, (number, revision), question=permissions.may_see)
    if request.method == "POST":
        try:
            _found, job = tournament_preview.request(current, account=account_of(request))
        except Refused as refused:
            for problem in refused.problems:
                messages.error(request, problem.message)
        else:
            jobs.enqueue_after_commit(job)
        return redirect(address_of(current, "desk-preview"))
    found = Preview.objects.select_related("job").filter(tournament=current).first()
    found = found if found and tournament_preview.is_readable(found) else None
    page = {
        "tournament": current,
        "preview": found,
        "problems": tournament_preview.obstacles(current),
        **_state(found),
    }
    if found and found.made:
        page |= _table(current, found) | {"outdated": found.digest != tournament_preview.digest(current)}
    return render(request, "ratings/preview.html", page)


def _state(found: Preview | None) -> dict[str, Any]:
    """Return whether the preview is being computed."""
    job = found.job if found and not found.made else None
    return {
        "job": job,
        "waiting": job is not None and job.state in _WAITING,
        "refusals": tournament_preview.refusal(found) if found else (),
    }


def _table(current: Tournament, found: Preview) -> dict[str, Any]:
    """Arrange the changes by entrant, in the order of the file; a column a system or list."""
    systems = [
        system
        | {
            "list": parse_date(system["list"]) if system["list"] else None,
            "others": system["moved"] - system["entrants"],
        }
        for system in found.result["systems"]
    ]
    moves = {int(key): row for key, row in found.result["entries"].items()}
    entries = Entry.objects.filter(tournament=current).select_related("player").order_by("number")
    lines = [
        (entry, [_effect(system["key"], row) for system, row in zip(systems, moves[entry.pk], strict=True)])
        for entry in entries
        if entry.pk in moves
    ]
    return {"systems": systems, "lines": lines}


@dataclass(frozen=True, slots=True)
class Effect:
    """Rating of today after an approval, and the move by the event itself where it differs."""

    live: Move
    event: Move | None


def _effect(system: str, figures: list[Any] | None) -> Effect | None:
    if figures is None:
        return None
    before, after, games, now, then = figures
    live, event = Move(system, now, now, then, games, ""), Move(system, before, before, after, games, "")
    is_same = (event.before_shown, event.after_shown) == (live.before_shown, live.after_shown)
    return Effect(live, None if is_same or after is None else event)
