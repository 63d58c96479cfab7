"""Ratings that move once a list (FIDE): a run replays months, a list is dated the first of its month."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from ratings.cadence.by_period import ledger, list_rows, standings_on
from ratings.cadence.by_period.facts import Window
from ratings.cadence.by_period.ledger import PeriodReplay
from ratings.cadence.by_period.policy import period_policy_of
from ratings.cadence.run_cadence import ByRuns
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.comparison import Rows as LedgerRows
from ratings.cadence.shared.previous_list import PreviousList, Rows
from ratings.cadence.shared.sequence import Span
from ratings.engines.contract import Standing
from ratings.models import ManualEvent, PublishedList, RatingSystem
from ratings.rulebook.fide_periods import month_of


def window_of(span: Span) -> Window:
    """Return the lists a span of days moves: decisions count on the list of their month, games behind it."""
    return Window(
        standing=month_of(span.since) if span.since else None,
        last=month_of(span.until) if span.until else None,
    )


class ByPeriod(ByRuns):
    """Implement `contract.RunCadence` for systems that move once a list."""

    manual_kinds: Sequence[ManualEvent.Kind] = (
        ManualEvent.Kind.CORRECTION,
        ManualEvent.Kind.INITIAL,
        ManualEvent.Kind.REEVALUATION,
        ManualEvent.Kind.RESET,
    )
    has_list_files = True

    def load(self, system: RatingSystem, span: Span) -> PeriodReplay:
        """Read the facts of the lists a span moves, and the list before them."""
        return ledger.load(system, window_of(span))

    def rate(self, replayed: PeriodReplay) -> tuple[LedgerRows, Standing]:
        """Replay the facts through the engine."""
        return ledger.rate(replayed)

    def standing_rows(
        self, system: RatingSystem, span: Span, replayed: PeriodReplay
    ) -> tuple[LedgerRows, Longs]:
        """Read the ledger from the first list of a span on."""
        return ledger.standing_rows(system, window_of(span), replayed.policy)

    def check_rules(self, system_key: str, *, edition: str, parameters: Mapping[str, object]) -> None:
        """Raise LookupError for an unknown edition, the rulebook's errors for a constant."""
        period_policy_of(system_key, edition=edition, parameters=parameters)

    def usual_list_day(self, today: date) -> date:
        """Return the first of the month."""
        return today.replace(day=1)

    def why_no_list_on(self, day: date) -> str:
        """Return "not-the-first" for any other day: FIDE's lists are of the first of a month."""
        return "" if day.day == 1 else "not-the-first"

    def list_rows(self, published: PublishedList, before: PreviousList, copied: Callable[[], None]) -> Rows:
        """Copy the list the period made."""
        listed = standings_on.listed(published.system, published.date)
        copied()
        return list_rows.columns(published, listed, before)
