"""A player's row of FIDE lists, in any layout. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from federation.player_lists.readers.row import ListFinding
from federation.vocabulary.player_fields import names_of

# The values of a row in the order `row` expects them; "" for what a layout does not have.
FIELDS = (
    "number", "name", "federation", "sex", "title", "women_title", "other_titles", "foa_title",
    "standard", "standard_games", "standard_k", "rapid", "rapid_games", "rapid_k",
    "blitz", "blitz_games", "blitz_k", "birth", "flag",
)  # fmt: skip
_NUMBERS = slice(FIELDS.index("standard"), FIELDS.index("blitz_k") + 1)
_MOST_DIGITS = 4  # of ratings and games
_TITLES = {
    "g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM",
    "wh": "WH", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM",
}  # fmt: skip
_SEXES = {"M": "m", "F": "f", "W": "f"}
_DAY_FIRST = re.compile(r"([0-9]{2})\.([0-9]{2})\.([0-9]{4}|[0-9]{2})")
_YEAR_FIRST = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_PAGE = 15  # bits of a number inside one page


@dataclass(frozen=True, slots=True)
class FideRow:
    """A player of a list: rating, games of the period and K by rate of play; None where unrated or unsaid."""

    line: int  # 1-based
    number: str  # FIDE's
    surname: str
    given_name: str
    federation: str  # three letters
    sex: str  # "f", "m", "" unknown
    title: str  # "GM"; the letters of older lists (g, wm) written out
    women_title: str
    other_titles: str  # as listed: "IA,FST"
    foa_title: str  # "AGM"
    standard: int | None
    standard_games: int
    standard_k: int | None
    rapid: int | None
    rapid_games: int
    rapid_k: int | None
    blitz: int | None
    blitz_games: int
    blitz_k: int | None
    birth_year: int | None
    birth_date: date | None  # only lists of 2001 to 2004 and some exports have it
    flag: str  # "", "i" inactive, "w" woman, "wi"

    @property
    def inactive(self) -> bool:
        """Whether FIDE lists them as inactive."""
        return "i" in self.flag


# Fields of the register's player that FIDE lists have, texts and then the year of birth.
PERSON = tuple(name for name in FideRow.__dataclass_fields__ if name in names_of(lambda _declared: True))
ALIKE = slice(PERSON.index("federation"), -1)  # texts with few different values: one object each is enough


@dataclass(frozen=True, slots=True)
class FideList:
    """A FIDE list being read: rows and findings come as they are read, once."""

    format: str  # "fide-text", "fide-2003", "fide-xml"
    rate: str  # "standard", "rapid", "blitz"; "" when it lists all three
    list_date: date | None
    rows: Iterator[FideRow | ListFinding]
    strangers: int = 0  # rows left out already: players the register does not have


class Seen:
    """The numbers read so far, as pages of bits: two million of them must not fill the memory."""

    def __init__(self) -> None:
        self._pages: dict[int, bytearray] = {}

    def add(self, number: int) -> bool:
        """Note a number; False when it was there already."""
        page = self._pages.get(number >> _PAGE)
        if page is None:
            page = self._pages[number >> _PAGE] = bytearray(1 << (_PAGE - 3))
        at, bit = (number & ((1 << _PAGE) - 1)) >> 3, 1 << (number & 7)
        if page[at] & bit:
            return False
        page[at] |= bit
        return True


def row(line: int, values: Sequence[str], seen: Seen, *, year: int) -> FideRow | ListFinding:
    """Make a row of the values of `FIELDS`, or say what is wrong; the list's `year` dates two-digit years."""
    number, name, federation, sex, title, women, other, foa = values[:8]
    if not (number.isdecimal() and number.isascii() and len(number) <= 11) or number.startswith("0"):
        return ListFinding("odd-number", line, {"written": number[:40]})
    surname, _, given_name = name.partition(",")
    surname = surname.strip()
    if not surname:
        return ListFinding("no-name", line)
    numbers = values[_NUMBERS]
    digits = "".join(numbers)
    if digits and not (digits.isdecimal() and digits.isascii() and max(map(len, numbers)) <= _MOST_DIGITS):
        wrong = next(
            (number for number in numbers if number and not number.isdecimal()), max(numbers, key=len)
        )
        return ListFinding("odd-rating", line, {"written": wrong[:40]})
    if not seen.add(int(number)):
        return ListFinding("number-again", line, {"number": number})
    standard, s_games, s_k, rapid, r_games, r_k, blitz, b_games, b_k = (
        int(number or 0) for number in numbers
    )
    birth, flag = values[-2], values[-1].lower()
    if len(birth) == 4 and birth.isdecimal():
        birth_year, birth_date = int(birth) or None, None
    else:
        birth_year, birth_date = _birth(birth, year)
    return FideRow(
        line,
        number,
        surname,
        given_name.strip(),
        federation.upper(),
        _SEXES.get(sex, "f" if not sex and "w" in flag else ""),
        _TITLES.get(title, title),
        _TITLES.get(women, women),
        other,
        foa,
        standard or None,
        s_games,
        s_k or None,
        rapid or None,
        r_games,
        r_k or None,
        blitz or None,
        b_games,
        b_k or None,
        birth_year,
        birth_date,
        flag,
    )


def _birth(written: str, year: int) -> tuple[int | None, date | None]:
    """Read 17.01.72, 01.09.1967 or 1962-02-02: the year, and the day where it is one."""
    if match := _YEAR_FIRST.fullmatch(written):
        parts = (int(match[1]), int(match[2]), int(match[3]))
    elif match := _DAY_FIRST.fullmatch(written):
        born = int(match[3])
        if len(match[3]) == 2:
            born += 2000 if 2000 + born < year else 1900  # no player is listed in the year of their birth
        parts = (born, int(match[2]), int(match[1]))
    else:
        return None, None
    try:
        return parts[0], date(*parts)
    except ValueError:
        return parts[0] or None, None
