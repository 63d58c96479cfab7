"""The FFG ladder, ech_ffg_V3.txt and the layout of 2014: read, and how it writes names and clubs. Pure.

Fixed columns (spec FFG 3.1): name 0-38, level 38-43, status 44, licence 46-53, club 54-58, country 59-61.
The layout of 2014 has no country; a foreigner's country stands where the club would.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date

from anyascii import anyascii

from federation.player_lists.readers.row import ListFinding, PlayerList, PlayerRow
from federation.vocabulary.columns import aligned
from federation.vocabulary.countries import country_code

HEADER = re.compile(rb"^#Echelle au ([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})")
NEVER_RATED = -9999
_HOME = "FR"
_LICENCE = re.compile(r"[0-9A-Z]{7}")
_NO_LICENCE = "-------"
_STATUS = frozenset("LCe-X")
_LEAST, _WITH_COUNTRY = 53, 61
_NAME = (0, 38)
# Level, status and licence in their columns.
_FIELDS = re.compile(
    r".{38}(?= *-?[0-9]{1,4} *.[LCeX-])[ 0-9-]{5}.[LCeX-].(?:-{7}|[0-9A-Z]{7})(?:[^0-9A-Z]|$)"
)
NAME = 38  # characters of a whole name, the blank before the level among them
_KEPT = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xC0, 0x100))))
# What a word of a name may be: letters from À on are those of ISO-8859-1.
_PLAIN = "-._`'A-Za-zÀ-ÿ"
_WORD = re.compile(rf"[{_PLAIN}]+(\([{_PLAIN}0-9]+\))?")
_CLUB_CODE = re.compile(r"[0-9]{2}[0-9A-Za-z]{2}")


def read(header: bytes, lines: Iterable[bytes]) -> PlayerList:
    """Read a ladder whose first line is `header`; the layout shows in its first row.

    ValueError when the header's date is no date.
    """
    match = HEADER.match(header)
    if not match:
        raise ValueError("not a ladder's first line")
    day, month, year = (int(part) for part in match.groups())
    numbered = enumerate(lines, start=2)
    first = next(numbered, None)
    layout = "ffg-v3" if first is None or len(_text(first[1])) >= _WITH_COUNTRY else "ffg-2014"
    rows = _rows(first, numbered, year)
    return PlayerList(layout, "ffg", date(year, month, day), rows)


def _rows(
    first: tuple[int, bytes] | None, rest: Iterator[tuple[int, bytes]], season: int
) -> Iterator[PlayerRow | ListFinding]:
    seen: dict[str, int] = {}
    for number, raw in [first] if first else []:
        yield from _row(number, raw, season, seen)
    for number, raw in rest:
        yield from _row(number, raw, season, seen)


def _row(number: int, raw: bytes, season: int, seen: dict[str, int]) -> Iterator[PlayerRow | ListFinding]:
    """Read one line; nothing from a blank one."""
    text = _text(raw)
    if not text.strip():
        return
    row = read_line(number, text, season)
    if isinstance(row, PlayerRow) and (licence := row.identifiers.get("ffg")):
        if licence in seen:
            yield ListFinding("number-twice", number, {"number": licence, "first": seen[licence]})
            return
        seen[licence] = number
    yield row


def read_line(number: int, text: str, season: int) -> PlayerRow | ListFinding:
    """Read a player's line, or say what is wrong with it."""
    if len(text) < _LEAST:
        return ListFinding("short-line", number, {"length": len(text), "least": _LEAST})
    surname, given_name = split_name(text[:38])
    level, status, licence = text[38:43].strip(), text[44], text[46:53]
    if not surname:
        return ListFinding("no-name", number)
    if not re.fullmatch(r"-?[0-9]{1,4}", level):
        return ListFinding("odd-level", number, {"written": level})
    if status not in _STATUS:
        return ListFinding("odd-status", number, {"written": status})
    if licence != _NO_LICENCE and not _LICENCE.fullmatch(licence):
        return ListFinding("odd-licence", number, {"written": licence})
    club, country = _club_and_country(text[54:58].strip(), text[59:61].strip())
    rated = int(level) != NEVER_RATED
    return PlayerRow(
        line=number,
        identifiers={} if licence == _NO_LICENCE else {"ffg": licence},
        surname=surname,
        given_name=given_name,
        country=country,
        club=club,
        grade=grade_of_level(int(level)) if rated else "",
        rating=float(level) if rated else None,
        licence_status=status,
        season=season,
        club_country=_HOME,
    )


def split_name(written: str) -> tuple[str, str]:
    """Split at the first blank; an underscore is a blank inside the surname or the given name."""
    surname, _blank, given_name = written.strip().partition(" ")
    return surname.replace("_", " ").strip(), given_name.replace("_", " ").strip()


def grade_of_level(level: int) -> str:
    """Return the grade a level lies in: 0 to 99 is 1d, -100 to -1 is 1k."""
    hundred = level // 100
    return f"{min(hundred + 1, 9)}d" if hundred >= 0 else f"{min(-hundred, 30)}k"


def _club_and_country(club: str, country: str) -> tuple[str, str]:
    if not country:
        # 2014: two letters alone are a foreigner's country; nothing at all is a Frenchman without a club.
        if len(club) == 2 and club.isalpha():
            return "", country_code(club)
        country = _HOME
    return ("" if club.lower() in ("", "xxxx") else club), country_code(country)


def _text(raw: bytes) -> str:
    """Return a line by letters: ISO-8859-15, as the FFG writes, or UTF-8 where it was saved again."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode("iso-8859-15")
    return aligned(text.rstrip("\r\n"), _NAME, lambda line: _FIELDS.match(line) is not None)


def is_club_code(label: str) -> bool:
    """Return whether a club's label is a code of the FFG; no other club can be written."""
    return _CLUB_CODE.fullmatch(label) is not None


def name_of(surname: str, given_name: str) -> str:
    """Return surname and first name in fewer than NAME characters: -3000 leaves no blank before it.

    FFG ladder rules 3.1. Programs read a line by patterns made for the FFG's own: two words of letters,
    digits only in brackets at the end of a word, a club of two digits and two characters.
    """
    room = NAME - 1
    names = [name for name in (surname, given_name) if name.strip()] + ["", ""]
    surname = _word(names[0], room - 2)
    return f"{surname} {_word(names[1], room - 1 - len(surname))}"


def _word(text: str, width: int) -> str:
    """Join the words of a name, for the first blank of a line parts surname and first name; "_" for none.

    What is no letter becomes an underscore, digits stand in brackets behind the name: "NN 12" is NN(12).
    """
    joined = "_".join(_latin(text).split())
    if len(joined) <= width and _WORD.fullmatch(joined):
        return joined
    digits = "".join(re.findall("[0-9]", joined))
    end = f"({digits[: width - 3]})" if digits and width > 3 else ""
    letters = re.sub("_{2,}", "_", re.sub(f"[^{_PLAIN}]", "_", joined)).strip("_")
    return f"{letters[: width - len(end)] or '_'}{end}"


def _latin(text: str) -> str:
    """Keep ASCII and the letters of ISO-8859-1, spell the rest in ASCII, one character at a time."""
    return (
        "".join(letter if letter in _KEPT else anyascii(letter) for letter in text)
        .replace("\r", " ")
        .replace("\n", " ")
    )
