"""Undo of an applied run while nothing newer builds on it, and stop of one being computed."""

from django.db import transaction
from django.db.models import DateField, F, Value
from django.db.models.functions import Coalesce, Least
from django.utils import timezone

from federation.jobs import jobs
from federation.journal import journal
from federation.models import Account
from ratings.cadence.shared.by_runs import first_day_of
from ratings.models import Displaced, PublishedList, RatingRun, RatingSystem
from ratings.models.run_stages import OPEN, RunStage
from ratings.runs import posting
from ratings.runs.recalculation import RunDecidedError, close, mark_heirs_stale

WORK = "ratings.undo"


class BuiltOnError(Exception):
    """The run cannot be undone any more.

    `code` is "not-applied", "newer-run", "published" or "forgotten" (the rows it replaced are not stored).
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def obstacle(run: RatingRun, system: RatingSystem) -> str:
    """Return why an applied run cannot be undone, as BuiltOnError does; "" where it can."""
    if run.stage != RunStage.APPLIED:
        return "not-applied"
    if system.state != run.based_on_state + 1:
        return "newer-run"
    lists = PublishedList.objects.filter(system=system)
    # A list that is only prepared hinders nothing: the state it was made from is gone, so it is never shown.
    shown, being_made = lists.filter(ready=True), lists.filter(ready=False, prepared=None)
    if shown.filter(state__gte=system.state).exists() or being_made.exists():
        return "published"
    replaced = run.totals["moved"] + run.totals["gone"]
    if replaced and not Displaced.objects.filter(run=run).exists():
        return "forgotten"
    return ""


@transaction.atomic
def undo(run: RatingRun, *, account: Account | None) -> RatingRun:
    """Restore, bit for bit, the state before a run; its system waits again from the same day on.

    Raises BuiltOnError while something newer builds on it, RunDecidedError when another officer was quicker.
    """
    system = RatingSystem.objects.select_for_update().get(pk=run.system_id)
    run.refresh_from_db()
    if run.stage == RunStage.UNDONE:
        raise RunDecidedError(run)
    if code := obstacle(run, system):
        raise BuiltOnError(code)
    for waiting in RatingRun.objects.filter(system=system, stage__in=OPEN):
        close(waiting, RunStage.OVERTAKEN)
    posting.take_back(run)
    now = timezone.now()
    RatingRun.objects.filter(pk=run.pk).update(stage=RunStage.UNDONE.value, undone=now, undone_by=account)
    since = Value(run.since or first_day_of(system), output_field=DateField())
    RatingSystem.objects.filter(pk=system.pk).update(
        state=F("state") + 1, stale_from=Least(Coalesce(F("stale_from"), since), since)
    )
    journal.write("run.undone", run, account=account, **{k: run.totals[k] for k in ("new", "moved", "gone")})
    if run.totals["new"] or run.totals["moved"] or run.totals["gone"]:
        mark_heirs_stale(run)
    run.refresh_from_db()
    return run


@transaction.atomic
def cancel(run: RatingRun, *, account: Account | None) -> RatingRun:
    """Stop a run that waits or is being computed; none of it is stored. Raises RunDecidedError."""
    waiting = RatingRun.objects.filter(pk=run.pk, stage=RunStage.REQUESTED.value)
    if not waiting.update(stage=RunStage.DISCARDED.value, decided=timezone.now(), decided_by=account):
        run.refresh_from_db()
        raise RunDecidedError(run)
    if run.job:
        jobs.cancel(run.job)
    journal.write("run.cancelled", run, account=account)
    run.refresh_from_db()
    return run
