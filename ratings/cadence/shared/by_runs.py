"""Shared parts of the two cadences by runs: facts that go stale by days, lists that copy the ledger."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from datetime import UTC, date, datetime
from typing import Any

from django.db.models import DateField, F, Min, Value
from django.db.models.functions import Coalesce, Least

from federation.models import Account
from ratings.cadence.shared.comparison import Rows as LedgerRows
from ratings.cadence.shared.hypothetical_facts import Span, Supposed
from ratings.cadence.shared.list_columns import Rows
from ratings.cadence.shared.standings import Ratings, by_player, current_ratings, with_moved
from ratings.engines.contract import Standing
from ratings.models import ManualEvent, PublishedList, RatingRun, RatingSystem
from ratings.models.run import OPEN
from tournaments.models import Tournament
from tournaments.models.stages import Stage


def first_day() -> date:
    """Return the day of the oldest fact of any system, from which a whole history is replayed.

    Withdrawn decisions count: undoing a run may bring back what they gave.
    """
    facts = (
        Tournament.objects.filter(stage=Stage.APPROVED.value).aggregate(day=Min("start"))["day"],
        ManualEvent.objects.aggregate(day=Min("date"))["day"],
    )
    return min((day for day in facts if day), default=date.min)


class RunFacts:
    """Facts that are replayed by runs: the earliest day that changed waits in the system."""

    def first_day(self, _system: RatingSystem) -> date:
        """Return the day of the oldest fact."""
        return first_day()

    def mark_stale(self, system: RatingSystem, since: date) -> None:
        """Note that facts from a day on have changed; the earliest day stands."""
        day = Value(since, output_field=DateField())
        RatingSystem.objects.filter(pk=system.pk).update(
            facts=F("facts") + 1, stale_from=Least(Coalesce(F("stale_from"), day), day)
        )

    def mark_stale_since(self, system: RatingSystem, moment: int) -> None:
        """Note the day of the moment: runs replay whole days."""
        self.mark_stale(system, datetime.fromtimestamp(moment // 1000, UTC).date())

    def enqueue_rating(self, _system_key: str, _account: Account | None) -> bool:
        """Return False: an officer asks for a run, or the clock does."""
        return False

    def waits(self, system: RatingSystem) -> bool:
        """Return whether facts wait for a run."""
        return system.stale_from is not None

    def arrived(self, _systems: object) -> tuple[()]:
        """Return nothing: no games come one by one."""
        return ()

    def level_fields(self, _system_key: str) -> Collection[str]:
        """Return nothing: these levels are a rating alone."""
        return ()


class RunLists:
    """Lists that copy a state of the ledger."""

    def why_not_ready(self, system: RatingSystem, day: date) -> str:
        """Return "stale" while facts up to a day wait to be rated, "open-run" while a run waits, else ""."""
        if system.stale_from is not None and system.stale_from <= day:
            return "stale"
        return "open-run" if RatingRun.objects.filter(system=system, stage__in=OPEN).exists() else ""

    def record_basis(self, published: PublishedList, rows: Rows) -> None:
        """Leave the list as it is: the state of the system records its basis."""

    def late_players(self, _published: PublishedList, _since: datetime | None) -> set[int]:
        """Return no players: no games come one by one."""
        return set()

    def is_fresh(self, prepared: PublishedList) -> bool:
        """Return whether no run was applied since a list was prepared."""
        return prepared.state == prepared.system.state

    def has_moved(self, published: PublishedList, system: RatingSystem) -> bool:
        """Return whether ratings were applied since a list was published, or facts wait to be."""
        waiting = system.stale_from is not None and system.stale_from <= published.date
        return waiting or system.state != published.state


class ReplayedLedger(ABC):
    """Ledger whose facts are replayed by runs that an officer reviews."""

    @abstractmethod
    def load(self, system: RatingSystem, span: Span) -> Any:
        """Read the facts of a span and the standings before it; LookupError for an unknown edition."""

    @abstractmethod
    def rate(self, replayed: Any) -> tuple[LedgerRows, Standing]:
        """Replay the facts; return the rows of the ledger and the standings after."""

    def rate_at_once(self, _system_key: str, **_: bool) -> Mapping[str, float] | None:
        """Return None: an officer reviews what a run makes of the facts."""
        return None

    def ratings_with(self, system: RatingSystem, decision: ManualEvent | None) -> Ratings:
        """Replay what waits, and with a decision from its day on, over the ratings that stand."""
        days = [system.stale_from, decision.date if decision else None]
        since = min((day for day in days if day), default=None)
        if since is None:
            return current_ratings(system)
        replayed = self.load(system, Span(since=since, supposed=Supposed(decision=decision)))
        return with_moved(current_ratings(system), replayed.players, self.rate(replayed)[1].rating)

    def recompute(self, published: PublishedList, system: RatingSystem) -> Mapping[str, dict[int, float]]:
        """Replay the facts up to the list's day; a system this one seeds from is taken as it stands."""
        replayed = self.load(system, Span(until=published.date))
        return {"exact": by_player(replayed.players, self.rate(replayed)[1].rating)}
