"""Runs of systems that move with every event (FFG ladder, EGF): a run replays the events since a day."""

from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet

from federation.models import Job
from ratings.cadence.by_event import facts, replay
from ratings.cadence.by_event.explain import Explanation, explain_proposed
from ratings.cadence.by_event.replay import Replay
from ratings.cadence.shared.by_runs import ReplayedLedger
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.comparison import Rows
from ratings.cadence.shared.hypothetical_facts import Span
from ratings.engines.contract import Standing
from ratings.models import Proposal, RatingRun, RatingSystem
from ratings.models.run import RunStage


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


class LedgerByEvent(ReplayedLedger):
    """Ledger of systems that move with every event: `ratings.cadence.ledger.RunLedger`."""

    runs_monthly = False
    due_runs = staticmethod(due_runs)

    def load(self, system: RatingSystem, span: Span) -> Replay:
        """Read the events of a span and the standings before it."""
        return replay.load(system, span)

    def rate(self, replayed: Replay) -> tuple[Rows, Standing]:
        """Replay the facts through the engine."""
        return replay.rate(replayed)

    def standing_rows(self, system: RatingSystem, span: Span, replayed: Replay) -> tuple[Rows, Longs]:
        """Read the ledger from the beginning of a span on."""
        return facts.rows(system, first=span.first, names=replayed.names)

    def list_date(self, _row: Proposal) -> date | None:
        """Return None: a row is of an event."""
        return None

    def explain_proposed(self, run: RatingRun, row: Proposal) -> Explanation | None:
        """Return the sum of a tournament; a decision of the office has none."""
        if row.tournament is None:
            return None
        return explain_proposed(run.system, row.tournament, since=run.since).get(row.player_id)
