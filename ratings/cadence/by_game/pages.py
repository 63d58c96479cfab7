"""Pages of systems that move with every game (FICS, online ladder): days, live ratings, who is active."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import pairwise
from math import isnan

from django.db.models import QuerySet
from django.utils import timezone

from federation.models import Player
from federation.vocabulary.names import full_name
from ratings.cadence.by_game.histories import Point, points
from ratings.cadence.by_game.moments import milliseconds
from ratings.cadence.by_game.packing import unpack
from ratings.cadence.shared.known import ListedPlayer
from ratings.cadence.shared.listed_games import last_day_of_play
from ratings.cadence.shared.steps import CameWith, Courses, Due, ListCount, StandingNow, Step, UnnamedMove
from ratings.models import CurrentRating, GameHistory, ListEntry, RatingSystem
from ratings.rulebook import expected_score
from ratings.rulebook.active_span import ActiveSpan, by_days, on_list
from ratings.rulebook.expected_score import Strength
from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.streams import stream_edition
from ratings.rulebook.systems import Choice, edition_of
from tournaments.models import Tournament

DAYS = 20  # of games, in one system, that are news


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


def live_strength(row: CurrentRating, moment: datetime) -> Strength:
    """Return a live rating with its deviation as it has grown since the last game."""
    return Strength(row.rating, live_deviation(row, moment) or 0.0)


def live_deviation(row: CurrentRating, moment: datetime) -> float | None:
    """Return a live deviation as it has grown since the last game; None where the system has none."""
    edition, now = edition_of(row.system, moment.date()), milliseconds(moment)
    if row.deviation is None or not isinstance(edition, FicsEdition):
        return None
    return expected_score.aged(
        edition, row.deviation, since=now if row.moment is None else row.moment, to=now
    )


def known(system_key: str, players: Iterable[Player]) -> dict[int, ListedPlayer]:
    """Read where players stand now, their deviations aged to this moment; one query."""
    people = {player.pk: player for player in players}
    rows = CurrentRating.objects.filter(system__key=system_key, system__active=True, player__in=people)
    by_player = {}
    for row in rows.select_related("system"):
        deviation, player = live_deviation(row, timezone.now()), people[row.player_id]
        by_player[row.player_id] = ListedPlayer(
            name=full_name(player.surname, player.given_name),
            rating=round(row.rating, 1),
            number=row.player_id,
            games=row.games,
            deviation=None if deviation is None else round(deviation, 1),
        )
    return by_player


class PagesByGame:
    """Pages of systems that follow their games by themselves: `ratings.cadence.pages.Pages`."""

    courses = staticmethod(courses)
    unnamed_moves = staticmethod(unnamed_moves)
    known = staticmethod(known)

    def came_with(self, _players: Collection[int], _tournaments: Collection[Tournament]) -> CameWith:
        """Return nothing: no tournament counts."""
        return {}

    def due(self, _system: RatingSystem, _tournament: Tournament) -> Due:
        """Return nothing: no tournament counts."""
        return Due()

    def lists_moved_by(self, _tournament: Tournament) -> Sequence[ListCount]:
        """Return nothing: no tournament counts."""
        return ()

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
