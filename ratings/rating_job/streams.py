"""The rating job of the streams, read: duels, teams of two, tables of several, as they ended."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from federation.vocabulary.messages import gettext_noop
from federation.vocabulary.systems.declaration import GamesTaken
from ratings.engines.stream_contract import DUEL, PLACES, TEAMS
from ratings.rating_job.document import NOT_A_LIST, NOT_A_STRING, Document
from ratings.rating_job.job_reader import (
    HALF_POINTS,
    JOB_KEYS,
    MOST_GAMES,
    MOST_ROUNDS,
    ONESELF,
    TWICE_IN_ROUND,
    UNKNOWN_PLAYER,
    JobReader,
    Row,
)
from ratings.rulebook.bounds import DEVIATION, RATING, STAKE
from ratings.rulebook.editions import Edition
from ratings.rulebook.systems import System

DUEL_KEYS = ("white", "black")
MOST_SEATS = 100
MATES = 2
SEATS = gettext_noop("must seat from 2 to {most} players")
NO_TEAMS = gettext_noop("must be two lists of two players")
NOBODY = gettext_noop("must be a list of at least one player")
SEATED_TWICE = gettext_noop("{value} sits at the table twice")
# Result -> finishing places of the first side and of the second.
_AHEAD = {2: (1, 2), 1: (1, 1), 0: (2, 1)}

PLAYER_KEYS = ("id", "rating", "games")
DEVIATION_KEYS = ("deviation", "last_game")
OTHER_PLAYER_KEYS = ("grade", "highest_grade", "k", "peak", "birth_year", "standard")
EVENT_KEYS = ("id", "start", "end", "games")
OTHER_EVENT_KEYS = ("class", "time", "ratings", "period")


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at a table, by their place in the job, and where they finished: 1 is first, ties share one."""

    player: int
    place: int


def form_of(row: Row) -> str:
    """Return the key that gives the form of a game; without one it is a duel."""
    return next((key for key in ("places", "teams") if key in row), "white")


def read_seats(document: Document, path: str, row: Row, players: Mapping[str, int]) -> list[Seat] | None:
    """Read the seats of a game in the order written; None where they cannot be used, with findings."""
    form = form_of(row)
    result = None if form == "places" else document.choice(path, row, "result", known=tuple(HALF_POINTS))
    groups = _duel(path, row, document) if form == "white" else _groups(document, f"{path}.{form}", row[form])
    if groups is None:
        return None
    named = [[_player(document, where, name, players) for where, name in group] for group in groups]
    seats = [player for group in named for player in group]
    if not _are_different(document, path, groups) or None in seats or (form != "places" and result is None):
        return None
    order = range(1, len(named) + 1) if result is None else _AHEAD[HALF_POINTS[result]]
    return [
        Seat(player, place)
        for group, place in zip(named, order, strict=True)
        for player in group
        if player is not None
    ]


_Named = tuple[str, Any]  # where a name stands, and what stands there


def _duel(path: str, row: Row, document: Document) -> list[list[_Named]] | None:
    names = [document.text(path, row, key) for key in DUEL_KEYS]
    if None in names:
        return None
    return [[(f"{path}.{key}", name)] for key, name in zip(DUEL_KEYS, names, strict=True)]


def _groups(document: Document, path: str, given: Any) -> list[list[_Named]] | None:
    """Read teams or places; what has another shape is a finding."""
    if not isinstance(given, list):
        document.find(path, NOT_A_LIST)
        return None
    bad = [place for place, group in enumerate(given) if not isinstance(group, list) or not group]
    for place in bad:
        document.find(f"{path}[{place}]", NOBODY)
    if bad:
        return None
    if path.endswith("teams") and [len(group) for group in given] != [MATES, MATES]:
        document.find(path, NO_TEAMS)
        return None
    if not 2 <= sum(map(len, given)) <= MOST_SEATS:
        document.find(path, SEATS, most=MOST_SEATS)
        return None
    return [
        [(f"{path}[{place}][{seat}]", name) for seat, name in enumerate(group)]
        for place, group in enumerate(given)
    ]


def _player(document: Document, path: str, name: Any, players: Mapping[str, int]) -> int | None:
    if not isinstance(name, str):
        document.find(path, NOT_A_STRING)
        return None
    if name not in players:
        document.find(path, UNKNOWN_PLAYER, value=name)
    return players.get(name)


def _are_different(document: Document, path: str, groups: Iterable[list[_Named]]) -> bool:
    """Find players who sit at a table twice."""
    seen: set[str] = set()
    alone = True
    for where, name in (named for group in groups for named in group):
        if isinstance(name, str) and name in seen:
            document.find(where, ONESELF if where == f"{path}.black" else SEATED_TWICE, value=name)
            alone = False
        seen.update([name] if isinstance(name, str) else [])
    return alone


GAME_KEYS = (*DUEL_KEYS, "result", "teams", "places", "max_points", "played", "round", "ended")
OTHER_GAME_KEYS = ("handicap", "board_size", "komi")
TWO = 2  # players of a duel
KINDS = {"white": DUEL, "teams": TEAMS, "places": PLACES}

ONE_WAY = gettext_noop("given together with {other}; a game is written one way")


@dataclass(frozen=True, slots=True)
class StreamPlayer:
    """A player as given to the job, before the first event; `rating` None: none yet."""

    id: str
    rating: float | None
    games: int
    deviation: float | None
    last_game: int  # milliseconds since 1970, UTC; -1: not known


