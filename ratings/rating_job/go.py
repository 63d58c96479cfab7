"""The rating job of the Go systems, read: games have a White, a Black and perhaps a handicap."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from federation.vocabulary.grades import Grade
from federation.vocabulary.systems.catalogue import TIME_CLASSES
from federation.vocabulary.systems.counting import STANDARD_SIZE
from ratings.rating_job.job_reader import JOB_KEYS, MOST_GAMES, JobReader, Row
from ratings.rulebook.bounds import KOMI, MINUTES, RATING
from ratings.rulebook.editions import Edition
from ratings.rulebook.systems import System, engine_size

PLAYER_KEYS = ("id", "rating", "games", "grade", "highest_grade")
OTHER_PLAYER_KEYS = ("k", "peak", "birth_year", "standard", "deviation", "last_game")
EVENT_KEYS = ("id", "start", "end", "class", "time", "games")
OTHER_EVENT_KEYS = ("ratings", "period")
GAME_KEYS = ("white", "black", "result", "played", "handicap", "board_size", "komi", "round", "ended")
OTHER_GAME_KEYS = ("places", "teams", "max_points")
MOST_STONES = 99
LARGEST_BOARD = 52


@dataclass(frozen=True, slots=True)
class GoPlayer:
    """A player as given to the job, before the first event; `rating` None: none yet."""

    id: str
    rating: float | None
    games: int
    grade: Grade | None
    highest_grade: Grade | None


@dataclass(frozen=True, slots=True)
class GoGame:
    """A game; players are places in `GoJob.players`, `half_points` are White's."""

    round: int
    white: int
    black: int
    half_points: int
    handicap: int
    board_size: int
    played: bool


@dataclass(frozen=True, slots=True)
class GoEvent:
    """An event with the edition it is computed with; games in order of play."""

    path: str  # in the file
    id: str
    start: date
    edition: Edition
    time_class: str
    minutes: float | None
    games: tuple[GoGame, ...]


@dataclass(frozen=True, slots=True)
class GoJob:
    """A whole computation; events in order of start date."""

    system: System
    players: tuple[GoPlayer, ...]
    events: tuple[GoEvent, ...]


class GoReader(JobReader):
    """Reads the jobs of the Go systems."""

    game_keys: ClassVar[Sequence[str]] = GAME_KEYS
    other_game_keys: ClassVar[Sequence[str]] = OTHER_GAME_KEYS

    def job(self) -> GoJob:
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
        return GoJob(self.system, players, tuple(sorted(events, key=lambda event: event.start)))

    def _player(self, path: str, row: Row) -> GoPlayer | None:
        document = self.document
        document.know(path, row, PLAYER_KEYS, elsewhere=OTHER_PLAYER_KEYS)
        name = document.text(path, row, "id")
        rating = document.number(path, row, "rating", bounds=RATING)
        games = document.whole(path, row, "games", most=MOST_GAMES)
        if games is None:
            games = 0 if rating is None else self.system.games_when_rated
        grade, highest = (document.grade(path, row, key) for key in ("grade", "highest_grade"))
        return None if name is None else GoPlayer(name, rating, games, grade, highest)

    def _event(
        self,
        path: str,
        row: Row,
        *,
        places: Mapping[str, int],
        editions: tuple[Sequence[Edition], Edition | None],
    ) -> GoEvent | None:
        document = self.document
        document.know(path, row, EVENT_KEYS, elsewhere=OTHER_EVENT_KEYS)
        span = self.span(path, row, editions)
        time_class = document.choice(path, row, "class", known=TIME_CLASSES, default="A")
        minutes = document.number(path, row, "time", bounds=MINUTES)
        games = tuple(
            GoGame(
                pairing.round,
                pairing.white,
                pairing.black,
                pairing.half_points,
                game_row.get("handicap") or 0,
                engine_size(self.system.key, game_row.get("board_size") or STANDARD_SIZE),
                pairing.played,
            )
            for pairing, game_row in self.pairings(path, row, places)
        )
        if span.name is None or span.start is None or span.edition is None:
            return None
        return GoEvent(path, span.name, span.start, span.edition, time_class or "A", minutes, games)

    def check_game(self, path: str, row: Row) -> None:
        """Find handicaps, boards and komi that are none."""
        self.document.whole(path, row, "handicap", most=MOST_STONES)
        self.document.whole(path, row, "board_size", least=2, most=LARGEST_BOARD)
        self.document.number(path, row, "komi", bounds=KOMI)
