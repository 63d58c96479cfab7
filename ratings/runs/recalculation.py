"""Recalculation: mark stale, ask for a run, compute its proposals, apply or discard it."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from time import monotonic
from typing import Any

import numpy as np
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_noop

from federation.jobs import jobs
from federation.journal import journal
from federation.models import Account, Job
from federation.vocabulary.systems.catalogue import keys_of
from federation.vocabulary.systems.declaration import Cadence
from ratings.cadence.facts import facts_of
from ratings.cadence.ledger import RUN_LEDGERS, run_ledger_of
from ratings.cadence.shared.by_runs import first_day
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.comparison import (
    GONE,
    Bounds,
    Difference,
    Standings,
    alarms,
    buckets,
    differ,
    entering,
    leaving,
    movers,
    standings,
    totals,
)
from ratings.cadence.shared.hypothetical_facts import Span, day_of
from ratings.models import ManualEvent, Proposal, RatingRun, RatingSystem
from ratings.models.run import OPEN, RunStage
from ratings.rulebook.systems import SYSTEMS, Played, takes
from ratings.runs import posting
from ratings.runs.automation import bounds_of, schedule_of
from tournaments.models import Tournament

WORK, APPLY = "ratings.recalculate", "ratings.apply"
MOST_TOURNAMENTS = 50
ReportProgress = Callable[[float, str], None]


class RunDecidedError(Exception):
    """The run is decided already, or never came to a decision; `run` has its outcome."""

    def __init__(self, run: RatingRun) -> None:
        super().__init__(f"run {run.pk} is {run.stage}")
        self.run = run


class RunOvertakenError(RunDecidedError):
    """The facts or the standing ratings moved after the run was computed."""


def mark_stale(system: RatingSystem, since: date) -> None:
    """Note that facts from a day on have changed; the earliest day stands."""
    facts_of(system.key).mark_stale(system, since)


def systems_of(number: int) -> list[RatingSystem]:
    """Return the systems in which any revision of a tournament counts; two queries."""
    numbered = Tournament.objects.filter(number=number)
    revisions = [Played(*row) for row in numbered.values_list(*Played._fields)]
    return [
        system
        for system in RatingSystem.objects.all()
        if any(takes(system, revision) for revision in revisions)
    ]


@transaction.atomic
def request_run(system: RatingSystem, *, account: Account | None = None, whole: bool = False) -> RatingRun:
    """Ask for a recalculation from the stale day on, or of the whole history; its job is `run.job`.

    A run that was only requested is returned, one that waits for review is overtaken.
    Raises ValueError for a system rated game by game: it has no runs.
    """
    run_ledger_of(system.key)
    system = RatingSystem.objects.select_for_update().get(pk=system.pk)
    for run in RatingRun.objects.filter(system=system, stage__in=OPEN).select_related("job"):
        if run.stage == RunStage.REQUESTED and run.job and run.job.state != Job.State.FAILED:
            if whole:
                _widen(run.job)
            return run
        close(run, RunStage.OVERTAKEN if run.stage == RunStage.PROPOSED else RunStage.FAILED)
    run = RatingRun.objects.create(
        system=system, requested_by=account, based_on_state=system.state, based_on_facts=system.facts
    )
    run.job = jobs.request(WORK, arguments={"run": run.pk, "whole": whole}, account=account)
    run.save(update_fields=["job"])
    journal.write("run.requested", run, account=account, system=system.key, whole=whole)
    return run


def _widen(job: Job) -> None:
    """Make a run that has not begun replay the whole history, as a second request wants."""
    waiting = Job.objects.filter(pk=job.pk, state=Job.State.QUEUED)
    waiting.update(arguments={**job.arguments, "whole": True})


def request_due(today: date, *, monthly: bool) -> list[RatingRun]:
    """Ask for a run of every active system that needs one, so that a proposal waits; give the runs.

    Where the office has chosen so, runs are asked for by officers alone.
    `monthly`: of those whose runs close a month, else of those that follow every move of the facts.
    """
    active = RatingSystem.objects.filter(active=True)
    return [
        request_run(system)
        for cadence, ledger in RUN_LEDGERS.items()
        if ledger.runs_monthly == monthly
        for system in ledger.due_runs(active.filter(key__in=keys_of(cadence)), today)
        if schedule_of(system).recalculate
    ]


def compute(
    run: RatingRun, *, whole: bool = False, report: ReportProgress = lambda _percent, _message: None
) -> RatingRun:
    """Replay the facts, store what differs from the ledger and hand it over for review.

    Harmless when repeated: a run that is no longer only requested is returned as it is.
    """
    begun = monotonic()
    # Read before anything else: facts that move while we read make the proposal overtaken, never wrong.
    system = RatingSystem.objects.get(pk=run.system_id)
    span = Span(since=None if whole else system.stale_from)
    report(5, gettext_noop("reading the data"))
    ledger = run_ledger_of(system.key)
    replay = ledger.load(system, span)
    report(30, gettext_noop("calculating"))
    proposed = ledger.rate(replay)[0]
    report(60, gettext_noop("comparing with current ratings"))
    standing, keys = ledger.standing_rows(system, span, replay)
    difference = differ(standing, keys, proposed)
    result = standings(standing, proposed, players=replay.players, before=replay.before)
    report(70, gettext_noop("writing the differences"))
    fields: dict[str, Any] = {
        "stage": RunStage.PROPOSED.value,
        "since": span.since,
        "based_on_state": system.state,
        "based_on_facts": system.facts,
        "fingerprint": replay.fingerprint,
        "comparison": _comparison(
            difference,
            result,
            whole=span.since is None,
            bounds=bounds_of(system),
            imported=_imported(system, difference),
        ),
        "totals": replay.counts
        | {"rated_games": (int(proposed.games.sum()) + 1) // 2}
        | totals(difference, result)
        | {"seconds": round(monotonic() - begun, 3)},
    }
    with transaction.atomic():
        mine = RatingRun.objects.filter(pk=run.pk, stage=RunStage.REQUESTED.value)
        if mine.update(**fields, proposed=timezone.now()):
            posting.store(run, difference, names=replay.names)
            report(95, gettext_noop("writing the differences"))
    run.refresh_from_db()
    return run


def _imported(system: RatingSystem, difference: Difference) -> Longs | None:
    """Return the keys of imported ratings, where a row may have met an earlier one; one query at most.

    Systems by period take every list of FIDE as it is: no rows to distinguish there.
    """
    rows = difference.rows
    is_set = (rows.manual > 0) & ~np.isnan(rows.before)
    if system.key not in keys_of(Cadence.BY_EVENT) or not is_set.any():
        return None
    keys = ManualEvent.objects.filter(system=system, kind=ManualEvent.Kind.BASE, withdrawn=None)
    return np.fromiter(keys.values_list("pk", flat=True).iterator(), np.int64)


def _comparison(
    difference: Difference, result: Standings, *, whole: bool, bounds: Bounds, imported: Longs | None
) -> dict[str, Any]:
    return {
        "buckets": buckets(result),
        "movers": movers(result),
        "entering": entering(result),
        "leaving": leaving(result),
        "alarms": [
            asdict(alarm)
            for alarm in alarms(difference, result, whole=whole, bounds=bounds, imported=imported)
        ],
        "tournaments": _tournaments(difference),
        "periods": _periods(difference),
    }


def _tournaments(difference: Difference) -> list[list[int]]:
    """Count new, moved and gone rows of the tournaments that come or go: [key, new, moved, gone]."""
    rows = difference.rows
    coming = np.unique(rows.tournament[(difference.kind != 1) & (rows.tournament > 0)])[:MOST_TOURNAMENTS]
    return [
        [int(key), *np.bincount(difference.kind[rows.tournament == key], minlength=GONE + 1).tolist()]
        for key in coming
    ]


def _periods(difference: Difference) -> list[list[str | int]]:
    """Count new, moved and gone rows of the lists of a period system: [day, new, moved, gone]."""
    rows = difference.rows
    of_list = (rows.tournament == 0) & (rows.manual == 0)
    return [
        [
            day_of(int(place)).isoformat(),
            *np.bincount(difference.kind[of_list & (rows.sequence == place)], minlength=GONE + 1).tolist(),
        ]
        for place in np.unique(rows.sequence[of_list])
    ]


def apply(run: RatingRun, *, account: Account | None) -> RatingRun:
    """Apply the proposals of a run: to the ledger, the current ratings, the state of the system.

    Raises RunDecidedError when another officer was quicker, RunOvertakenError (the run is closed) when facts
    moved.
    """
    try:
        with transaction.atomic():
            _apply(run, account)
    except RunOvertakenError:
        close(run, RunStage.OVERTAKEN)
        raise
    run.refresh_from_db()
    return run


def _apply(run: RatingRun, account: Account | None) -> None:
    # The system before its runs, as in asking for a run or undoing one: else two wait for each other.
    RatingSystem.objects.select_for_update(no_key=True).get(pk=run.system_id)
    _decide(run, RunStage.APPLIED, account)
    system = RatingSystem.objects.filter(pk=run.system_id, state=run.based_on_state, facts=run.based_on_facts)
    if not system.update(state=F("state") + 1, stale_from=None):
        raise RunOvertakenError(run)
    posting.post(run)
    rang = [alarm["code"] for alarm in run.alarms]
    journal.write(
        "run.applied",
        run,
        account=account,
        system=run.system.key,
        before={"state": run.based_on_state},
        after={"state": run.based_on_state + 1},
        **{k: run.totals[k] for k in ("new", "moved", "gone")},
        **({"alarms": rang} if rang else {}),
    )
    if run.totals["new"] or run.totals["moved"] or run.totals["gone"]:
        mark_heirs_stale(run)


def heirs_of(system_key: str) -> list[str]:
    """Return the keys of the systems whose newcomers start from the ratings of a system."""
    return [key for key, system in SYSTEMS.items() if system.seeds_from == system_key]


def mark_heirs_stale(run: RatingRun) -> None:
    """Make the systems stale that seed from this one, from the same day on."""
    for other in RatingSystem.objects.filter(key__in=heirs_of(run.system.key)):
        mark_stale(other, run.since or first_day())


def _decide(run: RatingRun, stage: RunStage, account: Account | None) -> None:
    waiting = RatingRun.objects.filter(pk=run.pk, stage=RunStage.PROPOSED.value)
    if not waiting.update(stage=stage.value, decided=timezone.now(), decided_by=account):
        run.refresh_from_db()
        raise RunDecidedError(run)
    run.refresh_from_db()


def discard(run: RatingRun, *, account: Account | None) -> RatingRun:
    """Discard a proposal; the system stays stale. Raises RunDecidedError if decided before."""
    with transaction.atomic():
        _decide(run, RunStage.DISCARDED, account)
        _forget(run)
        moved = {"before": RunStage.PROPOSED.value, "after": RunStage.DISCARDED.value}
        journal.write("run.discarded", run, account=account, system=run.system.key, **moved)
    return run


def _forget(run: RatingRun) -> None:
    # Nothing points at proposals, so no row need be fetched to be deleted.
    proposals = Proposal.objects.filter(run=run)
    proposals._raw_delete(proposals.db)


def close(run: RatingRun, stage: RunStage) -> None:
    """End an open run without a decision, and forget what it proposed."""
    with transaction.atomic():
        # As it stands in the table: what a refused approval has read into `run` was rolled back.
        mine = RatingRun.objects.select_for_update(no_key=True).filter(pk=run.pk, stage__in=OPEN)
        before = mine.values_list("stage", flat=True).first()
        if before is not None:
            RatingRun.objects.filter(pk=run.pk).update(stage=stage.value, decided=timezone.now())
            _forget(run)
            moved = {"before": before, "after": stage.value}
            journal.write("run.closed", run, account=None, system=run.system.key, **moved)
    run.refresh_from_db()
