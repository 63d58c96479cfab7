"""Ledger of a system: its ratings as a replay of the facts, and the runs that move it."""

from collections.abc import Mapping
from datetime import date
from typing import Any, Protocol

from django.db.models import QuerySet

from federation.vocabulary.systems.catalogue import CATALOGUE
from federation.vocabulary.systems.declaration import Cadence
from ratings.cadence.by_event.runs import LedgerByEvent
from ratings.cadence.by_game.update_ratings import LedgerByGame
from ratings.cadence.by_period.runs import LedgerByPeriod
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.comparison import Rows
from ratings.cadence.shared.hypothetical_facts import Span
from ratings.cadence.shared.standings import Ratings
from ratings.engines.contract import Standing
from ratings.models import ManualEvent, Proposal, PublishedList, RatingRun, RatingSystem


class Ledger(Protocol):
    """What previews, checks and commands ask to have computed from the facts of a system."""

    def rate_at_once(self, system_key: str, /, *, whole: bool) -> Mapping[str, float] | None:
        """Rate what waits and count what was done, by name; None where a run has to be computed.

        `whole` replays everything first. Raises what the rulebook raises for rules it does not have.
        """

    def ratings_with(self, system: RatingSystem, decision: ManualEvent | None) -> Ratings:
        """Return where everybody would stand were what waits rated and a decision entered; write nothing."""

    def recompute(self, published: PublishedList, system: RatingSystem) -> Mapping[str, dict[int, float]]:
        """Compute the ratings of a list from the facts, from the beginning to its day.

        By column of ListEntry, player -> value.
        """


class RunLedger(Ledger, Protocol):
    """Ledger moved by runs: facts are replayed, an officer reviews the difference."""

    # Whether a run is asked for once a month is over; else as soon as facts have moved.
    runs_monthly: bool

    def load(self, system: RatingSystem, span: Span) -> Any:
        """Read the facts of a span and the standings before it; LookupError for an unknown edition."""

    def rate(self, replayed: Any) -> tuple[Rows, Standing]:
        """Replay the facts; return the rows of the ledger and the standings after."""

    def standing_rows(self, system: RatingSystem, span: Span, replay: Any) -> tuple[Rows, Longs]:
        """Read the ledger that stands from the beginning of a span on, and the keys of its rows."""

    def due_runs(self, active: QuerySet[RatingSystem], today: date, /) -> QuerySet[RatingSystem]:
        """Select the systems of the cadence that need a run and have none requested."""

    def list_date(self, row: Proposal, /) -> date | None:
        """Return the day of the list a row of a difference belongs to; None: it is of an event."""

    def explain_proposed(self, run: RatingRun, row: Proposal) -> object | None:
        """Return the sum behind a row of a difference, by replaying what the run replayed."""


RUN_LEDGERS: Mapping[Cadence, RunLedger] = {
    Cadence.BY_EVENT: LedgerByEvent(),
    Cadence.BY_PERIOD: LedgerByPeriod(),
}
_LEDGERS: Mapping[Cadence, Ledger] = {**RUN_LEDGERS, Cadence.BY_GAME: LedgerByGame()}


def ledger_of(system_key: str) -> Ledger:
    """Return how the ratings of a system are computed from its facts."""
    return _LEDGERS[CATALOGUE[system_key].cadence]


def run_ledger_of(system_key: str) -> RunLedger:
    """Return how runs of a system replay its facts; ValueError for a system that has none."""
    ledger = RUN_LEDGERS.get(CATALOGUE[system_key].cadence)
    if ledger is None:
        raise ValueError(f"{system_key} is rated game by game, without runs")
    return ledger
