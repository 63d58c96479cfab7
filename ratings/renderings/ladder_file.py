"""The FFG ladder file V3, as pairing programs download it. Pure.

Source: FFG ladder rules 3.1: ISO-8859-1, CRLF, a line with the date, then 61 characters a player by surname.
Programs read a line by patterns made for the FFG's own: two words of letters, digits only in brackets at the
end of one, a blank before the level, a club of two digits and two characters or one of the marks for none.
"""

import re
from collections.abc import Iterable

from anyascii import anyascii

from federation.countries import two_letters
from ratings.renderings.listed import Head, Row

ENCODING = "iso-8859-1"
NAME, LEVEL, LICENCE, CLUB = 38, 5, 7, 4
FOREIGN_CLUB, NO_CLUB = "xxxx", "XXXX"
_STATUS = frozenset("LCe-X")
_KEPT = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xC0, 0x100))))
# What a word of a name may be: letters from À on are those of ISO-8859-1.
_PLAIN = "-._`'A-Za-zÀ-ÿ"
_WORD = re.compile(rf"[{_PLAIN}]+(\([{_PLAIN}0-9]+\))?")


def render(head: Head, rows: Iterable[Row]) -> bytes:
    """Write the file: surname, level as listed, licence status and number, club, country."""
    at = head.published
    first = f"#Echelle au {at.day}/{at:%m/%Y %H:%M:%S}"
    ordered = sorted(rows, key=lambda row: (row.surname.upper(), row.given_name.upper(), row.number))
    lines = [first, *(_line(row) for row in ordered)]
    return "".join(f"{line}\r\n" for line in lines).encode(ENCODING)


def _line(row: Row) -> str:
    status = row.licence[:1] if row.licence[:1] in _STATUS else "-"
    licence = row.ffg if re.fullmatch("[0-9A-Z]{7}", row.ffg) else "-" * LICENCE
    end = f"{status} {licence} {_club(row)} {two_letters(row.federation)}"
    return f"{_name(row):<{NAME}}{row.rating:>{LEVEL}} {end}"


def _name(row: Row) -> str:
    """Return surname and first name in fewer than NAME characters: -3000 leaves no blank before it."""
    room = NAME - 1
    names = [name for name in (row.surname, row.given_name) if name.strip()] + ["", ""]
    surname = _word(names[0], room - 2)
    return f"{surname} {_word(names[1], room - 1 - len(surname))}"


def _club(row: Row) -> str:
    """Return the code the FFG has for the club; the marks of the file where it has none."""
    label = _latin(row.club_label)
    if row.licence == "e" and row.federation != "FR":
        return FOREIGN_CLUB
    if re.fullmatch("[0-9]{2}[0-9A-Za-z]{2}", label):
        return label
    return NO_CLUB if row.federation in ("FR", "") else FOREIGN_CLUB


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
