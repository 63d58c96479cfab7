"""Runs of systems that move once a list (FIDE): a run replays months."""

from datetime import date

from django.db.models import Exists, OuterRef, QuerySet

from ratings.cadence.by_period import ledger
from ratings.cadence.by_period.explain import PeriodExplanation, explain_proposed_period
from ratings.cadence.by_period.facts import Window
from ratings.cadence.by_period.ledger import PeriodReplay
from ratings.cadence.shared.by_runs import ReplayedLedger
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.comparison import Rows
from ratings.cadence.shared.hypothetical_facts import Span, day_of
from ratings.engines.contract import Standing
from ratings.models import Proposal, RatingRun, RatingSystem
from ratings.rulebook.fide_periods import month_of


def window_of(span: Span) -> Window:
    """Return the lists a span of days moves: decisions count on the list of their month, games behind it."""
    return Window(
        standing=month_of(span.since) if span.since else None,
        last=month_of(span.until) if span.until else None,
        supposed=span.supposed,
    )


def due_runs(active: QuerySet[RatingSystem], today: date) -> QuerySet[RatingSystem]:
    """Select systems with facts of a month before this one.

    Asked for once a month: an officer who discarded a proposal has seen it.
    """
    first = today.replace(day=1)
    runs = RatingRun.objects.filter(system=OuterRef("pk"), requested__date__gte=first)
    return active.filter(stale_from__lt=first).exclude(Exists(runs))


class LedgerByPeriod(ReplayedLedger):
    """Ledger of systems that move once a list: `ratings.cadence.ledger.RunLedger`."""

    runs_monthly = True
    due_runs = staticmethod(due_runs)

    def load(self, system: RatingSystem, span: Span) -> PeriodReplay:
        """Read the facts of the lists a span moves, and the list before them."""
        return ledger.load(system, window_of(span))

    def rate(self, replayed: PeriodReplay) -> tuple[Rows, Standing]:
        """Replay the facts through the engine."""
        return ledger.rate(replayed)

    def standing_rows(self, system: RatingSystem, span: Span, replayed: PeriodReplay) -> tuple[Rows, Longs]:
        """Read the ledger from the first list of a span on."""
        return ledger.standing_rows(system, window_of(span), replayed.policy)

    def list_date(self, row: Proposal) -> date | None:
        """Return the day of the list; a decision of the office is an event."""
        return day_of(row.sequence) if row.manual_event_id is None else None

    def explain_proposed(self, run: RatingRun, row: Proposal) -> PeriodExplanation | None:
        """Return the sum of a list."""
        return explain_proposed_period(run.system, row.player_id, day_of(row.sequence), since=run.since)
