"""Ratings that move event by event (FFG ladder, EGF): a run replays them, a list is a snapshot of a day."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from ratings.cadence.by_event import facts, list_rows, replay, standings
from ratings.cadence.by_event.replay import Replay
from ratings.cadence.run_cadence import ByRuns
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.comparison import Rows as LedgerRows
from ratings.cadence.shared.previous_list import PreviousList, Rows
from ratings.cadence.shared.sequence import Span
from ratings.cadence.shared.standings import stood as standings_on
from ratings.engines.contract import Standing
from ratings.models import ManualEvent, PublishedList, RatingSystem
from ratings.rulebook.policy import policy_of


class ByEvent(ByRuns):
    """Implement `contract.RunCadence` for systems that move with every event."""

    manual_kinds: Sequence[ManualEvent.Kind] = (
        ManualEvent.Kind.INITIAL,
        ManualEvent.Kind.REEVALUATION,
        ManualEvent.Kind.RESET,
        ManualEvent.Kind.ADJUSTMENT,
    )
    has_list_files = False

    def load(self, system: RatingSystem, span: Span) -> Replay:
        """Read the events of a span and the standings before it."""
        return replay.load(system, span)

    def rate(self, replayed: Replay) -> tuple[LedgerRows, Standing]:
        """Replay the facts through the engine."""
        return replay.rate(replayed)

    def standing_rows(self, system: RatingSystem, span: Span, replayed: Replay) -> tuple[LedgerRows, Longs]:
        """Read the ledger from the beginning of a span on."""
        return facts.rows(system, first=span.first, names=replayed.names)

    def check_rules(self, system_key: str, *, edition: str, parameters: Mapping[str, object]) -> None:
        """Raise LookupError for an unknown edition, the rulebook's errors for a constant."""
        policy_of(system_key, edition=edition, parameters=parameters)

    def usual_list_day(self, today: date) -> date:
        """Return today."""
        return today

    def why_no_list_on(self, day: date) -> str:  # noqa: ARG002 - any day will do
        """Return "": a list can be of any day."""
        return ""

    def list_rows(self, published: PublishedList, before: PreviousList, copied: Callable[[], None]) -> Rows:
        """Copy where everybody stood at the end of the list's day."""
        stood = standings_on(published.system, published.date)
        people = standings.people(published.system, stood.player, published.date)
        copied()
        return list_rows.columns(published, stood, people, before)
