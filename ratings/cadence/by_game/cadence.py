"""Ratings that move game by game (FICS, online ladder): no runs, a list is the end of a day that is over."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from federation.models import Account
from federation.vocabulary.messages import gettext_noop
from ratings.cadence.by_game import (
    enqueue_rating,
    list_freshness,
    list_rows,
    stale,
    standings,
    update_ratings,
)
from ratings.cadence.by_game.arrivals import arrived
from ratings.cadence.by_game.courses import courses, unnamed_moves
from ratings.cadence.by_game.facts import day_at, end_of, moment_of
from ratings.cadence.by_game.live import known, live_strength
from ratings.cadence.contract import Due, Recomputed
from ratings.cadence.shared.alternatives import Alternatives
from ratings.cadence.shared.by_runs import by_player
from ratings.cadence.shared.last_play import last_day_of_play
from ratings.cadence.shared.listed_games import games_since
from ratings.cadence.shared.previous_list import PreviousList, Rows
from ratings.cadence.shared.record import Record
from ratings.cadence.shared.standings import Ratings
from ratings.cadence.shared.steps import CameWith, StandingNow
from ratings.models import CurrentRating, ListEntry, ManualEvent, PublishedList, RatingSystem
from ratings.rulebook.active_span import ActiveSpan, by_days, on_list
from ratings.rulebook.policy import policy_of
from ratings.rulebook.streams import has_deviation, stream_edition
from ratings.rulebook.systems import Choice
from tournaments.models import Tournament


class ByGame:
    """Implement `contract.RatingCadence` for systems that follow their games by themselves."""

    takes_single_games = True
    lists_daily = True
    moves_between_lists = True
    figures_by_list = True
    reads_birth_years = False
    manual_kinds: Sequence[ManualEvent.Kind] = (ManualEvent.Kind.INITIAL,)
    has_list_bundle = False
    changes_notice = gettext_noop("%(system)s: the games are rated again from %(date)s on.")
    arrived = staticmethod(arrived)
    games_since = staticmethod(games_since)
    courses = staticmethod(courses)
    unnamed_moves = staticmethod(unnamed_moves)
    known = staticmethod(known)
    has_moved = staticmethod(list_freshness.has_moved)

    def mark_stale(self, system: RatingSystem, since: date) -> None:
        """Note the first moment of a day, 00:00 UTC; the job that rates the games begins there."""
        stale.mark(system, moment_of(since))

    def mark_stale_since(self, system: RatingSystem, moment: int) -> None:
        """Note the moment; the job that rates the games begins there."""
        stale.mark(system, moment)

    def enqueue_rating(self, system_key: str, account: Account | None) -> bool:
        """Enqueue at most one job that rates the games."""
        enqueue_rating.enqueue_rating(system_key, account)
        return True

    def waits(self, system: RatingSystem) -> bool:
        """Return whether games or decisions have not been rated yet."""
        return stale.waits(system)

    def rate_at_once(self, system_key: str, *, whole: bool) -> Mapping[str, float] | None:
        """Rate the games that wait: there is nothing to review."""
        return asdict(update_ratings.rate_pending(system_key, whole=whole))

    def level_fields(self, system_key: str) -> Collection[str]:
        """Return the games behind a level, and its deviation where the system has one."""
        return ("deviation", "games") if has_deviation(system_key) else ("games",)

    def first_day(self, system: RatingSystem) -> date:  # noqa: ARG002 - of any system
        """Return the first day there is: a replay begins at the first game whenever that was."""
        return date.min

    def last_day(self, system: RatingSystem) -> date | None:
        """Return the day (UTC) of the last game that is rated."""
        moment = stale.ledger_of(system).moment
        return None if moment is None else day_at(moment)

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
        """Copy every player's rating at the end of the list's day."""
        day_standings = standings.stood(published.system, published.date)
        copied()
        people = standings.people(published.system, day_standings.player)
        return list_rows.columns(published, day_standings, people, before)

    def record_basis(self, published: PublishedList, rows: Rows) -> None:
        """Note how many are established, and which games and rules the list was made from."""
        published.established = rows["provisional"].count(False)
        published.report |= list_freshness.basis(published.system)

    def late_players(self, published: PublishedList, since: datetime | None) -> set[int]:
        """Return who sat in a game that came after the list, or was withdrawn since."""
        return list_freshness.late_players(published, since)

    def is_fresh(self, prepared: PublishedList) -> bool:
        """Return whether no game of the list's time was rated since it was prepared."""
        prepared.published = prepared.prepared  # where has_moved starts
        moved = list_freshness.has_moved(prepared, prepared.system)
        prepared.published = None
        return not moved

    def ratings_with(self, system: RatingSystem, decision: ManualEvent | None) -> Ratings:
        """Rate the games that wait, and with a decision those from its moment on."""
        return update_ratings.ratings_with(system, decision)

    def recompute(self, published: PublishedList, system: RatingSystem) -> Recomputed:
        """Compute ratings, and their deviations on the list's day, from the games alone."""
        day_standings = standings.computed(system, published.date)
        columns = {
            "exact": by_player(day_standings.player, day_standings.rating),
            "deviation": by_player(day_standings.player, day_standings.deviation),
        }
        return Recomputed(list_freshness.has_moved(published, system), columns)

    def next_list_day(self, _today: date) -> date | None:
        """Return None: there is one every day."""
        return None

    def due(self, _system: RatingSystem, _tournament: Tournament) -> Due:
        """Return nothing: no tournament counts."""
        return Due()

    def rows_between(self, _newer: PublishedList, _older: PublishedList | None) -> Q | None:
        """Return None: there is no row a game."""
        return None

    def came_with(self, _players: Collection[int], _tournaments: Collection[Tournament]) -> CameWith:
        """Return nothing: no tournament counts."""
        return {}

    def standing_now(
        self, _entry: ListEntry | None, current: CurrentRating | None, moment: datetime
    ) -> StandingNow | None:
        """Return the live rating, its deviation aged to the moment."""
        return StandingNow(None, live_strength(current, moment)) if current else None

    def active_span(self, entry: ListEntry, played: date | None) -> ActiveSpan:
        """Return the span of the days after the last game."""
        day = entry.list.date
        edition, last = stream_edition(entry.list.system, day), last_day_of_play(entry, played)
        return on_list(by_days(last_game=last, days=edition.active_days, active=entry.active), day)

    def has_lapsed(self, choice: Choice, _rating: float, _declared: str, *, since: int, until: int) -> bool:
        """Return whether the system would no longer have called the player active."""
        return until - since > stream_edition(choice, date.fromordinal(until)).active_days

    def record(self, system: RatingSystem) -> Record:
        """Read the rated games of a system, as far as it is rated."""
        from ratings.cadence.by_game.record import record  # here: its curves bring numba

        return record(system)

    def record_pieces(self, system: RatingSystem) -> Iterator[Record]:
        """Read the same some hundred thousand games at a time."""
        from ratings.cadence.by_game.record import record_pieces  # here: as above

        yield from record_pieces(system)

    def alternatives(self, _system: RatingSystem) -> Alternatives | None:
        """Return None: there are no settings to compare."""
        return None
