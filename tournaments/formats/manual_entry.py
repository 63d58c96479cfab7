"""Tournament entered by hand: details and results laid out as our spreadsheet. Pure.

A game may be filled in on one side only; where both sides are, they have to agree.
"""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from federation.vocabulary.disciplines.catalogue import DEFAULT, DISCIPLINES
from federation.vocabulary.spreadsheets import cell
from tournaments.formats import table
from tournaments.formats.shared.crosstable import parse_cell
from tournaments.reports.findings import Finding, Place
from tournaments.reports.report import Report

MOST_ROWS, MOST_ROUNDS = 64, 20
_MIRROR = {"+": "-", "-": "+", "=": "=", "?": "?"}
_OTHER = {"w": "b", "b": "w", "": ""}
_SIGNS = str.maketrans({"−": "-", "–": "-", "½": "="})
_SCHEMES = ("ffg", "egd", "aga")
_HEADS = ("No", "Surname", "Given name", "Grade", "Country", "Club", "FFG", "EGF", "AGA", "Rating")


@dataclass(frozen=True, slots=True)
class HandRow:
    """One line of the table: an entrant, and a cell for each round as typed ("2+w0", "3-", "bye")."""

    number: int
    surname: str = ""
    given_name: str = ""
    grade: str = ""
    country: str = ""
    club: str = ""
    identifiers: Mapping[str, str] = field(default_factory=dict)
    rating: str = ""
    cells: Sequence[str] = ()
    player: int | None = None  # chosen in the register

    @property
    def is_empty(self) -> bool:
        """Whether nothing was typed."""
        return not (self.surname.strip() or self.given_name.strip() or any(self.cells))


@dataclass(frozen=True, slots=True)
class HandFacts:
    """Details of the tournament."""

    name: str
    start: str
    end: str
    place: str = ""
    country: str = ""
    rounds: int = 3
    discipline: str = DEFAULT
    time_class: str = ""
    adjusted_minutes: float | None = None
    rate: str = ""


def read(facts: HandFacts, rows: Sequence[HandRow]) -> Report:
    """Read what was typed as a spreadsheet would be read; its findings say what is wrong with it."""
    filled = mirrored([row for row in rows if not row.is_empty], facts.rounds)
    report = table.read(_sheet(facts, filled), filename="table.csv")
    first = len(_said(facts)) + 3  # line of the first entrant, behind facts, a blank line and heads
    lines = {first + at: row.number for at, row in enumerate(filled)}
    findings = tuple(_placed(finding, lines) for finding in report.findings)
    report = replace(report, findings=findings, discipline=facts.discipline, rate=facts.rate)
    if "fide" not in DISCIPLINES[facts.discipline].entrants:
        return report
    by_line = {first + at: row for at, row in enumerate(filled)}
    entrants = tuple(
        replace(
            entrant, identifiers={"fide": number} if (number := _fide(by_line[entrant.line or 0])) else {}
        )
        for entrant in report.entrants
    )
    return replace(report, entrants=entrants)


def file_of(report: Report) -> tuple[bytes, str]:
    """Write a report as the file that is handed in, with the ending of its name."""
    key = DISCIPLINES[report.discipline].file
    return table.write(report, key), table.FORMATS[key].extension


def mirrored(rows: Sequence[HandRow], rounds: int) -> list[HandRow]:
    """Fill in the other side of every game where it is empty."""
    cells = {row.number: [*row.cells, *[""] * rounds][:rounds] for row in rows}
    for row in rows:
        for place in range(rounds):
            text = "".join(cells[row.number][place].split()).lower().translate(_SIGNS)
            cell = parse_cell(text) if text else None
            if cell is None or cell.opponent not in cells or cell.opponent == row.number:
                continue
            if not cells[cell.opponent][place].strip():
                default = "!" if cell.by_default else ""
                handicap = "" if cell.handicap is None else str(cell.handicap)
                colour = _OTHER[cell.colour] or ("?" if handicap else "")
                sign = cell.sign if cell.by_default and cell.sign == "?" else _MIRROR[cell.sign]
                cells[cell.opponent][place] = f"{row.number}{sign}{colour}{handicap}{default}"
    return [replace(row, cells=tuple(cells[row.number])) for row in rows]


def _fide(row: HandRow) -> str:
    return row.identifiers.get("fide", "").strip()


def _placed(finding: Finding, lines: Mapping[int, int]) -> Finding:
    """Return a finding with the entrant and the round of the table instead of line and column of a file."""
    line, column = finding.place.line, finding.place.column
    if line is None or line not in lines:
        return replace(finding, place=replace(finding.place, line=None, column=None))
    round_ = column - len(_HEADS) if column is not None and column > len(_HEADS) else finding.place.round
    return replace(finding, place=Place(entrant=lines[line], round=round_))


def _said(facts: HandFacts) -> dict[str, str]:
    """Return the details of the tournament, by the names of the spreadsheet."""
    minutes = "" if facts.adjusted_minutes is None else f"{facts.adjusted_minutes:g}"
    fields = {
        "Tournament": facts.name,
        "Start": facts.start,
        "End": facts.end,
        "Place": facts.place,
        "Country": facts.country.upper(),
        "Class": facts.time_class,
        "Adjusted minutes": minutes,
    }
    return {name: value for name, value in fields.items() if value}


def _sheet(facts: HandFacts, rows: Sequence[HandRow]) -> bytes:
    """Arrange the table as our spreadsheet."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=";")
    writer.writerows([name, _plain(value)] for name, value in _said(facts).items())
    writer.writerow([])
    writer.writerow([*_HEADS, *(f"R{number}" for number in range(1, facts.rounds + 1))])
    for row in rows:
        who = [row.surname, row.given_name, row.grade, row.country.upper(), row.club]
        numbers = [row.identifiers.get(scheme, "") for scheme in _SCHEMES]
        writer.writerow([str(row.number), *map(_plain, [*who, *numbers]), row.rating.strip(), *row.cells])
    return out.getvalue().encode()


def _plain(text: str) -> object:
    """Keep a text on one line, and from looking like a formula."""
    return cell(" ".join(text.split()))
