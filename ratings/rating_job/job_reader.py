"""Shared part of the jobs of all families: ids, days, pairings, editions with parameters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar

from federation.vocabulary.messages import gettext_noop
from ratings.rating_job.document import Document
from ratings.rulebook.editions import (
    Edition,
    UnfitParameterError,
    UnknownParameterError,
    edition_named,
    edition_on,
    with_parameters,
)
from ratings.rulebook.systems import System

JOB_KEYS = ("system", "edition", "parameters", "players", "events")
HALF_POINTS = {"1-0": 2, "0-1": 0, "1/2-1/2": 1}
MOST_ROUNDS = 100_000
MOST_GAMES = 10**6

UNKNOWN_EDITION = gettext_noop("unknown edition: {value}; known: {known}")
UNKNOWN_PARAMETER = gettext_noop("unknown parameter; known: {known}")
TWICE = gettext_noop("{value} is given twice")
UNKNOWN_PLAYER = gettext_noop("unknown player: {value}")
ONESELF = gettext_noop("{value} is paired with itself")
TWICE_IN_ROUND = gettext_noop("{value} plays twice in round {round}")
TOO_EARLY = gettext_noop("older than the first edition of the system ({first})")
ENDS_EARLY = gettext_noop("ends before it starts")

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who met whom in which round; players are places in the job, `half_points` White's."""

    round: int
    white: int
    black: int
    half_points: int
    played: bool


@dataclass(frozen=True, slots=True)
class Span:
    """An event's name, days and edition, as far as the file gives them."""

    name: str | None
    start: date | None
    end: date | None
    edition: Edition | None


@dataclass(frozen=True, slots=True)
class JobReader:
    """Reads what all families share; a family adds its keys and its records."""

    document: Document
    system: System
    game_keys: ClassVar[Sequence[str]] = ()
    other_game_keys: ClassVar[Sequence[str]] = ()

    def editions(self) -> tuple[Sequence[Edition], Edition | None]:
        """Return the editions with the job's parameters, and the one asked for by name."""
        root, document, editions = self.document.root, self.document, self.system.editions
        wanted = document.mapping("", root, "parameters")
        try:
            editions = [with_parameters(edition, wanted) for edition in editions]
        except UnknownParameterError as error:
            document.find(f"parameters.{error.name}", UNKNOWN_PARAMETER, known=", ".join(error.known))
        except UnfitParameterError as error:
            document.find(f"parameters.{error.name}", error.text, **error.values)
        name = document.text("", root, "edition", default="")
        if not name:
            return editions, None
        named = edition_named(editions, name)
        if named is None:
            known = ", ".join(edition.name for edition in editions)
            document.find("edition", UNKNOWN_EDITION, value=name, known=known)
        return editions, named

    def places(self, ids: Sequence[str], path: str) -> dict[str, int]:
        """Return the place of every id; one given twice is a finding."""
        places: dict[str, int] = {}
        for place, name in enumerate(ids):
            if name in places:
                self.document.find(f"{path}[{place}].id", TWICE, value=name)
            places.setdefault(name, place)
        return places

    def span(self, path: str, row: Row, editions: tuple[Sequence[Edition], Edition | None]) -> Span:
        """Read an event's name and days, and find its edition."""
        document = self.document
        name, start = document.text(path, row, "id"), document.day(path, row, "start")
        end = document.day(path, row, "end", required=False)
        if start and end and end < start:
            document.find(f"{path}.end", ENDS_EARLY)
        in_force = edition_on(editions[0], start) if start else None
        if start and in_force is None:
            first = min(edition.effective for edition in editions[0] if edition.effective)
            document.find(f"{path}.start", TOO_EARLY, first=first.isoformat())
        return Span(name, start, end, (editions[1] or in_force) if start else None)

    def pairings(self, path: str, row: Row, places: Mapping[str, int]) -> list[tuple[Pairing, Row]]:
        """Read the games of an event by rounds; one without round follows those of both players before it."""
        found: list[tuple[Pairing, Row]] = []
        latest: dict[int, int] = {}
        taken: set[tuple[int, int]] = set()
        for game_path, game_row in self.document.rows(path, row, "games"):
            pairing = self._pairing(game_path, game_row, places=places, latest=latest)
            if pairing is None:
                continue
            found.append((pairing, game_row))
            for place in (pairing.white, pairing.black) if pairing.played else ():
                latest[place] = max(latest.get(place, 0), pairing.round)
                if (pairing.round, place) in taken and not self.document.is_full:
                    name = next(name for name, known in places.items() if known == place)
                    self.document.find(game_path, TWICE_IN_ROUND, value=name, round=pairing.round)
                taken.add((pairing.round, place))
        return sorted(found, key=lambda pair: pair[0].round)

    def check_game(self, path: str, row: Row) -> None:
        """Find what is wrong in the keys only this family knows."""

    def _pairing(
        self, path: str, row: Row, *, places: Mapping[str, int], latest: Mapping[int, int]
    ) -> Pairing | None:
        document = self.document
        document.know(path, row, self.game_keys, elsewhere=self.other_game_keys)
        names = [document.text(path, row, key) for key in ("white", "black")]
        sides = [places.get(name) for name in names if name is not None]
        for key, name in zip(("white", "black"), names, strict=True):
            if name is not None and name not in places:
                document.find(f"{path}.{key}", UNKNOWN_PLAYER, value=name)
        if names[0] is not None and names[0] == names[1]:
            document.find(f"{path}.black", ONESELF, value=names[0])
        result = document.choice(path, row, "result", known=tuple(HALF_POINTS))
        played = document.truth(path, row, "played", default=True)
        self.check_game(path, row)
        number = document.whole(path, row, "round", least=1, most=MOST_ROUNDS)
        white, black = (*sides, None, None)[:2]
        if white is None or black is None or white == black or result is None:
            return None
        if number is None:
            number = 1 + max(latest.get(white, 0), latest.get(black, 0))
        return Pairing(number, white, black, HALF_POINTS[result], played)
