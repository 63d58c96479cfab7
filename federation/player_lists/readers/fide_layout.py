"""Columns of a FIDE text list: from its header, or the layout of 2003 without one. Pure.

Headers of all layouts since 2001 (spec FIDE 4.1): tokens may touch ("TitlFed", "GamesBorn"), and a field
reaches from its token to the next one.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from federation.player_lists.readers.fide_row import FIELDS
from federation.player_lists.readers.row import ListFinding

HEADER = re.compile(r"\s*ID[ _]NUMBER\s+NAME\s", re.IGNORECASE)
_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_MONTH = "(?:" + "|".join(_MONTHS) + ")"
_TOKEN = re.compile(
    rf"ID[ _]NUMBER|NAME|FED|COUNTRY|SEX|WTIT|OTIT|TITLE|TITL|TIT|FOA|[SRB]RTNG|[SRB]GM|[SRB]K"
    rf"|{_MONTH}[0-9]{{2,4}}|GAMES|GMS|K|B-DAY|BIRTHDAY|BORN|FLAG",
    re.IGNORECASE,
)
_NAMES = {
    "ID NUMBER": "number", "ID_NUMBER": "number", "NAME": "name", "FED": "federation",
    "COUNTRY": "federation", "SEX": "sex", "TIT": "title", "TITL": "title", "TITLE": "title",
    "WTIT": "women_title", "OTIT": "other_titles", "FOA": "foa_title",
    "SRTNG": "standard", "SGM": "standard_games", "SK": "standard_k",
    "RRTNG": "rapid", "RGM": "rapid_games", "RK": "rapid_k",
    "BRTNG": "blitz", "BGM": "blitz_games", "BK": "blitz_k",
    "GAMES": "games", "GMS": "games", "K": "k",
    "B-DAY": "birth", "BIRTHDAY": "birth", "BORN": "birth", "FLAG": "flag",
}  # fmt: skip
_NEEDED = frozenset({"number", "name", "federation"})
# From July 2003 to 2004; the header, where there is one (April 2004), does not stand above its columns.
_OF_2003 = {
    "number": (0, 9),
    "name": (10, 44),
    "title": (44, 48),
    "federation": (48, 52),
    "rating": (52, 58),
    "games": (58, 63),
    "birth": (63, 73),
    "flag": (73, 85),
}
_TITLE_OF_2003 = 39  # where its header has TITLE
_ROW_OF_2003 = re.compile(r" *[0-9]{5,8}  \S.{33}[a-z ]{4}[A-Z]{3}  [0-9]{4} ")
_DATED = re.compile(rf"({_MONTH})([0-9]{{2}}|[0-9]{{4}})(?![0-9])", re.IGNORECASE)
_YEAR_AND_MONTH = re.compile(r"(?<![0-9])(20[0-9]{2})-(0[1-9]|1[0-2])(?![0-9])")
_RATE = re.compile(r"standard|rapid|blitz", re.IGNORECASE)
_OTHER_TITLES = FIELDS.index("other_titles")
# Other titles, up to the online one (AGM, AIM, AFM, ACM) that may touch them.
_TITLES = re.compile(r"[A-Z]+?(?:,[A-Z]+?)*?,?(?=A[GIFC]M(?![A-Z,])|[^A-Z,]|$)")
_FEDERATION = re.compile(r"\s[A-Za-z]{3}(?:\s|$)")
_FLAG = 12  # columns the last field may have


@dataclass(frozen=True, slots=True)
class Layout:
    """The place of every field of `FIELDS` in a line, (0, 0) for what it does not have."""

    format: str
    rate: str
    places: tuple[tuple[int, int], ...]

    def values(self, text: str) -> list[str]:
        """Cut a line into the values of `FIELDS`."""
        first, last = self.places[_OTHER_TITLES]
        if last and text[last - 1 : last].strip():
            return self._overflown(text, first, last)
        return [text[start:end].strip() for start, end in self.places]

    def _overflown(self, text: str, first: int, last: int) -> list[str]:
        """Cut a line whose other titles fill their field: longer ones move the rest (spec FIDE 4.1)."""
        match = _TITLES.match(text, first)
        over = max(0, match.end() - last) if match else 0
        places = ((start + over * (start >= last), end + over * (end >= last)) for start, end in self.places)
        return [text[start:end].strip(" ,") for start, end in places]

    @property
    def name(self) -> tuple[int, int]:
        """The columns of the name."""
        return self.places[FIELDS.index("name")]

    def fits(self, text: str) -> bool:
        """Return whether the federation is between blanks in its columns."""
        start = self.places[FIELDS.index("federation")][0]
        return _FEDERATION.fullmatch(text[start - 1 : start + 4]) is not None

    @property
    def least(self) -> int:
        """The number of characters that identify a line's player."""
        return self.places[FIELDS.index("federation")][0] + 3


def of_header(header: str, *, rate: str) -> Layout | None:
    """Find the fields under a header; None when it is none. `rate`: whose rating a list of one type gives."""
    tokens = [(match.start(), match[0].upper()) for match in _TOKEN.finditer(header)]
    named = [(start, _NAMES.get(token, "rating")) for start, token in tokens]
    names = [name for _, name in named]
    if not set(names) >= _NEEDED or len(set(names)) != len(names):
        return None
    if (_TITLE_OF_2003, "title") in named:
        return of_2003()
    ends = [start for start, _ in named[1:]] + [named[-1][0] + _FLAG]
    places = {name: (start, end) for (start, name), end in zip(named, ends, strict=True)}
    places["number"] = (0, places["number"][1])  # right aligned under some headers, and beginning before
    single = "rating" in places
    return _layout("fide-text", (rate or "standard") if single else "", places)


def of_2003() -> Layout:
    """Return the layout of 2003 and 2004."""
    return _layout("fide-2003", "standard", _OF_2003)


def is_row_of_2003(text: str) -> bool:
    """Return whether a line is a row of the layout that has no header."""
    return _ROW_OF_2003.match(text) is not None


def _layout(format_: str, rate: str, places: dict[str, tuple[int, int]]) -> Layout:
    named = {in_file(name, rate): place for name, place in places.items()}
    return Layout(format_, rate, tuple(named.get(name, (0, 0)) for name in FIELDS))


def in_file(name: str, rate: str) -> str:
    """Return the name in `FIELDS` of the one rating (games, K) a list of one type has."""
    renamed = {
        "rating": rate or "standard",
        "games": f"{rate or 'standard'}_games",
        "k": f"{rate or 'standard'}_k",
    }
    return renamed.get(name, name)


def rate_named(*names: str) -> str:
    """Find the rate of play in names of files: standard_rating_list.txt, blitz_jun13frl.txt."""
    matches = [_RATE.search(name) for name in names]
    return next((match[0].lower() for match in matches if match), "")


def month_named(texts: Sequence[str]) -> date | None:
    """Find the month in a header or a file's name: JAN01, standard_sep26frl, 2025-01; the 1st of it."""
    for text in texts:
        if match := _DATED.search(text):
            year = int(match[2])
            return date(year if year > 99 else 2000 + year, _MONTHS.index(match[1].upper()) + 1, 1)
        if match := _YEAR_AND_MONTH.search(text):
            return date(int(match[1]), int(match[2]), 1)
    return None


def too_short(line: int, text: str, layout: Layout) -> ListFinding:
    """Return the finding that a line ends before the name."""
    return ListFinding("short-line", line, {"length": len(text.rstrip()), "least": layout.least})
