"""The rating job of the FIDE systems, read: events are pooled by the list they count for."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar, cast

from federation.vocabulary.messages import gettext_noop
from ratings.rating_job.document import NOT_AN_OBJECT
from ratings.rating_job.job_reader import JOB_KEYS, MOST_GAMES, UNKNOWN_PLAYER, JobReader, Pairing, Row
from ratings.rulebook.bounds import PUBLISHED
from ratings.rulebook.editions import Edition, amended, edition_on, with_parameters
from ratings.rulebook.fide import FideEdition
from ratings.rulebook.fide_periods import LONGEST_EVENT, lasts_too_long, list_date, month_of
from ratings.rulebook.systems import System

PLAYER_KEYS = ("id", "rating", "games", "k", "peak", "birth_year")
SEED_PLAYER_KEYS = ("standard",)  # where newcomers start from the rating of another system
OTHER_PLAYER_KEYS = ("grade", "highest_grade", "deviation", "last_game")
EVENT_KEYS = ("id", "start", "end", "ratings", "period", "games")
OTHER_EVENT_KEYS = ("class", "time")
GAME_KEYS = ("white", "black", "result", "played", "round")
OTHER_GAME_KEYS = ("handicap", "board_size", "komi", "ended", "places", "teams", "max_points")
LARGEST_K = 1000
BIRTH_YEARS = (1850, 2150)
_MONTH = re.compile(r"\d{4}-\d{2}", re.ASCII)

NOT_A_MONTH = gettext_noop("must be a month written YYYY-MM")
TOO_LATE = gettext_noop("no list can come after this day")
PERIOD_TOO_EARLY = gettext_noop("the list comes out before the event is over")
TOO_LONG = gettext_noop(
    "lasts more than {most} days: give the games of each month as a separate event with its period"
)


@dataclass(frozen=True, slots=True)
class FidePlayer:
    """A player as the list before the first period knows them; 0 = none or not known."""

    id: str
    rating: int
    games: int
    k: int
    peak: int
    birth_year: int
    standard: int = 0  # standard rating on the list whose rapid and blitz ratings it corrects (1.7)


@dataclass(frozen=True, slots=True)
class FideEvent:
    """An event with the edition of its first day; `month` numbers the list it counts for."""

    id: str
    start: date
    edition: FideEdition
    month: int
    ratings: Mapping[int, int]  # player -> rating in force the file gives; 0 = none
    games: tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """The editions of a job with its parameters; `named` rules everything, if the file names one."""

    system: System
    named: str
    parameters: Mapping[str, Any]

    def on(self, day: date) -> FideEdition:
        """Return the edition as it reads on a day; before the first, the first."""
        editions = cast(Sequence[FideEdition], self.system.editions)
        chosen = next((edition for edition in editions if edition.name == self.named), None)
        return self.as_read(chosen or edition_on(editions, day) or editions[0], day)

    def as_read(self, edition: FideEdition, day: date) -> FideEdition:
        """Return an edition with its amendments until a day, then the job's parameters."""
        return with_parameters(amended(edition, day), self.parameters)


@dataclass(frozen=True, slots=True)
class FideJob:
    """A whole computation; events in order of start date."""

    system: System
    rules: Rules
    players: tuple[FidePlayer, ...]
    events: tuple[FideEvent, ...]


