"""The FFG ladder file V3, as pairing programs download it. Pure.

Source: FFG ladder rules 3.1: ISO-8859-1, CRLF, a line with the date, then 61 characters a player by surname.
Programs read a line by patterns made for the FFG's own: two words of letters, digits only in brackets at the
end of one, a blank before the level, a club of two digits and two characters or one of the marks for none.
"""

import re
from collections.abc import Iterable

from federation.player_lists.readers.ffg import NAME, is_club_code, name_of
from federation.vocabulary.countries import two_letters
from ratings.exports.listed import Head, Row

ENCODING = "iso-8859-1"
LEVEL, LICENCE = 5, 7
FOREIGN_CLUB, NO_CLUB = "xxxx", "XXXX"
_STATUS = frozenset("LCe-X")


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
    return f"{name_of(row.surname, row.given_name):<{NAME}}{row.rating:>{LEVEL}} {end}"


def _club(row: Row) -> str:
    """Return the code the FFG has for the club; the marks of the file where it has none."""
    if row.licence == "e" and row.federation != "FR":
        return FOREIGN_CLUB
    if is_club_code(row.club_label):
        return row.club_label
    return NO_CLUB if row.federation in ("FR", "") else FOREIGN_CLUB
