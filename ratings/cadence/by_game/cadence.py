"""Ratings that move game by game (FICS, online ladder): no runs, a list is the end of a day that is over."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from itertools import pairwise
from math import isnan

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from federation.models import Account, Merge, Player
from federation.vocabulary.messages import gettext_noop
from federation.vocabulary.systems.catalogue import keys_of
from federation.vocabulary.systems.declaration import Cadence
from ratings.cadence.by_game import enqueue_rating, list_rows, stale, standings, update_ratings
from ratings.cadence.by_game import facts as sources
from ratings.cadence.by_game.facts import day_at, end_of, moment_of
from ratings.cadence.by_game.histories import Point, points
from ratings.cadence.by_game.packing import unpack
from ratings.cadence.by_game.replay import stream_policy
from ratings.cadence.by_game.stale import ledger_of, waits
from ratings.cadence.by_game.standings import known, live_strength
from ratings.cadence.contract import Arrived, Due, Recomputed
from ratings.cadence.shared.alternatives import Alternatives
from ratings.cadence.shared.by_runs import by_player
from ratings.cadence.shared.listed_games import games_since, last_day_of_play
from ratings.cadence.shared.previous_list import PreviousList, Rows
from ratings.cadence.shared.record import Record
from ratings.cadence.shared.standings import Ratings
from ratings.cadence.shared.steps import CameWith, Courses, StandingNow, Step, UnnamedMove
from ratings.models import CurrentRating, GameHistory, ListEntry, ManualEvent, PublishedList, RatingSystem
from ratings.rulebook.active_span import ActiveSpan, by_days, on_list
from ratings.rulebook.policy import engine_version, policy_of
from ratings.rulebook.streams import has_deviation, stream_edition
from ratings.rulebook.systems import Choice
from tournaments.models import Seat, TableGame, Tournament

# Who decided just before a list was frozen may have committed just after it.
SLACK = timedelta(minutes=10)
MOST_GAMES = 10_000  # late games that are looked at

DAYS = 20  # of games, in one system, that are news


def arrived(systems: Sequence[RatingSystem]) -> list[Arrived]:
    """Count the games behind the last one rated; one query, and asked only where there are some.

    Systems are annotated with `arrived`, `rated` (keys of games) and `moved_from`, as the home page reads
    them.
    """
    keys: Mapping[str, int] = {
        system.key: getattr(system, "rated", None) or 0
        for system in systems
        if (getattr(system, "arrived", None) or 0) > (getattr(system, "rated", None) or 0)
    }
    games: dict[str, int] = {}
    if keys:
        behind = Q()
        for key, last in keys.items():
            behind |= Q(system=key, pk__gt=last)
        rows = TableGame.objects.filter(behind, withdrawn=None).order_by().values_list("system")
        games = dict(rows.annotate(n=Count("pk")))
    arrivals = [
        Arrived(system.key, games.get(system.key, 0), getattr(system, "moved_from", None) is not None)
        for system in systems
    ]
    return [arrival for arrival in arrivals if arrival.games or arrival.again]


def courses(keys: Sequence[str], players: Collection[Player]) -> Courses:
    """Read the ratings of some players at the end of their days in some systems; one query."""
    rows = GameHistory.objects.filter(system__key__in=keys, player__in=players)
    return {who: [_step(point) for point in course] for who, course in _points(rows).items()}


def _points(rows: QuerySet[GameHistory]) -> dict[tuple[str, int], list[Point]]:
    pieces: dict[tuple[str, int], list[bytes]] = defaultdict(list)
    ordered = rows.order_by("system__position", "system__key", "part")
    for key, player, data in ordered.values_list("system__key", "player_id", "data"):
        pieces[key, player].append(bytes(data))
    return {who: points(unpack(parts).rows) for who, parts in pieces.items()}


def _step(point: Point) -> Step:
    deviation = None if isnan(point.deviation) else point.deviation
    return Step(point.day, "day", after=point.rating, deviation=deviation)


def unnamed_moves(player: Player) -> Iterator[UnnamedMove]:
    """Yield the last days a player had games in each system; one query."""
    rows = GameHistory.objects.filter(player=player, system__active=True)
    for (key, _player), course in _points(rows).items():
        news = [None, *course][-DAYS - 1 :]
        for earlier, point in pairwise(news):
            if point is not None:
                yield UnnamedMove(point.day, "games", key, earlier.rating if earlier else None, point.rating)


def list_basis(system: RatingSystem) -> dict[str, int | str]:
    """Return what a list is made from: the game rated last, how often facts moved, rules and functions."""
    return {
        "last_key": ledger_of(system).last_key,
        "facts": system.facts,
        "rules": rules_digest(system),
        "numeric": system.numeric,
    }


def rules_digest(system: RatingSystem) -> str:
    """Return a digest of the state of a system's rules: editions, constants, engine."""
    policy = stream_policy(system)
    words = (engine_version(system.key), *policy.names, policy.parameters.tobytes().hex())
    return sha256("\0".join(words).encode()).hexdigest()[:16]


