"""Ratings that move game by game (FICS, online ladder): no runs, a list is the end of a day that is over."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta

from django.utils import timezone

from federation.models import Account
from ratings.cadence.by_game import enqueue_rating, list_freshness, list_rows, stale, standings
from ratings.cadence.by_game.facts import end_of, moment_of
from ratings.cadence.contract import Recomputed
from ratings.cadence.shared.by_runs import by_player
from ratings.cadence.shared.previous_list import PreviousList, Rows
from ratings.models import ManualEvent, PublishedList, RatingSystem
from ratings.rulebook.policy import policy_of


class ByGame:
    """Implement `contract.RatingCadence` for systems that follow their games by themselves."""

    has_runs = False
    announces_each_list = False
    manual_kinds: Sequence[ManualEvent.Kind] = (ManualEvent.Kind.INITIAL,)
    has_list_files = False

    def mark_stale(self, system: RatingSystem, since: date) -> None:
        """Note the first moment of a day, 00:00 UTC; the job that rates the games begins there."""
        stale.mark(system, moment_of(since))

    def enqueue_rating(self, system_key: str, account: Account | None) -> None:
        """Have one job at most wait that rates the games."""
        enqueue_rating.remind(system_key, account)

    def first_day(self, system: RatingSystem) -> date:  # noqa: ARG002 - of any system
        """Return the first day there is: a replay begins at the first game whenever that was."""
        return date.min

    def check_rules(self, system_key: str, *, edition: str, parameters: Mapping[str, object]) -> None:
        """Raise LookupError for an unknown edition, the rulebook's errors for a constant."""
        policy_of(system_key, edition=edition, parameters=parameters)

    def usual_list_day(self, today: date) -> date:  # noqa: ARG002 - days of servers are those of UTC
        """Return yesterday by UTC, the last day that is over."""
        return datetime.now(UTC).date() - timedelta(days=1)

    def why_no_list_on(self, day: date) -> str:
        """Return "not-over" for a day that has not ended (24:00 UTC)."""
        return "not-over" if end_of(day) > timezone.now().timestamp() * 1000 else ""

    def why_not_ready(self, system: RatingSystem, day: date) -> str:
        """Return "stale" while games that ended up to a day wait to be rated."""
        return "stale" if stale.waits(system, before=end_of(day)) else ""

    def list_rows(self, published: PublishedList, before: PreviousList, copied: Callable[[], None]) -> Rows:
        """Copy where everybody stood when the list's day ended."""
        stood = standings.stood(published.system, published.date)
        copied()
        people = standings.people(published.system, stood.player)
        return list_rows.columns(published, stood, people, before)

    def record_basis(self, published: PublishedList, rows: Rows) -> None:
        """Note how many are established, and which games and rules the list was made from."""
        published.established = rows["provisional"].count(False)
        published.report |= list_freshness.basis(published.system)

    def is_fresh(self, prepared: PublishedList) -> bool:
        """Return whether no game of the list's time was rated since it was prepared."""
        prepared.published = prepared.prepared  # what has_moved reckons from
        moved = list_freshness.has_moved(prepared, prepared.system)
        prepared.published = None
        return not moved

    def recompute(self, published: PublishedList, system: RatingSystem) -> Recomputed:
        """Compute ratings, and their deviations on the list's day, from the games alone."""
        found = standings.computed(system, published.date)
        columns = {
            "exact": by_player(found.player, found.rating),
            "deviation": by_player(found.player, found.deviation),
        }
        return Recomputed(list_freshness.has_moved(published, system), columns)
