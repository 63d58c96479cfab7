"""The columns, letters and dates of FIDE's tournament report files (TRF), by the specifications.

TRF16: FIDE handbook C.04, annex 2 (2014, approved August 2015). TRF26: approved 12 May 2025, in force from
1 September 2025. The dialects of 2006 and before share the columns of the players' lines.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from federation.vocabulary import columns
from tournaments.formats.shared import dates
from tournaments.formats.shared.chess import FEDERATIONS
from tournaments.formats.shared.dates import CENTURY, of_parts, without_time
from tournaments.formats.shared.limits import MOST_ROUNDS as MOST_ROUNDS
from tournaments.reports.outcomes import ByeKind

OLD, TRF16, TRF26 = "trf06", "trf16", "trf26"

# Line 001 and national records, 1-based inclusive columns (TRF16 annex 2; TRF26 keeps them).
PLAYER: Mapping[str, tuple[int, int]] = {
    "number": (5, 8),
    "sex": (10, 10),
    "title": (11, 13),
    "name": (15, 47),
    "rating": (49, 52),
    "federation": (54, 56),
    "fide": (58, 68),
    "birth": (70, 79),
    "score": (81, 84),
    "rank": (86, 89),
}
_NAME = (PLAYER["name"][0] - 1, PLAYER["name"][1])  # as slices have it
# Between the fields of a player.
BLANKS = (4, 9, 14, 48, 53, 57, 69, 80, 85)
# Round 1 of line 001: opponent 92-95, colour 97, result 99; each further round ten columns on. Dates of
# rounds (line 132) stand in 92-99 and so on.
FIRST_ROUND, ROUND_WIDTH = 92, 10

# Line 310 (TRF26); its members begin at 74, every five columns.
TEAM: Mapping[str, tuple[int, int]] = {
    "number": (5, 7),
    "name": (9, 40),
    "nickname": (42, 46),
    "strength": (48, 53),
    "match_points": (55, 60),
    "game_points": (62, 67),
    "rank": (69, 71),
}
TEAM_BLANKS = (4, 8, 41, 47, 54, 61, 68, 72, 73)
TEAM_MEMBERS = 74
# Line 013 (TRF16): name, then members every five columns.
OLD_TEAM_NAME, OLD_TEAM_MEMBERS = (5, 36), 37

# Results (TRF16): sign of the score, and whether the game was won, drawn or lost without play.
RESULTS: Mapping[str, tuple[str, bool]] = {
    "1": ("+", False),
    "=": ("=", False),
    "0": ("-", False),
    "+": ("+", True),
    "-": ("-", True),
    "W": ("+", True),  # W D L: less than one move was played, so not rated
    "D": ("=", True),
    "L": ("-", True),
    "": ("?", False),
}
SHORT = "WDL"
# Without an opponent. The dialect of 2006 has only + = - for these.
BYES: Mapping[str, ByeKind] = {
    "U": ByeKind.PAIRING_ALLOCATED,
    "F": ByeKind.FULL_POINT,
    "+": ByeKind.FULL_POINT,
    "H": ByeKind.HALF_POINT,
    "=": ByeKind.HALF_POINT,
    "Z": ByeKind.ZERO_POINT,
    "-": ByeKind.ZERO_POINT,
    "": ByeKind.ZERO_POINT,
}
# How files of practice write them, from the quarterly lists on.
SHORT_TITLES: Mapping[str, str] = {
    "G": "GM",
    "M": "IM",
    "F": "FM",
    "C": "CM",
    "WG": "WGM",
    "WM": "WIM",
    "WF": "WFM",
    "WC": "WCM",
    # Of Papi, the program of the French federation, which puts "f" behind for women, and of arbiters.
    "GF": "WGM",
    "FF": "WFM",
    "CF": "WCM",
    "GMI": "GM",
    "MI": "IM",
    "GMF": "WGM",
    "MIF": "WIM",
    "MFF": "WFM",
    "CMF": "WCM",
}
_PAPI_WIM = "mf"  # in lower case alone, for MF may be a maître FIDE
_SHORT = re.compile(r"([0-9]{2})[-/.]([0-9]{2})[-/.]([0-9]{2})")
_BIRTH = re.compile(r"([0-9]{4})(?:[-/.]([0-9 ]{2})[-/.]([0-9 ]{2}))?")


def title_of(written: str) -> str:
    """Return FIDE's letters of a title as files write it, upper case as it stands where it is none."""
    title = written.upper()
    return "WIM" if written == _PAPI_WIM else SHORT_TITLES.get(title, title)


