"""Writes: what approving a revision would do to every rating, found by doing it and taking it back.

The revision is approved, every system it makes stale is recalculated and applied, the changes are read as its
public page would read them, and the transaction is rolled back. So a preview can say nothing else than the
approval will, as long as the draft and the facts before it stay.
"""

import hashlib
import json
from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.forms.models import model_to_dict
from django.utils import timezone
from django.utils.translation import gettext_noop

from federation.jobs import jobs
from federation.models import Account, Job
from ratings.cadence.shared.moves import Move
from ratings.cadence.table import cadence_of
from ratings.crosstables.crosstables import crosstable
from ratings.models import Preview, RatingRun, RatingSystem
from ratings.runs.recalculation import apply, compute, request_run
from tournaments.checks.submission_checks import Problem, Refused, before_submission
from tournaments.models import Tournament
from tournaments.models.stages import Stage
from tournaments.submission.submission import AlreadyDecided, approve, submit

WORK = "ratings.preview"
_PREVIEWED = (Stage.DRAFT.value, Stage.RETURNED.value, Stage.SUBMITTED.value)
Say = Callable[[float, str], None]


def obstacles(tournament: Tournament) -> tuple[Problem, ...]:
    """Return what has to be mended before anything can be computed: what hinders a submission."""
    return before_submission(tournament) if tournament.stage in _PREVIEWED else (Problem("not-open"),)


def digest(tournament: Tournament) -> str:
    """Hash everything of a revision that a rating may depend on; equal hashes, equal drafts."""
    facts = model_to_dict(
        tournament, exclude=["stage", "organiser", "decided_by", "reason", "submitted", "decided"]
    )
    rows = [
        list(tournament.entries.order_by("number").values_list("number", "player", "grade", "match")),
        list(
            tournament.games.order_by("pk").values_list(
                "round", "white", "black", "outcome", "by_default", "handicap"
            )
        ),
        list(tournament.byes.order_by("pk").values_list("round", "entry", "kind")),
    ]
    return hashlib.sha256(json.dumps([facts, rows], cls=DjangoJSONEncoder).encode()).hexdigest()


@transaction.atomic
def request(tournament: Tournament, *, account: Account | None) -> tuple[Preview, Job]:
    """Ask for the preview of a revision; the one it had is forgotten.

    Raises Refused while obstacles stand.
    """
    if found := obstacles(tournament):
        raise Refused(*found)
    job = jobs.request(WORK, arguments={"tournament": tournament.pk}, account=account)
    fields = {"job": job, "digest": digest(tournament), "made": None, "result": {}}
    preview, _ = Preview.objects.update_or_create(tournament=tournament, defaults=fields)
    return preview, job


def make(tournament: Tournament, *, say: Say = lambda _percent, _message: None) -> Preview:
    """Compute the preview that was asked for; one that is refused keeps the problems, and is not made."""
    asked = digest(tournament)
    try:
        found = rehearse(tournament, say=say)
    except Refused as refused:
        result = _refused(refused.problems)
    except AlreadyDecided:
        result = _refused([Problem("not-open")])
    else:
        result = _refused([Problem("not-open")]) if found is None else found
    made = None if "problems" in result else timezone.now()
    fields = {"digest": asked, "made": made, "result": result}
    return Preview.objects.update_or_create(tournament=tournament, defaults=fields)[0]


def _refused(problems: Iterable[Problem]) -> dict[str, Any]:
    return {"problems": [[one.code, one.values] for one in problems]}


def refusal(preview: Preview) -> tuple[Problem, ...]:
    """Return the problems for which a preview could not be computed; empty where it was, or still waits."""
    return tuple(Problem(code, values) for code, values in preview.result.get("problems", ()))


def rehearse(tournament: Tournament, *, say: Say = lambda _percent, _message: None) -> dict[str, Any] | None:
    """Approve, recalculate, read, and take everything back; None where the revision is no longer open.

    Nothing is left: neither rows nor jobs nor lines of the journal. Whoever writes the same systems waits
    meanwhile, as for an approval. Raises Refused while obstacles stand.
    """
    with transaction.atomic():
        current = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if current.stage not in _PREVIEWED:
            return None
        if current.stage != Stage.SUBMITTED:
            submit(current, account=current.organiser, on=timezone.localdate())
        say(10, gettext_noop("reading the facts"))
        approve(current, account=None, four_eyes=False)
        runs = [_recalculated(system, say) for system in _stale()]
        say(90, gettext_noop("reading the changes"))
        result = _read(current, [run for run in runs if run])
        transaction.set_rollback(True)
    return result


def _stale() -> list[RatingSystem]:
    """Return the systems that wait, those that others seed from first."""
    systems = RatingSystem.objects.filter(active=True).order_by("position")
    return [system for system in systems if cadence_of(system.key).has_runs]


def _recalculated(system: RatingSystem, say: Say) -> RatingRun | None:
    """Bring a system up to date as an officer would; one that needs nothing is left alone."""
    system.refresh_from_db()
    if system.stale_from is None:
        return None
    say(30, gettext_noop("computing"))
    return apply(compute(request_run(system)), account=None)


def _read(tournament: Tournament, runs: list[RatingRun]) -> dict[str, Any]:
    """Read the changes as the page of the tournament does: by entry and system, or list of a system."""
    found = crosstable(tournament)
    columns: list[tuple[str, date | None]] = [(one.system, one.day) for one in found.counts]
    columns = columns or [(key, None) for key in found.systems]
    counted = ("standings", "entering", "leaving")
    moved = {run.system.key: sum(run.totals[name] for name in counted) for run in runs}
    return {
        "systems": [
            {"key": key, "list": day.isoformat() if day else "", "moved": moved.get(key, 0)}
            for key, day in columns
        ],
        "entries": {
            str(line.row.entrant.key): [_figures(move) for move in line.moves] for line in found.lines
        },
    }


def _figures(move: Move | None) -> list[float | None] | None:
    return None if move is None else [move.before, move.after, move.games]
