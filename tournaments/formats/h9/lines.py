"""The players' lines of an H9 table taken apart: place, names, grade, country, club and columns."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from federation.vocabulary.grades import LETTERED

_GRADE = re.compile(LETTERED, re.IGNORECASE)
_BARE_GRADE = re.compile(r"[0-9]{1,3}|[?\-]{1,2}|[0-9]{1,2}[a-z]", re.IGNORECASE)
_UNGRADED = re.compile("n[cr]", re.IGNORECASE)  # NC: non classé
_GLUED = re.compile(rf"([^\W\d_]\S*?)({LETTERED})", re.IGNORECASE)
_PLACE = re.compile(r"([0-9]{1,9})[.)]?")
_PLACE_LIKE = re.compile(r"[0-9]+[.)]?")
_NUMBER = re.compile(r"[0-9]+[=\-+?]?")
_COUNTRY = re.compile(r"[A-Za-z]{2}|-{1,2}|\?{1,2}")
_CLUB_HEADING = re.compile(r"\b(?:club|clb|cl)\b", re.IGNORECASE)
_NO_CLUB = re.compile(r"x{2,4}|[.\-?]+|none", re.IGNORECASE)
# An entry that can only be a result: 12+ 3-/b 5=/w0 7?/b but neither 35= nor 408? nor 3-1, which are scores.
SURE = re.compile(
    r"[0-9]{1,4}[-+](?:[/!wb].*)?|[1-9][0-9]{0,3}\?[/!].*|[0-9]{1,4}!?=!?(?:[/!wb].*)", re.IGNORECASE
)
_LONGEST_NAME = 60  # characters of an unreadable line that go into a finding


@dataclass(slots=True)
class Line:
    """Fields of a player's line; `columns` are all entries behind the club, columns 1-based.

    A line that cannot be read is `damaged`: only its number is used, by which others name their opponents.
    """

    line: int
    place: str
    names: list[str]
    grade: str
    rest: list[tuple[str, int]]
    pin: str = ""
    country: str = ""
    club: str = ""
    columns: list[tuple[str, int]] = field(default_factory=list)
    glued: str = ""  # the word that holds name and grade, where they touch
    damaged: bool = False


def read_line(text: str, number: int) -> Line | None:
    """Take a line apart; damaged where a player's cannot be read, None where it is no player's."""
    return _line(_without_comment(text), number) or _damaged_line(text, number)


def _without_comment(text: str) -> str:
    """Cut what follows ";", unless results do: some programs write half a point as ";" in a score."""
    head, _, tail = text.partition(";")
    return text if any(SURE.fullmatch(word) for word in tail.split()) else head


def _line(text: str, number: int) -> Line | None:
    """Take a player's line apart up to the grade; None when there is no grade."""
    body, bar, pin = text.rpartition("|")
    if not bar or len(pin.split()) > 1:
        body, pin = text, ""
    tokens = [(match[0], match.start() + 1) for match in re.finditer(r"\S+", body)]
    words = [word for word, _ in tokens]
    # Place and names hold one to several words; the first word that is a grade ends them.
    placed = _PLACE.fullmatch(words[0]) if len(words) > 2 else None
    if len(words) > 2 and not placed and _PLACE_LIKE.fullmatch(words[0]):
        return None  # no place has ten figures
    start = 1 if placed else 0
    place = placed[1] if placed else ""
    within = range(start + 1, min(len(words), start + 7))
    graded = [index for index in within if _GRADE.fullmatch(words[index])]
    graded = graded or [index for index in within if index > start + 1 and _UNGRADED.fullmatch(words[index])]
    if not graded:
        for index in range(start, min(len(words), start + 6)):
            if cut := _GLUED.fullmatch(words[index]):
                names = [*words[start:index], cut[1]]
                return Line(
                    number, place, names, cut[2], tokens[index + 1 :], pin.strip(), glued=words[index]
                )
    index = graded[0] if graded else start + 2
    # A grade without letter is a kyu, and can only be recognised by its position.
    if not graded and not (len(words) > index and _BARE_GRADE.fullmatch(words[index])):
        return None
    return Line(number, place, words[start:index], words[index], tokens[index + 1 :], pin.strip())


def _damaged_line(text: str, number: int) -> Line | None:
    """Keep the number of a line that begins with a place or holds a result, and what may be a name."""
    words = text.split()
    placed = len(words) > 1 and _PLACE_LIKE.fullmatch(words[0]) is not None
    results = [index for index, word in enumerate(words) if SURE.fullmatch(word)]
    if not placed and not results:
        return None
    names = words[placed : results[0] if results else None]
    place = _PLACE.fullmatch(words[0]) if placed else None
    name = " ".join(names)[:_LONGEST_NAME].split()
    return Line(number, place[1] if place else "", name, "", [], damaged=True)


def split_columns(lines: Sequence[Line], headings: Sequence[str]) -> None:
    """Part country and club from the columns. A line with fewer entries than most lacks one of the two.

    Where most lines have a number behind the country, and no heading speaks of clubs, there are none.
    """
    readable = [line for line in lines if not line.damaged]
    width = Counter(len(line.rest) for line in readable).most_common(1)[0][0] if readable else 0
    for line in readable:
        line.columns = line.rest
        if (word := _unsure(line)) and _COUNTRY.fullmatch(word):
            line.country = word.upper().strip("-?")
            line.columns = line.rest[1:]
    numbers = sum(1 for line in readable if (word := _unsure(line)) and _NUMBER.fullmatch(word))
    with_clubs = 2 * numbers <= len(readable) or any(_CLUB_HEADING.search(text) for text in headings)
    for line in readable:
        missing = width - len(line.rest)
        word = _unsure(line)
        if word and (not _NUMBER.fullmatch(word) or (with_clubs and missing < 1)):
            line.club = "" if _NO_CLUB.fullmatch(word) else word
            line.columns = line.columns[1:]


def _unsure(line: Line) -> str:
    """Return the first entry left of a line unless it can only be a result, else ""."""
    word = line.columns[0][0] if line.columns else ""
    return "" if SURE.fullmatch(word) else word
