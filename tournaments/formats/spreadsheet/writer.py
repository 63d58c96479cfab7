"""Writer of Palmares spreadsheets (CSV)."""

import csv
import io
import re
from collections.abc import Iterator

from federation.vocabulary.disciplines.catalogue import DEFAULT, DISCIPLINES
from federation.vocabulary.spreadsheets import cell
from tournaments.formats.shared.contact import has_contact
from tournaments.formats.shared.crosstable import Half, grid, one_line
from tournaments.reports.report import Report

_SYSTEM = re.compile(r"([0-9.]+) min(?: \+ ([0-9.]+) s(?: for ([0-9]+) stones)? \((Jap|Can|Fis)[^)]*\))?")
_NUMBERS = frozenset({"Komi", "Adjusted minutes", "Handicap reduction"})
_OVERTIME = {"Jap": "Japanese", "Can": "Canadian", "Fis": "Fischer", None: "none"}


def write(report: Report) -> bytes:
    """Write a report as CSV with semicolons, CRLF and a byte order mark, as office programs like it."""
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=";").writerows(_rows(report))
    return out.getvalue().encode("utf-8-sig")


def _rows(report: Report) -> Iterator[list[object]]:
    for name, value in _facts(report):
        if value:
            yield [name, value if name in _NUMBERS else cell(one_line(value))]
    yield []
    rounds = [f"R{number}" for number in range(1, report.rounds + 1)]
    yield ["No", "Surname", "Given name", "Grade", "Country", "Club", "FFG", "EGF", "AGA", "Rating", *rounds]
    table = grid(report)
    for entrant in report.entrants:
        rating = "" if entrant.rating is None else f"{entrant.rating:.10g}"
        names = [one_line(text) for text in (entrant.surname, entrant.given_name)]
        numbers = [entrant.identifiers.get(scheme, "") for scheme in ("ffg", "egd", "aga")]
        who = [str(entrant.number), *names, entrant.grade, entrant.country, one_line(entrant.club)]
        yield [*map(cell, [*who, *numbers]), rating, *(_cell(half) for half in table[entrant.number - 1])]


def _facts(report: Report) -> Iterator[tuple[str, str]]:
    yield "Tournament", report.name
    yield "Game", "" if report.discipline == DEFAULT else report.discipline
    yield "Start", report.start.isoformat() if report.start else ""
    yield "End", report.end.isoformat() if report.end else ""
    yield "Place", report.place
    yield "Country", report.country
    yield "Board size", str(report.board_size) if DISCIPLINES[report.discipline].has_sizes else ""
    yield "Komi", "" if report.komi is None else f"{report.komi:g}"
    if match := _SYSTEM.fullmatch(report.time_system):
        yield "Main minutes", match[1]
        yield "Overtime", _OVERTIME[match[4]]
        yield "Seconds", match[2] or ""
        yield "Stones", match[3] or ""
    yield "Adjusted minutes", "" if report.adjusted_minutes is None else f"{report.adjusted_minutes:.6g}"
    yield "Class", report.time_class
    yield "Online", {True: "yes", False: "no", None: ""}[report.online]
    yield "Handicap reduction", "" if report.handicap_reduction is None else str(report.handicap_reduction)
    for comment in report.comments:
        if not has_contact(comment):
            yield "Comment", comment


def _cell(half: Half) -> str:
    if not half.opponent:
        return {"+": "bye", "=": "0=", "-": "absent"}[half.sign]
    mark = "" if half.rated else "!"
    return f"{half.opponent}{half.sign}{half.colour or '?'}{half.handicap}{mark}"