def list_has_moved(published: PublishedList, system: RatingSystem) -> bool:
    """Return whether facts of a list came, went or changed after it was frozen, or its rules did."""
    based, end = published.report, end_of(published.date)
    if based.get("rules") != rules_digest(system) or waits(system, before=end):
        return True
    late = TableGame.objects.filter(system=system.key, ended__lt=end, pk__gt=based["last_key"])
    if late.filter(withdrawn=None).exists():
        return True
    if system.facts == based["facts"] or published.published is None:
        return False
    since = published.published - SLACK
    gone = TableGame.objects.filter(system=system.key, ended__lt=end, withdrawn__gte=since)
    decided = ManualEvent.objects.filter(system=system, date__lte=published.date, kind__in=sources.LEVELS)
    decided = decided.filter(Q(entered__gte=since) | Q(withdrawn__gte=since))
    merged = Merge.objects.filter(Q(at__gte=since) | Q(undone__gte=since))
    return gone.exists() or decided.exists() or merged.exists()


def late_players(published: PublishedList, since: datetime | None) -> set[int]:
    """Return who sat in a game of a list's time that came after the list, or was withdrawn since a moment."""
    late = Q(pk__gt=published.report["last_key"], withdrawn=None) | Q(withdrawn__gt=since)
    games = TableGame.objects.filter(late, system=published.system.key, ended__lt=end_of(published.date))
    rows = list(games.values_list("pk", "white_id", "black_id")[:MOST_GAMES])
    seated = Seat.objects.filter(game__in=[row[0] for row in rows]).values_list("player_id", flat=True)
    return {key for row in rows for key in row[1:] if key is not None} | set(seated)


def due_lists(now: datetime) -> list[tuple[RatingSystem, date]]:
    """Return the active systems whose list of yesterday (UTC) is due: a game of it is on no list yet.

    A machine that slept makes the newest day's list only. What an officer published of a later day stands.
    """
    yesterday = now.astimezone(UTC).date() - timedelta(days=1)
    active = RatingSystem.objects.filter(active=True, key__in=keys_of(Cadence.BY_GAME))
    return [(system, yesterday) for system in active if _is_due(system, yesterday)]


def _is_due(system: RatingSystem, day: date) -> bool:
    last = PublishedList.objects.filter(system=system).newest().first()
    if last is not None and last.date >= day:
        return False
    games = TableGame.objects.filter(system=system.key, withdrawn=None, ended__lt=end_of(day))
    if last is None:
        return games.exists()
    return games.filter(ended__gte=end_of(last.date)).exists() or list_has_moved(last, system)


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
    has_moved = staticmethod(list_has_moved)

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
        published.report |= list_basis(published.system)

    def late_players(self, published: PublishedList, since: datetime | None) -> set[int]:
        """Return who sat in a game that came after the list, or was withdrawn since."""
        return late_players(published, since)

    def is_fresh(self, prepared: PublishedList) -> bool:
        """Return whether no game of the list's time was rated since it was prepared."""
        prepared.published = prepared.prepared  # where has_moved starts
        moved = list_has_moved(prepared, prepared.system)
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
        return Recomputed(list_has_moved(published, system), columns)

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
