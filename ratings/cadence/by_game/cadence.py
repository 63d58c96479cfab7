"""Ratings that move game by game (FICS, online ladder): no runs, a list is the end of a day that is over."""

from collections.abc import Callable
from datetime import date

from django.utils import timezone

from ratings.cadence.by_game import list_freshness, list_rows, stale, standings
from ratings.cadence.by_game.facts import end_of, moment_of
from ratings.cadence.contract import Recomputed
from ratings.cadence.shared.by_runs import by_player
from ratings.cadence.shared.previous_list import PreviousList, Rows
from ratings.models import PublishedList, RatingSystem


class ByGame:
    """Implement `contract.RatingCadence` for systems that follow their games by themselves."""

    has_runs = False
    has_list_files = False

    def mark_stale(self, system: RatingSystem, since: date) -> None:
        """Note the first moment of a day, 00:00 UTC; the job that rates the games begins there."""
        stale.mark(system, moment_of(since))

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