HEADERS = frozenset({
    "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132", "142", "182",
})  # fmt: skip
# Lines only programs that pair or rank need: preserved as written. Extensions of TRF16 begin with XX or BB.
KEPT = frozenset({
    "152", "162", "172", "192", "202", "212", "222", "240", "250", "260", "299", "300", "320", "330", "352",
    "362", "801", "802",
})  # fmt: skip
_NEW = KEPT | {"142", "182", "310"}
_EXTENSION = re.compile(r"(XX|BB)[A-Z]")
_NATIONAL = re.compile(r"(?!XX|BB)[A-Z]{3} (?: {3}[0-9]| {2}[0-9]{2}| [0-9]{3}|[0-9]{4})")
_RECORD = re.compile(r"[0-9]{3}( |$)")
_PLAYER_LINE = re.compile(r"001 [ 0-9]{3}[0-9] ")
_HEADER_LINE = re.compile(r"(0[1-9]|1[0-3])2( |$)")
_OLD_BYE = re.compile(r" (0000|    ) - [-+=]")
_OLD_DATE = re.compile(r" [0-9]{2}\.[0-9]{2}\.[0-9]{2}$")
_LATER = frozenset("HFUZWDL")  # results the dialect of 2006 does not know


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file by its kind: a record's number, an extension's letters, "national" or ""."""

    code: str
    text: str
    number: int  # 1-based


def lines(text: str) -> Iterator[Line]:
    """Yield the kind of every line with content; comments, rulers and blank lines are left out."""
    for number, line in enumerate(text.split("\n"), start=1):
        written = line.expandtabs().rstrip()
        if written.startswith("001") or _RECORD.match(written) or _EXTENSION.match(written):
            yield Line(written[:3], written, number)
        elif _NATIONAL.match(written) and written[:3] in FEDERATIONS:  # Tornelo has DAT, other programs more
            yield Line("national", written, number)


def looks_like(texts: Iterable[str]) -> bool:
    """Return whether lines are those of a report: a player's, or two of the tournament's."""
    headers = 0
    for text in texts:
        headers += _HEADER_LINE.match(text) is not None
        if headers > 1 or _PLAYER_LINE.match(text):
            return True
    return False


def dialect(found: Sequence[Line]) -> str:
    """Name the dialect of a file by what only that one has; what all share is taken for TRF16."""
    if any(line.code in _NEW or line.code == "national" for line in found):
        return TRF26
    old = False
    for line in found:
        if _EXTENSION.match(line.code):
            return TRF16
        if line.code == "001" and not _LATER.isdisjoint(line.text[FIRST_ROUND + 6 :: ROUND_WIDTH].upper()):
            return TRF16
        old = old or _is_old(line)
    return OLD if old else TRF16


def _is_old(line: Line) -> bool:
    """Return whether a line is as only files of 2006 and before write it: dotted dates, byes as + = -."""
    if line.code in ("042", "052"):
        return _OLD_DATE.search(line.text) is not None
    return line.code == "001" and (
        "." in field(line.text, PLAYER["birth"]) or _OLD_BYE.search(line.text[FIRST_ROUND - 3 :]) is not None
    )


def after_players(record: str) -> bool:
    """Return whether a preserved line follows the players' lines: 240 and above, and extensions."""
    return not record[:3].isdigit() or record[:3] >= "240"


def field(text: str, columns: tuple[int, int]) -> str:
    """Return what stands in columns, trimmed."""
    return text[columns[0] - 1 : columns[1]].strip()


def filled(text: str, blanks: Sequence[int]) -> list[int]:
    """List the columns that must be blank and are not."""
    return [column for column in blanks if text[column - 1 : column].strip()]


def aligned(text: str) -> str:
    """Return a player's line by letters as people see them, however its program pads names."""
    return columns.aligned(text, _NAME, lambda line: not filled(line, BLANKS))


def day_of(text: str) -> date | None:
    """Read 2025/09/13, 28. 07. 2005, 08/04/2018 (day first where it can be), May 29, 2020 or 11.09.26.

    None when there is no such day; two-digit years come first (lines 042 and 052 of older programs).
    """
    if parts := _SHORT.fullmatch(without_time(text)):
        year, month, number = (int(part) for part in parts.groups())
        return of_parts(CENTURY + year, month, number) or of_parts(CENTURY + number, month, year)
    return dates.day(text)


def other_day(text: str) -> date | None:
    """Return the other day a year of two figures leaves possible: day first, where `day` takes it last."""
    parts = _SHORT.fullmatch(without_time(text))
    if parts is None:
        return None
    first, month, last = (int(part) for part in parts.groups())
    readings = [of_parts(CENTURY + first, month, last), of_parts(CENTURY + last, month, first)]
    return readings[1] if readings[0] and readings[0] != readings[1] else None


def round_day(text: str, within: tuple[date | None, date | None]) -> date | None:
    """Read the date of a round, yy/mm/dd; yy/dd/mm where only that falls into the tournament."""
    parts = _SHORT.fullmatch(text.strip())
    if parts is None:
        return day_of(text)
    year, second, third = (int(part) for part in parts.groups())
    readings = [of_parts(CENTURY + year, second, third), of_parts(CENTURY + year, third, second)]
    return next((reading for reading in readings if reading and _inside(reading, within)), readings[0])


def birth_of(text: str) -> str | None:
    """Read a date of birth as ISO 8601, only the year where day or month is 00; None when it is none."""
    parts = _BIRTH.fullmatch(text.strip())
    if parts is None:
        return None
    year, month, number = (
        int(parts[1]),
        int((parts[2] or "0").strip() or 0),
        int((parts[3] or "0").strip() or 0),
    )
    if not year:
        return ""
    if not month or not number:
        return f"{year:04d}"
    when = of_parts(year, month, number)
    return when.isoformat() if when else None


def format_dates(days: Sequence[date | None]) -> str:
    """Write the dates of rounds as line 132 has them from column 92 on."""
    return "  ".join(f"{when:%y/%m/%d}" if when else " " * 8 for when in days)


def _inside(when: date, within: tuple[date | None, date | None]) -> bool:
    first, last = within
    return (first is None or first <= when) and (last is None or when <= last)
