"""Files of Go lists, as pairing programs download them: the FFG ladder file V3, the EGD all-world list. Pure.

Ladder file (FFG ladder rules 3.1): ISO-8859-1, CRLF, a line with the date, then 61 characters a player by
surname. Programs read a line by patterns made for the FFG's own: two words of letters, digits only in
brackets at the end of one, a blank before the level, a club of two digits and two characters or one of the
marks for none.

World list (EGF rating rules 3.2): a page with one preformatted block, columns from 1: PIN 2-9, name 12-48,
country 50-51, club 54-57, grade 61-63, promotion 66-68, GoR 71-75, events 76-81, last event 84-91; rows by
name, line feeds. Programs read a row word by word, so no column but the PIN is left blank: what is not known
has the EGD's own mark, or "--" where the EGD has none.
"""

import re
from collections.abc import Iterable

from federation.player_lists.readers import egd, ffg
from federation.vocabulary.countries import two_letters
from federation.vocabulary.grades import Grade, grade_of_gor, parse_grade, promotion
from ratings.exports.listed import Head, Row

ENCODING = "iso-8859-1"
LEVEL, LICENCE = 5, 7
FOREIGN_CLUB, UNLISTED_CLUB = "xxxx", "XXXX"
_STATUS = frozenset("LCe-X")


def ladder_file(head: Head, rows: Iterable[Row]) -> bytes:
    """Write the file: surname, level as listed, licence status and number, club, country."""
    at = head.published
    first = f"#Echelle au {at.day}/{at:%m/%Y %H:%M:%S}"
    ordered = sorted(rows, key=lambda row: (row.surname.upper(), row.given_name.upper(), row.number))
    lines = [first, *(_ladder_line(row) for row in ordered)]
    return "".join(f"{line}\r\n" for line in lines).encode(ENCODING)


def _ladder_line(row: Row) -> str:
    status = row.licence[:1] if row.licence[:1] in _STATUS else "-"
    licence = row.ffg if re.fullmatch("[0-9A-Z]{7}", row.ffg) else "-" * LICENCE
    end = f"{status} {licence} {_ladder_club(row)} {two_letters(row.federation)}"
    return f"{ffg.name_of(row.surname, row.given_name):<{ffg.NAME}}{row.rating:>{LEVEL}} {end}"


def _ladder_club(row: Row) -> str:
    """Return the code the FFG has for the club; the marks of the file where it has none."""
    if row.licence == "e" and row.federation != "FR":
        return FOREIGN_CLUB
    if ffg.is_club_code(row.club_label):
        return row.club_label
    return UNLISTED_CLUB if row.federation in ("FR", "") else FOREIGN_CLUB


CLUB, EVENT = 4, 8  # characters
NO_CLUB, NONE = "xxxx", "--"

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_TOP = """<!DOCTYPE html>
<html>
<title>{name}</title>
<body>
<h1>{name}</h1>
<hr>
({day:02} {month} {year:04})
<hr>

<pre>
<b>
                                                                                    Last
   PIN          Name                              Club     Grade P&amp;D    GoR    NT appearance
</b>
"""
_END = """
</pre>
</body>
</html>
"""


def world_list(head: Head, rows: Iterable[Row]) -> bytes:
    """Write the list: players by name, with what the EGF proposes where grade and rating part (1.8)."""
    top = _TOP.format(
        name=egd.ascii_of(head.name),
        day=head.date.day,
        month=_MONTHS[head.date.month - 1],
        year=head.date.year,
    )
    ordered = sorted(rows, key=lambda row: (egd.name_of(row.surname, row.given_name).lower(), row.number))
    return (top + "".join(_world_line(row) for row in ordered) + _END).encode("ascii")


def _world_line(row: Row) -> str:
    grade = _grade(row)
    pin = row.egd if re.fullmatch(r"[0-9]{8}", row.egd) else ""
    club, event = egd.mark(row.club_label)[:CLUB] or NO_CLUB, egd.mark(row.last_event)[:EVENT] or NONE
    name = egd.name_of(row.surname, row.given_name)
    return (
        f" {pin:>8}  {name:<{egd.NAME}} {two_letters(row.federation)}  {club:<{CLUB}}"
        f"   {grade!s:>3}  {promotion(grade, row.rating) or NONE!s:>3}  {row.rating:>5}{row.events:>6}"
        f"  {event:<{EVENT}}\n"
    )


def _grade(row: Row) -> Grade:
    """Return the grade declared last, else the one listed, else the one the rating lies in."""
    known = parse_grade(row.declared_grade) or parse_grade(row.grade)
    return known or grade_of_gor(row.rating)
