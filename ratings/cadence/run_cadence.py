"""What the two cadences share whose ratings move by runs; `contract.RunCadence` says what they offer."""

from abc import ABC, abstractmethod
from typing import Any

from ratings.cadence.contract import Recomputed
from ratings.cadence.shared import by_runs
from ratings.cadence.shared.comparison import Rows as LedgerRows
from ratings.cadence.shared.sequence import Span
from ratings.engines.contract import Standing
from ratings.models import PublishedList, RatingSystem


class ByRuns(ABC):
    """A cadence whose facts are replayed by runs that an officer reviews."""

    has_runs = True
    announces_each_list = True
    mark_stale = staticmethod(by_runs.mark_stale)
    why_not_ready = staticmethod(by_runs.why_not_ready)
    enqueue_rating = staticmethod(by_runs.leave_to_officers)
    first_day = staticmethod(by_runs.first_day_of)
    is_fresh = staticmethod(by_runs.is_fresh)
    record_basis = staticmethod(by_runs.record_basis)

    @abstractmethod
    def load(self, system: RatingSystem, span: Span) -> Any:
        """Read the facts of a span and the standings before it; LookupError for an unknown edition."""

    @abstractmethod
    def rate(self, replayed: Any) -> tuple[LedgerRows, Standing]:
        """Replay the facts; return the rows of the ledger and the standings after."""

    def recompute(self, published: PublishedList, system: RatingSystem) -> Recomputed:
        """Replay the facts up to the list's day; a system this one seeds from is taken as it stands."""
        replayed = self.load(system, Span(until=published.date))
        exact = by_runs.by_player(replayed.players, self.rate(replayed)[1].rating)
        return Recomputed(by_runs.has_moved(published, system), {"exact": exact})
