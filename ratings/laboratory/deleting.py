"""Deletion of simulations by an officer: cancelled first if running; the owner is journalled."""

from django.db import transaction

from federation.jobs import jobs
from federation.journal import journal
from federation.models import Account, Job
from ratings.laboratory import person_lines
from ratings.models import Simulation

_OPEN = ("queued", "running")


@transaction.atomic
def delete(kept: Simulation, *, account: Account) -> None:
    """Delete a simulation with its report; its job is cancelled where it waits or runs.

    A worker finds out at its next report of progress, and what it has computed is written nowhere.
    """
    if not Simulation.objects.select_for_update().filter(pk=kept.pk).exists():
        return
    lines = Job.objects.filter(kind=person_lines.WORK, arguments__simulation=kept.pk, state__in=_OPEN)
    for job in (*lines, *([kept.job] if kept.job else [])):
        jobs.cancel(job)
    journal.write(
        "simulation.deleted",
        kept,
        account=account,
        name=kept.name,
        system=kept.system.key,
        variant=kept.variant,
        fingerprint=kept.fingerprint,
    )
    kept.delete()