@dataclass(frozen=True, slots=True)
class StreamGame:
    """A game of two, of two teams (the first team's seats first) or of several in finishing order."""

    kind: int
    round: int
    seats: tuple[Seat, ...]
    points: float | None  # at stake; None: those of the edition
    ended: int | None
    played: bool


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """An event with the edition it is computed with; games in order of play."""

    path: str  # in the file
    id: str
    start: date
    edition: Edition
    games: tuple[StreamGame, ...]


@dataclass(frozen=True, slots=True)
class StreamJob:
    """A whole computation; events in order of start date."""

    system: System
    players: tuple[StreamPlayer, ...]
    events: tuple[StreamEvent, ...]


def foreign_keys(games: GamesTaken) -> tuple[str, ...]:
    """Return the keys of a game that mean nothing where only some kinds of games are taken."""
    has_tables = games.most > TWO and not games.teams
    return (
        *(() if has_tables else ("places",)),
        *(() if games.points else ("max_points",)),
        *(() if games.teams else ("teams",)),
        *(() if games.duels else DUEL_KEYS),
    )


class StreamReader(JobReader):
    """Reads the jobs of Glicko and of the ladder."""

    @property
    def has_deviation(self) -> bool:
        """Return whether the system is one of Glicko's."""
        return self.system.editions[-1].has_deviation

    def job(self) -> StreamJob:
        """Read the whole file."""
        root, document = self.document.root, self.document
        document.know("", root, JOB_KEYS)
        editions = self.editions()
        players = tuple(
            player
            for path, row in document.rows("", root, "players")
            if (player := self._player(path, row)) is not None
        )
        places = self.places([player.id for player in players], "players")
        events = [
            event
            for path, row in document.rows("", root, "events")
            if (event := self._event(path, row, places=places, editions=editions)) is not None
        ]
        self.places([event.id for event in events], "events")
        return StreamJob(self.system, players, tuple(sorted(events, key=lambda event: event.start)))

    def _player(self, path: str, row: Row) -> StreamPlayer | None:
        document = self.document
        own, other = (DEVIATION_KEYS, ()) if self.has_deviation else ((), DEVIATION_KEYS)
        document.know(path, row, (*PLAYER_KEYS, *own), elsewhere=(*OTHER_PLAYER_KEYS, *other))
        name = document.text(path, row, "id")
        rating = document.number(path, row, "rating", bounds=RATING)
        games = document.whole(path, row, "games", most=MOST_GAMES)
        deviation = document.number(path, row, "deviation", bounds=DEVIATION) if self.has_deviation else None
        last_game = document.moment(path, row, "last_game", required=False) if self.has_deviation else None
        if games is None:
            games = 0 if rating is None else self.system.games_when_rated
        last = -1 if last_game is None else last_game
        return None if name is None else StreamPlayer(name, rating, games, deviation, last)

    def _event(
        self,
        path: str,
        row: Row,
        *,
        places: Mapping[str, int],
        editions: tuple[Sequence[Edition], Edition | None],
    ) -> StreamEvent | None:
        self.document.know(path, row, EVENT_KEYS, elsewhere=OTHER_EVENT_KEYS)
        span = self.span(path, row, editions)
        games = self._in_order(path, row, places)
        if span.name is None or span.start is None or span.edition is None:
            return None
        return StreamEvent(path, span.name, span.start, span.edition, tuple(games))

    def _in_order(self, path: str, row: Row, places: Mapping[str, int]) -> list[StreamGame]:
        """Read the games of an event: as they ended where all say it, then by rounds, then as listed."""
        games: list[StreamGame] = []
        latest: dict[int, int] = {}
        taken: set[tuple[int, int]] = set()
        for game_path, game_row in self.document.rows(path, row, "games"):
            game = self._game(game_path, game_row, places=places, latest=latest)
            if game is None:
                continue
            games.append(game)
            for player in (seat.player for seat in game.seats if game.played):
                latest[player] = max(latest.get(player, 0), game.round)
                if (game.round, player) in taken and not self.document.is_full:
                    name = next(name for name, known in places.items() if known == player)
                    self.document.find(game_path, TWICE_IN_ROUND, value=name, round=game.round)
                taken.add((game.round, player))
        timed = all(game.ended is not None for game in games)
        return sorted(games, key=lambda game: (game.ended or 0 if timed else 0, game.round))

    def _game(
        self, path: str, row: Row, *, places: Mapping[str, int], latest: Mapping[int, int]
    ) -> StreamGame | None:
        document = self.document
        self._know(path, row)
        seats = read_seats(document, path, row, places)
        played = document.truth(path, row, "played", default=True)
        number = document.whole(path, row, "round", least=1, most=MOST_ROUNDS)
        ended = document.moment(path, row, "ended", required=self.has_deviation and played)
        points = document.number(path, row, "max_points", bounds=STAKE)
        if seats is None:
            return None
        if number is None:
            number = 1 + max(latest.get(seat.player, 0) for seat in seats)
        return StreamGame(KINDS[form_of(row)], number, tuple(seats), points, ended, played)

    def _know(self, path: str, row: Row) -> None:
        """Find keys that are none, have no meaning in the system, or write the game a second way."""
        foreign = foreign_keys(self.system.entry.games)
        known = [key for key in GAME_KEYS if key not in foreign]
        self.document.know(path, row, known, elsewhere=(*OTHER_GAME_KEYS, *foreign))
        form = form_of(row)
        second = {"teams": DUEL_KEYS, "places": (*DUEL_KEYS, "result", "teams")}.get(form, ())
        for key in second:
            if key in row and key in known:
                self.document.find(f"{path}.{key}", ONE_WAY, other=form)
