"""The rating job, read: one computation as a file becomes records, or findings with their path in the file.

Nothing is guessed and nothing is ignored: an unknown key is a finding, and so is a key that has no meaning in
the system asked for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from ratings.grades import Grade
from ratings.job_document import Document, JobFinding, NotADocumentError, parse
from ratings.rulebook.editions import (
    Edition,
    UnfitParameterError,
    UnknownParameterError,
    edition_named,
    edition_on,
    with_parameters,
)
from ratings.rulebook.egf import CLASS_WEIGHTS
from ratings.rulebook.systems import SYSTEMS, System, available
from tournaments.findings import gettext_noop

JOB_KEYS = ("system", "edition", "parameters", "players", "events")
PLAYER_KEYS = ("id", "rating", "games", "grade", "highest_grade")
OTHER_PLAYER_KEYS = ("k", "peak", "birth_year", "deviation", "last_game")
EVENT_KEYS = ("id", "start", "end", "class", "time", "games")
OTHER_EVENT_KEYS = ("ratings", "period")
GAME_KEYS = ("white", "black", "result", "played", "handicap", "board_size", "komi", "round", "ended")
OTHER_GAME_KEYS = ("places", "teams", "max_points")
HALF_POINTS = {"1-0": 2, "0-1": 0, "1/2-1/2": 1}
MOST_STONES = 99
LARGEST_BOARD = 52
MOST_ROUNDS = 100_000

UNKNOWN_SYSTEM = gettext_noop("no such system or not available: {value}; available: {known}")
UNKNOWN_EDITION = gettext_noop("no such edition: {value}; known: {known}")
UNKNOWN_PARAMETER = gettext_noop("no such parameter; known: {known}")
UNFIT_PARAMETER = gettext_noop("must be {wanted}")
TWICE = gettext_noop("{value} is given twice")
UNKNOWN_PLAYER = gettext_noop("no such player: {value}")
ONESELF = gettext_noop("{value} plays against himself")
TWICE_IN_ROUND = gettext_noop("{value} plays twice in round {round}")
TOO_EARLY = gettext_noop("older than the first edition of the system ({first})")
ENDS_EARLY = gettext_noop("ends before it starts")


@dataclass(frozen=True, slots=True)
class JobPlayer:
    """A player as the job knows him before the first event; `rating` None: none yet."""

    id: str
    rating: float | None
    games: int
    grade: Grade | None
    highest_grade: Grade | None


@dataclass(frozen=True, slots=True)
class JobGame:
    """A played game; players are places in `Job.players`, `half_points` are White's."""

    round: int
    white: int
    black: int
    half_points: int
    handicap: int
    board_size: int
    played: bool


@dataclass(frozen=True, slots=True)
class JobEvent:
    """An event with the edition it is computed with; games in order of play."""

    id: str
    start: date
    edition: Edition
    time_class: str
    minutes: float | None
    games: tuple[JobGame, ...]


@dataclass(frozen=True, slots=True)
class Job:
    """A whole computation; events in order of start date."""

    system: System
    players: tuple[JobPlayer, ...]
    events: tuple[JobEvent, ...]


def read_job(content: bytes) -> tuple[Job | None, list[JobFinding]]:
    """Read a job file; give the job, or None and what is wrong with the file."""
    try:
        document = parse(content)
    except NotADocumentError as error:
        return None, [error.finding]
    system = _system(document)
    if system is None:
        document.know("", document.root, JOB_KEYS)
        return None, document.findings
    job = _GoReader(document, system).job()
    return (None if document.findings else job), document.findings


def _system(document: Document) -> System | None:
    key = document.text("", document.root, "system")
    if key is None:
        return None
    system = SYSTEMS.get(key)
    if system is None or not system.engine:
        document.find("system", UNKNOWN_SYSTEM, value=key, known=", ".join(available()))
        return None
    return system


