"""Pages of systems that move once a list (FIDE): the lists of a player, who is active on them."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date

from django.db.models import QuerySet

from federation.models import Player
from federation.privacy import kinds, policy
from federation.vocabulary.systems.catalogue import disciplines_of, keys_of
from federation.vocabulary.systems.declaration import Cadence
from ratings.cadence.by_period import counting
from ratings.cadence.shared.known import ListedPlayer, as_listed, newest_entries
from ratings.cadence.shared.steps import CameWith, Courses, Due, Step, UnnamedMove, standing_as_listed
from ratings.models import ListEntry, RatingSystem
from ratings.rulebook.active_span import ActiveSpan, Keeps, by_lists, on_list
from ratings.rulebook.activity import LONG_BREAK_DAYS
from ratings.rulebook.fide import FideEdition
from ratings.rulebook.systems import SYSTEMS, Choice, edition_of
from tournaments.models import Tournament

_COLUMNS = ("list__system__key", "player_id", "list__date", "rating", "change", "period_games", "k", "active")


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


class PagesByPeriod:
    """Pages of systems that move once a list: `ratings.cadence.pages.Pages`."""

    courses = staticmethod(courses)
    unnamed_moves = staticmethod(unnamed_moves)
    came_with = staticmethod(came_with)
    lists_moved_by = staticmethod(counting.lists_of)
    standing_now = staticmethod(standing_as_listed)

    def due(self, system: RatingSystem, tournament: Tournament) -> Due:
        """Return the last list the tournament counts for."""
        day = max(counting.list_days(system, tournament), default=None)
        return Due(day, day)

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
