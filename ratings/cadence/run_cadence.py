"""Shared part of the two cadences by runs; `contract.RunCadence` is their interface."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from federation.vocabulary.messages import gettext_noop
from ratings.cadence.contract import Arrived, Recomputed
from ratings.cadence.shared import by_runs
from ratings.cadence.shared.alternatives import Alternatives
from ratings.cadence.shared.comparison import Rows as LedgerRows
from ratings.cadence.shared.hypothetical_facts import Span, Supposed
from ratings.cadence.shared.record import Record
from ratings.cadence.shared.standings import Ratings, current_ratings, with_moved
from ratings.cadence.shared.steps import StandingNow
from ratings.engines.contract import Standing
from ratings.models import CurrentRating, ListEntry, ManualEvent, PublishedList, RatingSystem
from ratings.rulebook.expected_score import Strength


class ByRuns(ABC):
    """A cadence whose facts are replayed by runs that an officer reviews."""

    takes_single_games = False
    lists_daily = False
    figures_by_list = False
    has_list_bundle = True
    changes_notice = gettext_noop("%(system)s: to be recalculated from %(date)s on; an officer reviews it.")
    mark_stale = staticmethod(by_runs.mark_stale)
    why_not_ready = staticmethod(by_runs.why_not_ready)
    enqueue_rating = staticmethod(by_runs.leave_to_officers)
    first_day = staticmethod(by_runs.first_day_of)
    is_fresh = staticmethod(by_runs.is_fresh)
    has_moved = staticmethod(by_runs.has_moved)
    record_basis = staticmethod(by_runs.record_basis)

    def mark_stale_since(self, system: RatingSystem, moment: int) -> None:
        """Note the day of the moment: runs replay whole days."""
        self.mark_stale(system, datetime.fromtimestamp(moment // 1000, UTC).date())

    def waits(self, system: RatingSystem) -> bool:
        """Return whether facts wait for a run."""
        return system.stale_from is not None

    def rate_at_once(self, _system_key: str, **_: bool) -> Mapping[str, float] | None:
        """Return None: an officer reviews what a run makes of the facts."""
        return None

    def level_fields(self, _system_key: str) -> Collection[str]:
        """Return nothing: these levels are a rating alone."""
        return ()

    def standing_now(
        self, entry: ListEntry | None, _current: CurrentRating | None, _moment: datetime
    ) -> StandingNow | None:
        """Return the rating as listed."""
        return StandingNow(entry.list.date, Strength(entry.rating)) if entry else None

    def late_players(self, _published: PublishedList, _since: datetime | None) -> set[int]:
        """Return no players: no games come one by one."""
        return set()

    def arrived(self, _systems: Sequence[RatingSystem]) -> Sequence[Arrived]:
        """Return nothing: no games come one by one."""
        return ()

    def alternatives(self, _system: RatingSystem) -> Alternatives | None:
        """Return None: there are no settings to compare."""
        return None

    def record_pieces(self, system: RatingSystem) -> Iterator[Record]:
        """Read the record in one piece."""
        yield self.record(system)

    @abstractmethod
    def record(self, system: RatingSystem) -> Record:
        """Read the rated games of a system, as far as it is rated."""

    @abstractmethod
    def load(self, system: RatingSystem, span: Span) -> Any:
        """Read the facts of a span and the standings before it; LookupError for an unknown edition."""

    @abstractmethod
    def rate(self, replayed: Any) -> tuple[LedgerRows, Standing]:
        """Replay the facts; return the rows of the ledger and the standings after."""

    def ratings_with(self, system: RatingSystem, decision: ManualEvent | None) -> Ratings:
        """Replay what waits, and with a decision from its day on, over the ratings that stand."""
        days = [system.stale_from, decision.date if decision else None]
        since = min((day for day in days if day), default=None)
        if since is None:
            return current_ratings(system)
        replayed = self.load(system, Span(since=since, supposed=Supposed(decision=decision)))
        return with_moved(current_ratings(system), replayed.players, self.rate(replayed)[1].rating)

    def recompute(self, published: PublishedList, system: RatingSystem) -> Recomputed:
        """Replay the facts up to the list's day; a system this one seeds from is taken as it stands."""
        replayed = self.load(system, Span(until=published.date))
        exact = by_runs.by_player(replayed.players, self.rate(replayed)[1].rating)
        return Recomputed(by_runs.has_moved(published, system), {"exact": exact})