class FideReader(JobReader):
    """Reads the jobs of the FIDE systems."""

    game_keys: ClassVar[Sequence[str]] = GAME_KEYS
    other_game_keys: ClassVar[Sequence[str]] = OTHER_GAME_KEYS

    def job(self) -> FideJob | None:
        """Read the whole file; None where it cannot be computed at all."""
        root, document = self.document.root, self.document
        document.know("", root, JOB_KEYS)
        editions = self.editions()
        rules = self._rules(root, editions[1])
        players = tuple(
            player
            for path, row in document.rows("", root, "players")
            if (player := self._player(path, row)) is not None
        )
        places = self.places([player.id for player in players], "players")
        events = [
            event
            for path, row in document.rows("", root, "events")
            if (event := self._event(path, row, places=places, editions=editions, rules=rules)) is not None
        ]
        self.places([event.id for event in events], "events")
        ordered = tuple(sorted(events, key=lambda event: event.start))
        return None if document.findings else FideJob(self.system, rules, players, ordered)

    def _rules(self, root: Row, named: Edition | None) -> Rules:
        # Parameters that are findings are not looked at again.
        wanted = {} if self.document.findings else root.get("parameters") or {}
        return Rules(self.system, named.name if named else "", wanted)

    def _player(self, path: str, row: Row) -> FidePlayer | None:
        document = self.document
        known, elsewhere = list(PLAYER_KEYS), list(OTHER_PLAYER_KEYS)
        (known if self.system.seeds_from else elsewhere).extend(SEED_PLAYER_KEYS)
        document.know(path, row, known, elsewhere=elsewhere)
        name = document.text(path, row, "id")
        rating, peak = (self._rating(path, row, key) for key in ("rating", "peak"))
        standard = self._rating(path, row, "standard") if self.system.seeds_from else 0
        games = document.whole(path, row, "games", most=MOST_GAMES)
        k = document.whole(path, row, "k", least=1, most=LARGEST_K)
        born = document.whole(path, row, "birth_year", least=BIRTH_YEARS[0], most=BIRTH_YEARS[1])
        if games is None:
            games = self._usual_games(rating, k, born)
        return None if name is None else FidePlayer(name, rating, games, k or 0, peak, born or 0, standard)

    def _usual_games(self, rating: int, k: int | None, born: int | None) -> int:
        """Assume 30 games of a rated player, but none of one whose K can only be that of a new player."""
        new = born is None and k == int(cast(FideEdition, self.system.editions[-1]).k_new)
        return 0 if rating == 0 or new else self.system.games_when_rated

    def _rating(self, path: str, row: Row, key: str) -> int:
        """Read a published rating; 0 = none."""
        value = self.document.number(path, row, key, bounds=PUBLISHED)
        return 0 if value is None else int(value)

    def _event(
        self,
        path: str,
        row: Row,
        *,
        places: Mapping[str, int],
        editions: tuple[Sequence[Edition], Edition | None],
        rules: Rules,
    ) -> FideEvent | None:
        self.document.know(path, row, EVENT_KEYS, elsewhere=OTHER_EVENT_KEYS)
        span = self.span(path, row, editions)
        ratings = self._ratings(path, row, places)
        month = self._month(path, row, start=span.start, end=span.end or span.start)
        games = tuple(pairing for pairing, _ in self.pairings(path, row, places))
        if span.name is None or span.start is None or span.edition is None or month is None:
            return None
        return FideEvent(span.name, span.start, rules.on(span.start), month, ratings, games)

    def _ratings(self, path: str, row: Row, places: Mapping[str, int]) -> dict[int, int]:
        """Read the ratings in force for this event; null: the player has none."""
        given = row.get("ratings")
        if given is None:
            return {}
        if not isinstance(given, dict):
            self.document.find(f"{path}.ratings", NOT_AN_OBJECT)
            return {}
        for name in given:
            if name not in places:
                self.document.find(f"{path}.ratings", UNKNOWN_PLAYER, value=name)
        return {
            places[name]: self._rating(f"{path}.ratings", given, name) for name in given if name in places
        }

    def _month(self, path: str, row: Row, *, start: date | None, end: date | None) -> int | None:
        """Read the list the event counts for; without one, that of the month after its last day."""
        document = self.document
        text = document.text(path, row, "period", default="")
        if text is None or start is None or end is None:
            return None
        if end.year == date.max.year:
            document.find(f"{path}.start", TOO_LATE)
            return None
        if not text:
            if lasts_too_long(start, end):
                document.find(f"{path}.period", TOO_LONG, most=LONGEST_EVENT)
            return month_of(end) + 1
        try:
            month = month_of(date.fromisoformat(f"{text if _MONTH.fullmatch(text) else ''}-01"))
        except ValueError:
            document.find(f"{path}.period", NOT_A_MONTH)
            return None
        if list_date(month) <= end:
            document.find(f"{path}.period", PERIOD_TOO_EARLY)
        return month
