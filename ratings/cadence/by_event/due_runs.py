"""Systems that need a run, so that a proposal waits for the officers."""

from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet

from federation.models import Job
from ratings.models import RatingRun, RatingSystem
from ratings.models.run_stages import RunStage


def due_runs(active: QuerySet[RatingSystem], _today: date) -> QuerySet[RatingSystem]:
    """Select stale systems.

    Not again for facts an officer has a proposal of, has discarded or undone one of, or that a run failed on.
    """
    runs = RatingRun.objects.filter(system=OuterRef("pk"), based_on_facts=OuterRef("facts"))
    # Applying raised the state once, undoing it once more.
    undone = Q(stage=RunStage.UNDONE.value, based_on_state=OuterRef("state") - 2)
    answered = runs.filter(Q(based_on_state=OuterRef("state")) | undone)
    waiting = RatingRun.objects.filter(system=OuterRef("pk"), stage=RunStage.REQUESTED.value)
    waiting = waiting.exclude(job__state=Job.State.FAILED)
    moved = active.filter(stale_from__isnull=False)
    return moved.exclude(Exists(answered)).exclude(Exists(waiting))
