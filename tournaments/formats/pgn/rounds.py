"""People and rounds of a PGN file: who is the same person, which rounds were played, and when."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from federation.vocabulary.names import fold
from federation.vocabulary.same_person import likeness
from federation.vocabulary.sounds import sounds
from tournaments.formats.pgn.kinds import SIDES, number_of
from tournaments.formats.pgn.tags import Game
from tournaments.formats.shared import dates
from tournaments.formats.shared.chess import TITLES
from tournaments.formats.shared.limits import MOST_ROUNDS
from tournaments.formats.shared.no_persons import is_bye_name
from tournaments.reports.findings import Finding, Place, error, notice, warning
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
    """The people of a file: keys of names, and the entrants in order of their first game.

    They are known by FIDE number, else by name; the other side of a bye is nobody.
    """

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


_TAGS = ("Date", "UTCDate", "EndDate")
_CLOCK = re.compile(r"(?<=[0-9])[T ]+[0-9]{1,2}:[0-9]{2}\S*(?: ?(?:Z|UTC|GMT))?$")
_EITHER_WAY = re.compile(r"([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{4})")
# 2026.??.??, 2026.05.xx, 2026-00-00, 2026, 2026-05
_PARTIAL = re.compile(
    r"(?=.*[?x]|.*\b00?\b|[0-9]{4}(?:[-/.][0-9]{1,2})?$)[0-9?x]{1,4}(?:[-/.][0-9?x]{1,4}){0,2}", re.IGNORECASE
)
_TEXTS = 5  # different dates that are named

_ROUND = re.compile(
    r"(?:(?:round|rd|r|runde|ronde|ronda|turno|kolo|тур)\.? ?)?([0-9]{1,3})(?:\.([0-9]{1,4}))?(?:\.[0-9.]*)?",
    re.IGNORECASE,
)


def written_round(game: Game) -> int:
    """Return the round of a game as written, 0 where it names none."""
    match = _ROUND.fullmatch(game.text("Round"))
    number = int(match[1]) if match else 0
    return number if number <= MOST_ROUNDS else 0


def board_of(game: Game) -> int | None:
    """Return the board: behind the round, or in a tag of its own."""
    match = _ROUND.fullmatch(game.text("Round"))
    board = (match[2] if match else "") or game.text("Board")
    return int(board) if re.fullmatch("[0-9]{1,4}", board) else None


def number_rounds(seated: Sequence[Seated]) -> tuple[list[int], list[Finding]]:
    """Return the round of each game, and findings about the numbering.

    Rounds are as written, else found from pairings, days and times.
    """
    written = [written_round(each.game) for each in seated]
    says_nothing = _tells_nothing(seated, written)
    if all(written) and not says_nothing:
        return written, []
    rounds = [0] * len(seated) if says_nothing else list(written)
    free = [at for at, number in enumerate(rounds) if not number]
    for by_day in (True, False):
        found = _found(seated, free, written, by_day=by_day)
        if max(found.values()) <= MOST_ROUNDS:
            break
    for at, number in found.items():
        rounds[at] = number
    make = notice if not any(written) else warning
    derived = make("rounds-found", Place(seated[free[0]].game.line), count=len(free))
    return rounds, [derived, *_repeated(seated, free)]


def _tells_nothing(seated: Sequence[Seated], written: Sequence[int]) -> bool:
    """Return whether written rounds part no games: one for all, or matches within each.

    Where a game stands in the file twice, or one player of several has two games, the organiser has to look.
    """
    games: defaultdict[tuple[int, int], list[Seated]] = defaultdict(list)
    for each, number in zip(seated, written, strict=True):
        for side in each.sides if number else ():
            games[number, side].append(each)
    twice = [several for several in games.values() if len(several) > 1]
    if not twice or any(len({_contents(each.game) for each in several}) < len(several) for several in twice):
        return False
    of_two = all(len({frozenset(each.sides) for each in several}) == 1 for several in twice)
    return of_two or len(set(written)) == 1


def _found(
    seated: Sequence[Seated], free: Sequence[int], written: Sequence[int], *, by_day: bool
) -> dict[int, int]:
    """Give each free game the first round behind those of earlier days in which both sides have none."""
    fixed = set(range(len(seated))).difference(free)
    taken = {(written[at], side) for at in fixed for side in seated[at].sides}
    days = [(day_of(each.game) if by_day else None) or date.max for each in seated]
    fixed_days = {(days[at], written[at]) for at in fixed}
    found: dict[int, int] = {}
    last: dict[int, int] = {}  # round of a side's last game
    opened, floor = None, 1
    for at in sorted(free, key=lambda at: (written[at], days[at], time_of(seated[at].game), at)):
        if opened != (written[at], days[at]):
            opened = (written[at], days[at])
            floor = _first_round(days[at], fixed_days, max(found.values(), default=0))
        sides = seated[at].sides
        number = max(floor, *(last.get(side, 0) + 1 for side in sides))
        while any((number, side) in taken for side in sides):
            number += 1
        found[at] = number
        last.update(dict.fromkeys(sides, number))
    return found


def _first_round(day: date, fixed: Iterable[tuple[date, int]], highest: int) -> int:
    """Return the first round of a day: one that is known, else the next behind those of earlier days."""
    known = [number for when, number in fixed if when == day]
    earlier = [number for when, number in fixed if when < day]
    return min(known) if known else 1 + max([highest, *earlier])


def _repeated(seated: Sequence[Seated], free: Sequence[int]) -> list[Finding]:
    """Return the games that occur more than once in a file, as far as their tags show."""
    counts = Counter(_contents(seated[at].game) for at in free)
    again = [at for at in free if counts[_contents(seated[at].game)] > 1]
    first: dict[frozenset[tuple[str, str]], int] = {}
    found = []
    for at in again:
        game = seated[at].game
        line = first.setdefault(_contents(game), game.line)
        if line != game.line:
            names = {"white": game.text("White"), "black": game.text("Black")}
            found.append(warning("repeated-game", Place(game.line), line=line, **names))
    return found


def _contents(game: Game) -> frozenset[tuple[str, str]]:
    return frozenset(game.tags.items())


def read_day(text: str) -> date | None:
    """Read a date as the standard has it, day first or with the month in words; None where it is none."""
    return dates.day(_CLOCK.sub("", text.strip()))


def day_of(game: Game) -> date | None:
    """Return the day of a game: its Date, else that of the server's clock."""
    return next((day for tag in _TAGS if (day := read_day(game.text(tag)))), None)


