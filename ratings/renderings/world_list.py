"""The EGD all-world list: a page with one preformatted block. Pure.

Source: EGF rating rules 3.2, columns from 1: PIN 2-9, name 12-48, country 50-51, club 54-57, grade 61-63,
promotion 66-68, GoR 71-75, events 76-81, last event 84-91; rows by name, line feeds.
"""

from collections.abc import Iterable

from anyascii import anyascii

from ratings.grades import parse_grade, promotion
from ratings.renderings.listed import Head, Row

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_TOP = """<!DOCTYPE html>
<html>
<title>{name}</title>
<body>
<h1>{name}</h1>
<hr>
({day} {month} {year})
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
        name=_ascii(head.name), day=head.date.day, month=_MONTHS[head.date.month - 1], year=head.date.year
    )
    ordered = sorted(rows, key=lambda row: (_name(row).lower(), row.number))
    return (top + "".join(_line(row) for row in ordered) + _END).encode("ascii")


def _line(row: Row) -> str:
    grade = row.declared_grade or row.grade
    parsed = parse_grade(grade)
    proposed = promotion(parsed, row.rating) if parsed else None
    country, club = _ascii(row.federation)[:2], _ascii(row.club_label)[:4]
    return (
        f" {row.egd[:8]:>8}  {_name(row)[:37]:<37} {country:<2}  {club:<4}"
        f"   {grade[:3]:>3}  {proposed or '--'!s:>3}  {row.rating:>5}{row.events:>6}"
        f"  {_ascii(row.last_event)[:8]:<8}\n"
    )


def _name(row: Row) -> str:
    return " ".join("_".join(_ascii(part).split()) for part in (row.surname, row.given_name) if part)


def _ascii(text: str) -> str:
    """Spell in ASCII; what a page would take for markup is left out."""
    return "".join(letter for letter in anyascii(text) if letter not in "<>&" and letter.isprintable())
