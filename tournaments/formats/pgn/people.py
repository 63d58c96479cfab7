"""People at the boards of a file in PGN, by FIDE number, else by name; no one in a bye."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from federation.vocabulary.names import fold
from federation.vocabulary.same_person import likeness
from federation.vocabulary.sounds import sounds
from tournaments.formats.pgn.kinds import SIDES, number_of
from tournaments.formats.pgn.tags import Game
from tournaments.formats.shared.chess import TITLES
from tournaments.formats.shared.no_persons import is_bye_name
from tournaments.reports.findings import Finding, Place, warning
from tournaments.reports.report import Entrant

BYE = 0  # the number of the empty seat
NOBODY = -1  # of one that is not named
_ALIKE = 75  # percent two words of a name are alike from, for one FIDE number
_RATING = re.compile("[1-9][0-9]{2,3}")


@dataclass(frozen=True, slots=True)
class Seated:
    """A game and the entrant numbers of both sides."""

    game: Game
    white: int
    black: int

    @property
    def sides(self) -> tuple[int, ...]:
        """The entrants who are there."""
        return tuple(side for side in (self.white, self.black) if side > 0)


@dataclass(slots=True)
class People:
    """The people of a file: keys of names, and the entrants in order of their first game."""

    _keys: Mapping[tuple[str, str], str]  # (name, FIDE number) -> key
    entrants: dict[str, Entrant]

    def seat(self, game: Game) -> Seated:
        """Return the entrants of a game, each entered with the first."""
        white, black = (self._number(game, side) for side in SIDES)
        return Seated(game, white, black)

    def _number(self, game: Game, side: str) -> int:
        name, number = game.text(side), number_of(game, side)
        key = self._keys.get((name.casefold(), number), "")
        if not name and key not in self.entrants:
            return NOBODY
        if _names_bye(game, side) and key == name.casefold():
            return BYE
        if key not in self.entrants:
            self.entrants[key] = _entrant(game, side, key, len(self.entrants) + 1)
        return self.entrants[key].number

    def doubts(self) -> Iterator[Finding]:
        """Yield the entrants who have the name of a bye."""
        for entrant in self.entrants.values():
            if is_bye_name(entrant.surname, entrant.given_name):
                place = Place(entrant.line, entrant=entrant.number)
                yield warning("named-like-bye", place, name=entrant.surname)


def people_of(games: Sequence[Game]) -> People:
    """Identify people: the same number and a name that can be the same, else the same name.

    A name with one number in the file has it in all its games; two names that have nothing in common are two
    people, even with one number.
    """
    named: defaultdict[str, dict[str, None]] = defaultdict(dict)  # names of a number, in order
    for game in games:
        for side in SIDES:
            named[number_of(game, side)].setdefault(game.text(side).casefold())
    keys = {("", number): number for number in named}
    numbers: defaultdict[str, list[str]] = defaultdict(list)
    for number in filter(None, named):
        firsts: list[str] = []
        for name in filter(None, named[number]):
            place = next((at for at, first in enumerate(firsts) if can_be_same(first, name)), len(firsts))
            firsts += [name] if place == len(firsts) else []
            keys[name, number] = f"{number}/{place}" if place else number
            numbers[name].append(keys[name, number])
    for name in named.get("", ()):
        if name:
            known = numbers.get(name, [])
            keys[name, ""] = known[0] if len(known) == 1 else name
    return People(keys, {})


def can_be_same(first: str, second: str) -> bool:
    """Return whether two names can be one person's: every word of the shorter is alike to one of the other.

    Alike are a word and its beginning (B., Bruno), one with a slip in it, and two that sound the same.
    """
    words = sorted((fold(first).split(), fold(second).split()), key=len)
    return all(any(_are_alike(word, other) for other in words[1]) for word in words[0])


def _are_alike(word: str, other: str) -> bool:
    if word.startswith(other) or other.startswith(word):
        return True
    return likeness(word, other) >= _ALIKE or not set(sounds(word)).isdisjoint(sounds(other))


def _names_bye(game: Game, side: str) -> bool:
    """Return whether a side is a bye: such a name, without a number or a move."""
    surname, _, given_name = game.text(side).partition(",")
    return not game.moved and not number_of(game, side) and is_bye_name(surname, given_name)


def _entrant(game: Game, side: str, key: str, number: int) -> Entrant:
    surname, _, given_name = game.text(side).partition(",")
    rating, title = game.text(f"{side}Elo"), game.text(f"{side}Title").upper()
    fide = key.partition("/")[0] if key != game.text(side).casefold() else ""
    return Entrant(
        number=number,
        surname=surname.strip(),
        given_name=given_name.strip(),
        identifiers={"fide": fide} if fide else {},
        rating=float(rating) if _RATING.fullmatch(rating) else None,
        title=title if title in TITLES else "",
        line=game.line,
    )
