"""Simulations deleted by an officer: one that runs is cancelled first, the journal says whose it was."""

from django.db import transaction

from federation.jobs import jobs
from federation.journal import journal
from federation.models import Account
from ratings.models import Simulation


@transaction.atomic
def delete(kept: Simulation, *, account: Account) -> None:
    """Delete a simulation with its report; its job is cancelled where it waits or runs.

    A worker finds out at its next report of progress, and what it has computed is written nowhere.
    """
    if kept.job:
        jobs.cancel(kept.job)
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
