"""The EGD all-world list: a page with one preformatted block. Pure.

Source: EGF rating rules 3.2, columns from 1: PIN 2-9, name 12-48, country 50-51, club 54-57, grade 61-63,
promotion 66-68, GoR 71-75, events 76-81, last event 84-91; rows by name, line feeds.
Programs read a row word by word, so no column but the PIN is left blank: what is not known has the EGD's own
mark, or "--" where the EGD has none.
"""

import re
from collections.abc import Iterable

from federation.player_lists.readers.egd import NAME, ascii_of, mark, name_of
from federation.vocabulary.countries import two_letters
from federation.vocabulary.grades import Grade, grade_of_gor, parse_grade, promotion
from ratings.exports.listed import Head, Row

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


def render(head: Head, rows: Iterable[Row]) -> bytes:
    """Write the list: players by name, with what the EGF proposes where grade and rating part (1.8)."""
    top = _TOP.format(
        name=ascii_of(head.name), day=head.date.day, month=_MONTHS[head.date.month - 1], year=head.date.year
    )
    ordered = sorted(rows, key=lambda row: (name_of(row.surname, row.given_name).lower(), row.number))
    return (top + "".join(_line(row) for row in ordered) + _END).encode("ascii")


def _line(row: Row) -> str:
    grade = _grade(row)
    pin = row.egd if re.fullmatch(r"[0-9]{8}", row.egd) else ""
    club, event = mark(row.club_label)[:CLUB] or NO_CLUB, mark(row.last_event)[:EVENT] or NONE
    name = name_of(row.surname, row.given_name)
    return (
        f" {pin:>8}  {name:<{NAME}} {two_letters(row.federation)}  {club:<{CLUB}}"
        f"   {grade!s:>3}  {promotion(grade, row.rating) or NONE!s:>3}  {row.rating:>5}{row.events:>6}"
        f"  {event:<{EVENT}}\n"
    )


def _grade(row: Row) -> Grade:
    """Return the grade declared last, else the one listed, else the one the rating lies in."""
    known = parse_grade(row.declared_grade) or parse_grade(row.grade)
    return known or grade_of_gor(row.rating)
