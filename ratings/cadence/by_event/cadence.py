"""Ratings that move event by event (FFG ladder, EGF): a run replays them, a list is a snapshot of a day."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta

from django.db.models import Q

from federation.models import Player
from ratings.cadence.by_event import facts, list_rows, replay, standings
from ratings.cadence.by_event.courses import came_with, courses
from ratings.cadence.by_event.due_runs import due_runs
from ratings.cadence.by_event.explain import Explanation, explain_proposed
from ratings.cadence.by_event.replay import Replay
from ratings.cadence.contract import Due
from ratings.cadence.run_cadence import ByRuns
from ratings.cadence.shared.alternatives import Alternatives
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.comparison import Rows as LedgerRows
from ratings.cadence.shared.known import ListedPlayer, as_listed, newest_entries
from ratings.cadence.shared.last_play import last_day_of_play
from ratings.cadence.shared.listed_games import games_since
from ratings.cadence.shared.moves import ListCount
from ratings.cadence.shared.previous_list import PreviousList, Rows
from ratings.cadence.shared.record import Record
from ratings.cadence.shared.sequence import WHOLE, Span, day_of, sequence
from ratings.cadence.shared.standings import stood as standings_on
from ratings.cadence.shared.steps import UnnamedMove
from ratings.engines.contract import Standing
from ratings.models import ListEntry, ManualEvent, Proposal, PublishedList, RatingRun, RatingSystem
from ratings.rulebook.active_span import ALWAYS, ActiveSpan, by_grade, by_licence, on_list
from ratings.rulebook.activity import deciding_grade, has_lapsed, needs_licence
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.policy import policy_of
from ratings.rulebook.systems import Choice, edition_in_force
from tournaments.models import Tournament


class ByEvent(ByRuns):
    """Implement `contract.RunCadence` for systems that move with every event."""

    manual_kinds: Sequence[ManualEvent.Kind] = (
        ManualEvent.Kind.INITIAL,
        ManualEvent.Kind.REEVALUATION,
        ManualEvent.Kind.RESET,
        ManualEvent.Kind.ADJUSTMENT,
    )
    moves_between_lists = True
    reads_birth_years = False
    runs_monthly = False
    games_since = staticmethod(games_since)
    courses = staticmethod(courses)
    came_with = staticmethod(came_with)
    due_runs = staticmethod(due_runs)

    def load(self, system: RatingSystem, span: Span) -> Replay:
        """Read the events of a span and the standings before it."""
        return replay.load(system, span)

    def rate(self, replayed: Replay) -> tuple[LedgerRows, Standing]:
        """Replay the facts through the engine."""
        return replay.rate(replayed)

    def standing_rows(self, system: RatingSystem, span: Span, replayed: Replay) -> tuple[LedgerRows, Longs]:
        """Read the ledger from the beginning of a span on."""
        return facts.rows(system, first=span.first, names=replayed.names)

    def last_day(self, system: RatingSystem) -> date | None:
        """Return the day of the last tournament or decision."""
        policy = policy_of(
            system.key, edition=system.edition, parameters=system.parameters, numeric=system.numeric
        )
        places = facts.events(system, WHOLE, policy).sequence
        return day_of(int(places.max())) if places.size else None

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
        """Copy every player's rating at the end of the list's day."""
        day_standings = standings_on(published.system, published.date)
        people = standings.people(published.system, day_standings.player, published.date)
        copied()
        return list_rows.columns(published, day_standings, people, before)

    def record_basis(self, published: PublishedList, _rows: Rows) -> None:
        """Note by which functions the ratings of the list were computed, and what imported ones replaced."""
        published.report["numeric"] = published.system.numeric
        published.report["imported_replace"] = published.system.imported_replace

    def next_list_day(self, _today: date) -> date | None:
        """Return None: a list comes when the office has one."""
        return None

    def due(self, _system: RatingSystem, tournament: Tournament) -> Due:
        """Return the first day of the tournament."""
        return Due(tournament.start)

    def rows_between(self, newer: PublishedList, older: PublishedList | None) -> Q | None:
        """Return the tournaments that began after the older list, up to the newer."""
        if older is None:
            return None
        since, until = (sequence(published.date + timedelta(days=1)) for published in (older, newer))
        return Q(system=newer.system_id, tournament__isnull=False, sequence__gte=since, sequence__lt=until)

    def unnamed_moves(self, _player: Player) -> Iterable[UnnamedMove]:
        """Return nothing: every event has a name."""
        return ()

    def active_span(self, entry: ListEntry, played: date | None) -> ActiveSpan:
        """Return the span of a licence (FFG ladder rules 3.1) or of a declared grade (EGF 1.7)."""
        day = entry.list.date
        edition = edition_in_force(entry.list.system, day)
        if needs_licence(edition):
            return by_licence(entry.licence, season=day.year)
        if not isinstance(edition, EgfEdition):
            return ALWAYS
        last = last_day_of_play(entry, played)
        grade = deciding_grade(entry.declared_grade, entry.exact)
        return on_list(by_grade(edition, grade, last_event=last, on=day, active=entry.active), day)

    def known(self, system_key: str, players: Iterable[Player]) -> dict[int, ListedPlayer]:
        """Read the newest list."""
        rows = newest_entries(system_key, players)
        return {row.player_id: as_listed(row, games=row.games) for row in rows}

    def has_lapsed(self, choice: Choice, rating: float, declared: str, *, since: int, until: int) -> bool:
        """Return whether the rating would have left the list between two events."""
        edition = edition_in_force(choice, date.fromordinal(until - 1))
        return has_lapsed(edition, rating, declared=declared, last_event=since, by=until)

    def lists_moved_by(self, _tournament: Tournament) -> Sequence[ListCount]:
        """Return nothing: a tournament moves ratings by itself."""
        return ()

    def list_date(self, _row: Proposal) -> date | None:
        """Return None: a row is of an event."""
        return None

    def explain_proposed(self, run: RatingRun, row: Proposal) -> Explanation | None:
        """Return the sum of a tournament; a decision of the office has none."""
        if row.tournament is None:
            return None
        return explain_proposed(run.system, row.tournament, since=run.since).get(row.player_id)

    def record(self, system: RatingSystem) -> Record:
        """Read the rated games of a system, as far as it is rated."""
        from ratings.cadence.by_event.record import record  # here: its curves bring numba

        return record(system)

    def alternatives(self, system: RatingSystem) -> Alternatives | None:
        """Replay the facts under every setting of the adjustment, where the system has one."""
        from ratings.cadence.by_event.adjustments import alternatives  # here: engines bring numba

        return alternatives(system)
