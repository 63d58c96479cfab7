# ruff: noqa: S608 - only places for values are put in
"""Ratings that move once a list (FIDE): a run replays months, a list is dated the first of its month."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet

from federation.database import bulk
from federation.models import Player
from federation.privacy import kinds, policy
from federation.vocabulary.systems.catalogue import disciplines_of, keys_of
from federation.vocabulary.systems.declaration import Cadence
from ratings.cadence.by_period import counting, facts, ledger, standings_on
from ratings.cadence.by_period.explain import PeriodExplanation, explain_proposed_period
from ratings.cadence.by_period.facts import Window
from ratings.cadence.by_period.ledger import PeriodReplay
from ratings.cadence.by_period.policy import period_policy_of
from ratings.cadence.contract import Due
from ratings.cadence.run_cadence import ByRuns
from ratings.cadence.shared.columns import I8, Longs
from ratings.cadence.shared.comparison import Rows as LedgerRows
from ratings.cadence.shared.edition_in_force import edition_of
from ratings.cadence.shared.hypothetical_facts import Span, day_of, sequence
from ratings.cadence.shared.known import ListedPlayer, as_listed, newest_entries
from ratings.cadence.shared.listed_games import look_up
from ratings.cadence.shared.previous_list import PreviousList, Rows
from ratings.cadence.shared.record import Record
from ratings.cadence.shared.steps import CameWith, Courses, Step, UnnamedMove
from ratings.engines.contract import Standing
from ratings.models import ListEntry, ManualEvent, Proposal, PublishedList, RatingRun, RatingSystem
from ratings.rulebook.active_span import ActiveSpan, Keeps, by_lists, on_list
from ratings.rulebook.activity import LONG_BREAK_DAYS
from ratings.rulebook.fide import FideEdition
from ratings.rulebook.fide_periods import list_date, month_of
from ratings.rulebook.systems import SYSTEMS, Choice
from tournaments.models import Tournament

_COLUMNS = ("list__system__key", "player_id", "list__date", "rating", "change", "period_games", "k", "active")


def window_of(span: Span) -> Window:
    """Return the lists a span of days moves: decisions count on the list of their month, games behind it."""
    return Window(
        standing=month_of(span.since) if span.since else None,
        last=month_of(span.until) if span.until else None,
        supposed=span.supposed,
    )


def due_runs(active: QuerySet[RatingSystem], today: date) -> QuerySet[RatingSystem]:
    """Select systems with facts of a month before this one.

    Asked for once a month: an officer who discarded a proposal has seen it.
    """
    first = today.replace(day=1)
    runs = RatingRun.objects.filter(system=OuterRef("pk"), requested__date__gte=first)
    return active.filter(stale_from__lt=first).exclude(Exists(runs))


def games_since(players: Longs, _now: Longs, _before: Longs, lists: Sequence[int]) -> Longs:
    """Return the games of some lists together, each of which counts those of its period."""
    marks = ", ".join(["%s"] * len(lists))
    player, games = bulk.read_columns(
        "SELECT player_id, SUM(period_games) FROM ratings_listentry"
        f" WHERE list_id IN ({marks}) AND period_games > 0 GROUP BY player_id",
        list(lists),
        [I8, I8],
    )
    return look_up(players, player, games)


def _published_entries(
    players: Collection[Player] | Collection[int], **conditions: object
) -> QuerySet[ListEntry]:
    """Select what was published of some players, the oldest first; of several revisions the last is last."""
    rows = ListEntry.objects.filter(player__in=players, list__ready=True, **conditions)
    return rows.order_by("list__system__position", "list__system__key", "list__date", "list__revision")


def _in_period_systems(players: Collection[Player] | Collection[int]) -> QuerySet[ListEntry]:
    """Select what was published of some players in the active systems that move once a list."""
    keys = keys_of(Cadence.BY_PERIOD)
    return _published_entries(players, list__system__key__in=keys, list__system__active=True)


def courses(keys: Sequence[str], players: Collection[Player]) -> Courses:
    """Read the lists of some players in some systems, each day by its newest revision; one query."""
    return _courses(_published_entries(players, list__system__key__in=keys))


def _courses(rows: QuerySet[ListEntry]) -> dict[tuple[str, int], list[Step]]:
    by_player: dict[tuple[str, int], list[Step]] = defaultdict(list)
    for key, player, day, rating, change, games, k, active in rows.values_list(*_COLUMNS):
        steps = by_player[key, player]
        if steps and steps[-1].day == day:
            steps.pop()
        steps.append(Step(day, "list", after=rating, change=change, games=games, k=k, active=active))
    return by_player


def unnamed_moves(player: Player) -> Iterator[UnnamedMove]:
    """Yield the lists on which a rating is new or has moved, of each system the newest first; one query."""
    rows = _in_period_systems([player])
    for (key, _player), steps in _courses(rows).items():
        for step in reversed(steps):
            if step.after is not None and (step.change is None or step.change):
                before = None if step.change is None else float(step.after - step.change)
                yield UnnamedMove(step.day, "list", key, before, float(step.after))


_Column = tuple[list[date], list[int]]


def came_with(players: Collection[int], tournaments: Collection[Tournament]) -> CameWith:
    """Read the ratings of players (their keys) in force when a tournament of the game began; two queries."""
    by_tournament: dict[int, list[tuple[RatingSystem, Mapping[int, float]]]] = defaultdict(list)
    games = disciplines_of(Cadence.BY_PERIOD)
    chosen = [tournament for tournament in tournaments if tournament.discipline in games]
    for system, columns in _columns(players).items() if chosen else ():
        for tournament in chosen:
            if SYSTEMS[system.key].rate != tournament.rate:
                continue
            known = {player: _in_force(column, tournament.start) for player, column in columns.items()}
            ratings = {player: float(rating) for player, rating in known.items() if rating is not None}
            if ratings:
                by_tournament[tournament.pk].append((system, ratings))
    return by_tournament


def _columns(players: Collection[int]) -> dict[RatingSystem, dict[int, _Column]]:
    """Read the published ratings of players, oldest first."""
    by_system: dict[RatingSystem, dict[int, _Column]] = {}
    rows = _in_period_systems(players)
    systems = {
        system.pk: system for system in RatingSystem.objects.filter(key__in=keys_of(Cadence.BY_PERIOD))
    }
    for system, player, day, rating in rows.values_list(
        "list__system_id", "player_id", "list__date", "rating"
    ):
        days, values = by_system.setdefault(systems[system], {}).setdefault(player, ([], []))
        days.append(day)
        values.append(rating)
    return by_system


def _in_force(column: _Column, day: date) -> int | None:
    """Return the rating of the last list up to a day; of several revisions the last."""
    place = bisect_right(column[0], day)
    return column[1][place - 1] if place else None


class ByPeriod(ByRuns):
    """Implement `contract.RunCadence` for systems that move once a list."""

    manual_kinds: Sequence[ManualEvent.Kind] = (
        ManualEvent.Kind.CORRECTION,
        ManualEvent.Kind.INITIAL,
        ManualEvent.Kind.REEVALUATION,
        ManualEvent.Kind.RESET,
    )
    moves_between_lists = False
    reads_birth_years = True  # K of a junior
    runs_monthly = True
    games_since = staticmethod(games_since)
    courses = staticmethod(courses)
    unnamed_moves = staticmethod(unnamed_moves)
    came_with = staticmethod(came_with)
    due_runs = staticmethod(due_runs)
    lists_moved_by = staticmethod(counting.lists_of)

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

    def last_day(self, system: RatingSystem) -> date | None:
        """Return the last list something counts for."""
        policy = period_policy_of(system.key, edition=system.edition, parameters=system.parameters)
        months = (
            *(part.month for part in facts.parts(system, Window(), policy)),
            *facts.decisions(system, Window()).month.tolist(),
        )
        return list_date(max(months)) if months else None

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
        return standings_on.list_columns(published, listed, before)

    def next_list_day(self, today: date) -> date | None:
        """Return the first of the next month."""
        return list_date(month_of(today) + 1)

    def due(self, system: RatingSystem, tournament: Tournament) -> Due:
        """Return the last list the tournament counts for."""
        day = max(counting.list_days(system, tournament), default=None)
        return Due(day, day)

    def rows_between(self, newer: PublishedList, _older: PublishedList | None) -> Q | None:
        """Return the rows of the newer list of who has played."""
        return Q(system=newer.system_id, sequence=sequence(newer.date), games__gt=0)

    def active_span(self, entry: ListEntry, _played: date | None) -> ActiveSpan:
        """Return the span of the games of the last lists (FIDE B.02, 1.10); play is dated by its list."""
        day = entry.list.date
        edition = edition_of(entry.list.system, day)
        if not isinstance(edition, FideEdition):
            return ActiveSpan(Keeps.LISTED_GAMES, entry.active, None)
        months, least = int(edition.inactive_months), int(edition.inactive_min_games)
        span = by_lists(last_list=entry.last_played, months=months, least=least, active=entry.active)
        return on_list(span, day)

    def known(self, system_key: str, players: Iterable[Player]) -> dict[int, ListedPlayer]:
        """Read the newest list: K is the list's, and with it how many games no longer matters."""
        rows = newest_entries(system_key, players)
        has_years = policy.is_shown("birth_year", kinds.kind_of(system_key))
        return {
            row.player_id: as_listed(row, birth_year=row.birth_year if has_years else None) for row in rows
        }

    def has_lapsed(self, _choice: Choice, _rating: float, _declared: str, *, since: int, until: int) -> bool:
        """Return whether no list has had news for long."""
        return until - since > LONG_BREAK_DAYS

    def list_date(self, row: Proposal) -> date | None:
        """Return the day of the list; a decision of the office is an event."""
        return day_of(row.sequence) if row.manual_event_id is None else None

    def explain_proposed(self, run: RatingRun, row: Proposal) -> PeriodExplanation | None:
        """Return the sum of a list."""
        return explain_proposed_period(run.system, row.player_id, day_of(row.sequence), since=run.since)

    def record(self, system: RatingSystem) -> Record:
        """Read the rated games of a system, as far as it is rated."""
        from ratings.cadence.by_period.record import record  # here: its curves bring numba

        return record(system)