def time_of(game: Game) -> str:
    """Return by what games of a day are put in order; times as servers write them compare as texts."""
    return game.text("UTCTime") or game.text("Time") or game.text("StartTime")


def findings_of(games: Sequence[Game], *, is_dated: bool) -> Iterator[Finding]:
    """Yield what is to be asked about dates; `is_dated`: something in the file has a day."""
    without = [game for game in games if day_of(game) is None]
    texts = {game.text("Date"): game.line for game in reversed(without)}
    texts = {text: texts[text] for text in sorted(texts, key=texts.__getitem__) if text}
    partial = [text for text in texts if _PARTIAL.fullmatch(text)]
    for text in [text for text in texts if text not in partial][:_TEXTS]:
        make = warning if is_dated else error
        yield make("impossible-date", Place(texts[text]), text=text[:40])
    if without and is_dated:
        yield warning("undated-games", Place(without[0].line), count=len(without))
    elif partial and any(letter.isdecimal() for letter in partial[0]):
        yield error("partial-date", Place(texts[partial[0]]), text=partial[0][:40])
    yield from _ambiguous(games)


def _ambiguous(games: Sequence[Game]) -> Iterator[Finding]:
    """Yield dates that can be read day first and month first."""
    seen = {text: game.line for game in reversed(games) if _EITHER_WAY.fullmatch(text := game.text("Date"))}
    for text in list(reversed(seen))[:_TEXTS]:
        first, second, year = text.replace("/", "-").replace(".", "-").split("-")
        day, other = dates.day(f"{year}-{second}-{first}"), dates.day(f"{year}-{first}-{second}")
        if day and other and day != other:
            yield dates.ambiguous(text, day, other, Place(seen[text]))