@dataclass(frozen=True, slots=True)
class _GoReader:
    """Reads the jobs of the Go systems, whose games have a White, a Black and perhaps a handicap."""

    document: Document
    system: System

    def job(self) -> Job:
        root, document = self.document.root, self.document
        document.know("", root, JOB_KEYS)
        editions = self._editions(root)
        players = tuple(
            player
            for path, row in document.rows("", root, "players")
            if (player := self._player(path, row)) is not None
        )
        places = self._places([player.id for player in players], "players")
        events = [
            event
            for path, row in document.rows("", root, "events")
            if (event := self._event(path, row, places=places, editions=editions)) is not None
        ]
        self._places([event.id for event in events], "events")
        return Job(self.system, players, tuple(sorted(events, key=lambda event: event.start)))

    def _editions(self, root: Mapping[str, Any]) -> tuple[Sequence[Edition], Edition | None]:
        """Give the editions with the job's parameters, and the one asked for by name."""
        document, editions = self.document, self.system.editions
        wanted = document.mapping("", root, "parameters")
        try:
            editions = [with_parameters(edition, wanted) for edition in editions]
        except UnknownParameterError as error:
            document.find(f"parameters.{error.name}", UNKNOWN_PARAMETER, known=", ".join(error.known))
        except UnfitParameterError as error:
            document.find(f"parameters.{error.name}", UNFIT_PARAMETER, wanted=error.wanted)
        name = document.text("", root, "edition", default="")
        if not name:
            return editions, None
        named = edition_named(editions, name)
        if named is None:
            known = ", ".join(edition.name for edition in editions)
            document.find("edition", UNKNOWN_EDITION, value=name, known=known)
        return editions, named

    def _places(self, ids: Sequence[str], path: str) -> dict[str, int]:
        places: dict[str, int] = {}
        for place, name in enumerate(ids):
            if name in places:
                self.document.find(f"{path}[{place}].id", TWICE, value=name)
            places.setdefault(name, place)
        return places

    def _player(self, path: str, row: Mapping[str, Any]) -> JobPlayer | None:
        document = self.document
        document.know(path, row, PLAYER_KEYS, elsewhere=OTHER_PLAYER_KEYS)
        name = document.text(path, row, "id")
        rating = document.number(path, row, "rating")
        games = document.whole(path, row, "games", most=10**6)
        if games is None:
            games = 0 if rating is None else self.system.games_when_rated
        grade, highest = (document.grade(path, row, key) for key in ("grade", "highest_grade"))
        return None if name is None else JobPlayer(name, rating, games, grade, highest)

    def _event(
        self,
        path: str,
        row: Mapping[str, Any],
        *,
        places: Mapping[str, int],
        editions: tuple[Sequence[Edition], Edition | None],
    ) -> JobEvent | None:
        document = self.document
        document.know(path, row, EVENT_KEYS, elsewhere=OTHER_EVENT_KEYS)
        name, start = document.text(path, row, "id"), document.day(path, row, "start")
        end = document.day(path, row, "end", required=False)
        if start and end and end < start:
            document.find(f"{path}.end", ENDS_EARLY)
        time_class = document.choice(path, row, "class", known=tuple(CLASS_WEIGHTS), default="A")
        minutes = document.number(path, row, "time", least=0)
        games = self._games(path, row, places)
        in_force = edition_on(editions[0], start) if start else None
        if start and in_force is None:
            first = min(edition.effective for edition in editions[0] if edition.effective)
            document.find(f"{path}.start", TOO_EARLY, first=first.isoformat())
        edition = editions[1] or in_force
        if name is None or start is None or edition is None:
            return None
        return JobEvent(name, start, edition, time_class or "A", minutes, games)

    def _games(self, path: str, row: Mapping[str, Any], places: Mapping[str, int]) -> tuple[JobGame, ...]:
        """Read the games of an event; one without round follows those of both players listed before."""
        games: list[JobGame] = []
        latest: dict[int, int] = {}
        taken: set[tuple[int, int]] = set()
        for game_path, game_row in self.document.rows(path, row, "games"):
            game = self._game(game_path, game_row, places=places, latest=latest)
            if game is None:
                continue
            games.append(game)
            for place in (game.white, game.black) if game.played else ():
                latest[place] = max(latest.get(place, 0), game.round)
                if (game.round, place) in taken:
                    name = next(name for name, known in places.items() if known == place)
                    self.document.find(game_path, TWICE_IN_ROUND, value=name, round=game.round)
                taken.add((game.round, place))
        return tuple(sorted(games, key=lambda game: game.round))

    def _game(
        self, path: str, row: Mapping[str, Any], *, places: Mapping[str, int], latest: Mapping[int, int]
    ) -> JobGame | None:
        document = self.document
        document.know(path, row, GAME_KEYS, elsewhere=OTHER_GAME_KEYS)
        names = [document.text(path, row, key) for key in ("white", "black")]
        sides = [places.get(name) for name in names if name is not None]
        for key, name in zip(("white", "black"), names, strict=True):
            if name is not None and name not in places:
                document.find(f"{path}.{key}", UNKNOWN_PLAYER, value=name)
        if names[0] is not None and names[0] == names[1]:
            document.find(f"{path}.black", ONESELF, value=names[0])
        result = document.choice(path, row, "result", known=tuple(HALF_POINTS))
        played = document.truth(path, row, "played", default=True)
        handicap = document.whole(path, row, "handicap", most=MOST_STONES)
        size = document.whole(path, row, "board_size", least=2, most=LARGEST_BOARD)
        document.number(path, row, "komi")
        number = document.whole(path, row, "round", least=1, most=MOST_ROUNDS)
        white, black = (*sides, None, None)[:2]
        if white is None or black is None or white == black or result is None:
            return None
        if number is None:
            number = 1 + max(latest.get(white, 0), latest.get(black, 0))
        return JobGame(number, white, black, HALF_POINTS[result], handicap or 0, size or 19, played)
