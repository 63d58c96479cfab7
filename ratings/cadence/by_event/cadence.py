"""Ratings that move event by event (FFG ladder, EGF): a run replays them, a list is a snapshot of a day."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from federation.models import DeclaredGrade, Job, Player
from ratings.cadence.by_event import facts, replay, standings
from ratings.cadence.by_event.explain import Explanation, explain_proposed
from ratings.cadence.by_event.replay import Replay
from ratings.cadence.contract import Due
from ratings.cadence.run_cadence import ByRuns
from ratings.cadence.shared.alternatives import Alternatives
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.comparison import Rows as LedgerRows
from ratings.cadence.shared.hypothetical_facts import WHOLE, Span, day_of, sequence
from ratings.cadence.shared.known import ListedPlayer, as_listed, newest_entries
from ratings.cadence.shared.listed_games import games_since, last_day_of_play
from ratings.cadence.shared.previous_list import PreviousList, Rows
from ratings.cadence.shared.record import Record
from ratings.cadence.shared.standings import stood as standings_on
from ratings.cadence.shared.steps import CameWith, Courses, ListCount, Move, Step, UnnamedMove
from ratings.engines.contract import Standing
from ratings.models import (
    ListEntry,
    ManualEvent,
    Proposal,
    PublishedList,
    RatingChange,
    RatingRun,
    RatingSystem,
)
from ratings.models.run import RunStage
from ratings.rulebook.active_span import ALWAYS, ActiveSpan, by_grade, by_licence, on_list
from ratings.rulebook.activity import deciding_grade, has_lapsed, needs_licence
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.policy import policy_of
from ratings.rulebook.systems import Choice, edition_in_force
from tournaments.models import Tournament

_COLUMNS = (
    "player_id", "tournament__number", "tournament__name", "tournament__start", "manual_event__label",
    "manual_event__date", "declared", "system__key", "before", "start", "after", "games", "edition",
)  # fmt: skip
# As lists know it: what was declared until then, else the grade of the register.
_DECLARED = Coalesce(
    Subquery(
        DeclaredGrade.objects.filter(
            player=OuterRef("player"),
            since__lte=Coalesce(OuterRef("tournament__start"), OuterRef("manual_event__date")),
        )
        .order_by("-since")
        .values("grade")[:1]
    ),
    "player__grade",
)


def due_runs(active: QuerySet[RatingSystem], _today: date) -> QuerySet[RatingSystem]:
    """Select stale systems.

    Not again for facts an officer has a proposal of, has discarded or undone one of, or that a run failed on.
    """
    runs = RatingRun.objects.filter(system=OuterRef("pk"), based_on_facts=OuterRef("facts"))
    # Applying raised the state once, undoing it once more.
    undone = Q(stage=RunStage.UNDONE.value, based_on_state=OuterRef("state") - 2)
    answered = runs.filter(Q(based_on_state=OuterRef("state")) | undone)
    waiting = RatingRun.objects.filter(system=OuterRef("pk"), stage=RunStage.REQUESTED.value)
    waiting = waiting.exclude(job__state=Job.State.FAILED)
    moved = active.filter(stale_from__isnull=False)
    return moved.exclude(Exists(answered)).exclude(Exists(waiting))


def courses(keys: Sequence[str], players: Collection[Player]) -> Courses:
    """Read the events of some players in some systems; one query."""
    by_player: dict[tuple[str, int], list[Step]] = defaultdict(list)
    rows = RatingChange.objects.filter(player__in=players, system__key__in=keys).annotate(declared=_DECLARED)
    for player, number, name, start, label, decided, declared, *numbers in rows.order_by(
        "sequence"
    ).values_list(*_COLUMNS):
        move, day = Move(*numbers), start or decided
        if day is not None:
            by_player[move.system, player].append(
                Step(
                    day=day,
                    kind="decision" if number is None else "tournament",
                    name=name or label or "",
                    tournament=number,
                    before=move.before,
                    start=move.start,
                    after=move.after,
                    change=move.change,
                    games=move.games,
                    edition=move.edition,
                    declared=declared,
                )
            )
    return by_player


def came_with(players: Collection[int], tournaments: Collection[Tournament]) -> CameWith:
    """Read what players (their keys) began tournaments from, where they were rated in them; one query."""
    keys = {
        tournament.number: tournament.pk for tournament in tournaments
    }  # the ledger may name an earlier revision still
    rows = RatingChange.objects.filter(tournament__number__in=keys, player__in=players, system__active=True)
    starts: dict[tuple[int, RatingSystem], dict[int, float]] = defaultdict(dict)
    for row in rows.select_related("system", "tournament").order_by("system__position"):
        value = row.start if row.start is not None else row.before
        if value is not None and row.tournament is not None:
            starts[keys[row.tournament.number], row.system][row.player_id] = value
    by_tournament: dict[int, list[tuple[RatingSystem, Mapping[int, float]]]] = defaultdict(list)
    for (tournament, system), each in starts.items():
        by_tournament[tournament].append((system, each))
    return by_tournament


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
        return standings.list_columns(published, day_standings, people, before)

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
