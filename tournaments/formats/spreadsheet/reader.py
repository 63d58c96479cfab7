"""Reader of the Palmares spreadsheet: a CSV table to fill in by hand, in French or English.

First rows of two cells (name, value), then one heading row, then one row per entrant. Separated by semicolon,
comma or tab, the one that fits the headings. docs/formats.md describes it for organisers.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from tournaments.formats.shared.crosstable import Cell, Row, pair_up, parse_cell
from tournaments.formats.shared.encoding import Source
from tournaments.formats.shared.grade_words import read_grade
from tournaments.formats.shared.limits import check_size
from tournaments.formats.shared.no_persons import stands_for_bye
from tournaments.formats.shared.printed_points import turned_round
from tournaments.formats.spreadsheet import facts
from tournaments.reports.findings import Finding, Findings, Place, Unreadable, error, warning
from tournaments.reports.report import Entrant, Report

KEY = "spreadsheet"
_TEMPLATE = (  # French / English, as a heading may be written
    "\ufeffTournoi / Tournament;\r\n"
    "Debut / Start;2026-03-14\r\n"
    "Fin / End;2026-03-15\r\n"
    "Ville / Place;\r\n"
    "Pays / Country;FR\r\n"
    "Goban / Board size;19\r\n"
    "Komi;7.5\r\n"
    "Minutes / Main minutes;60\r\n"
    "Byo-yomi / Overtime;Canadian\r\n"
    "Secondes / Seconds;300\r\n"
    "Pierres / Stones;15\r\n"
    "En ligne / Online;non / no\r\n"
    "\r\n"
    "Num / No;Nom / Surname;Prenom / Given name;Niveau / Grade;Pays / Country;Club;"
    "Licence FFG / FFG licence;PIN EGF / EGF PIN;Ronde 1 / Round 1;Ronde 2 / Round 2;Ronde 3 / Round 3\r\n"
    "1;ALPHA;Anne;1d;FR;75Ex;1900001;;2+w0;3+w4;bye\r\n"
    "2;BETA;Bruno;2k;FR;38Ex;2000002;;1-b0;absent;3-w3\r\n"
    "3;GAMMA;Chloe;5k;FR;31Ex;2100003;;bye;1-b4;2+b3\r\n"
)

_COLUMNS = {
    "number": "no num numero number n nr",
    "surname": "surname name lastname familyname nom nomdefamille joueur player",
    "given_name": "givenname firstname prenom",
    "grade": "grade rank niveau niv rang",
    "country": "country pays",
    "club": "club",
    "ffg": "ffg licence license licenceffg ffglicence numerodelicence",
    "egd": "egd egf pin egfpin pinegf egdpin",
    "aga": "aga agaid",
    "rating": "rating classement gor",
    "points": "points pts nbw score",
}
# Standings of programs, which are counted from the games.
_STANDINGS = (
    "place pl classt mms sos sosm sosw sosos sodos cuss cussm cussw dc sdc sosmm1 sosmm2 soswm1 soswm2"
)
_IGNORED = frozenset(_STANDINGS.split())
# The head of the table Pairgoth writes, whose ranks are numbers; columns of standings and rounds follow.
_PAIRGOTH = ("num", "place", "name", "firstname", "country", "club", "rank")
_RANK = re.compile("-?[0-9]{1,2}")
_HEADINGS = {word: name for name, words in _COLUMNS.items() for word in words.split()}
_ROUND = re.compile(r"(?:r|t|round|ronde|tour)([1-9][0-9]?)")
_WORDS = {
    "bye": "0+",
    "exempt": "0+",
    "exempte": "0+",
    "absent": "0-",
    "absente": "0-",
    "": "0-",
    **dict.fromkeys(("½", "0,5", "0.5", "1/2"), "0="),
}
_MINUS = str.maketrans({"−": "-", "–": "-", "—": "-", "½": "="})
_FEWEST = 3  # columns of a heading
_DELIMITERS = ";\t,"
_HEAD = 80  # rows the heading may be among


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The rows of a file with their line numbers, and where the heading row is."""

    rows: list[tuple[int, list[str]]]
    heading: int


@dataclass(slots=True)
class _Reading:
    """What the table is read with: columns by meaning, numbers of entrants as written, findings so far."""

    columns: dict[str, int]
    findings: list[Finding]
    numbers: dict[int, int] = field(default_factory=dict)
    rounds: int = 0
    is_of_pairgoth: bool = False

    def value(self, row: Sequence[str], name: str) -> str:
        """Return the cell of a column, "" where it is missing."""
        index = self.columns.get(name, len(row))
        text = row[index] if index < len(row) else ""
        # An apostrophe keeps spreadsheet programs from computing what follows.
        return text[1:] if re.match(r"'[-=+@]", text) else text


def template(language: str) -> bytes:
    """Return the sheet to fill in, its headings in French or in English."""
    half = "\\1" if language == "fr" else "\\2"
    return re.sub(r"([^;/\r\n]+) / ([^;/\r\n]+)", half, _TEMPLATE).encode()


def read(source: Source) -> Report:
    """Read a Palmares spreadsheet. Raises Unreadable when no row can be the heading."""
    sheet = _sheet(source.text)
    findings = Findings(source.findings)
    report = facts.read(sheet.rows[: sheet.heading], findings=findings)
    line, headings = sheet.rows[sheet.heading]
    reading = _Reading(_columns(headings, line=line, findings=findings), findings)
    reading.is_of_pairgoth = tuple(map(facts.fold, headings[: len(_PAIRGOTH)])) == _PAIRGOTH
    reading.rounds = max((int(name) for name in reading.columns if name.isdigit()), default=0)
    body = [(number, row) for number, row in sheet.rows[sheet.heading + 1 :] if any(row)]
    check_size(len(body), reading.rounds)
    places = [Place(number, entrant=index) for index, (number, _) in enumerate(body, start=1)]
    entrants = tuple(_entrant(row, reading, place=p) for (_, row), p in zip(body, places, strict=True))
    reading.numbers = _numbers([row for _, row in body], reading, places=places)
    rows = [_row(row, reading, entrant=e) for (_, row), e in zip(body, entrants, strict=True)]
    joined = pair_up(rows, reduction=report.handicap_reduction, both=reading.is_of_pairgoth)
    findings += joined.findings
    printed = {
        e.number: points
        for (_, row), e in zip(body, entrants, strict=True)
        if (points := _points(row, reading)) is not None
    }
    findings += turned_round(entrants, joined.pairings, joined.byes, columns=[printed])
    if not entrants:
        findings.append(error("no-entrants"))
    return replace(
        report,
        format=KEY,
        encoding=source.encoding,
        rounds=reading.rounds,
        entrants=entrants,
        pairings=tuple(joined.pairings),
        byes=tuple(joined.byes),
        findings=findings.summed_up(),
    )


def looks_like(lines: Sequence[str]) -> bool:
    """Return whether some row has the headings of our table."""
    return any(
        _is_heading(row)
        for delimiter in _DELIMITERS
        for row in _split("\n".join(lines[:_HEAD]), delimiter, strict=False)
    )


def _split(text: str, delimiter: str, *, strict: bool = True) -> Iterable[list[str]]:
    """Split by a delimiter. Raises Unreadable for fields no spreadsheet writes, if strict."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        yield from reader
    except csv.Error:
        if strict:
            raise Unreadable(error("unknown-format", Place(reader.line_num))) from None


def _sheet(text: str) -> _Sheet:
    """Split a text by the delimiter that makes most of its heading. Raises Unreadable without a heading."""
    headings = []
    for delimiter in _DELIMITERS:
        head = enumerate(islice(_split(text, delimiter, strict=False), _HEAD))
        width_and_row = next(((len(row), index) for index, row in head if _is_heading(row)), None)
        if width_and_row:
            headings.append((*width_and_row, delimiter))
    if not headings:
        raise Unreadable(error("unknown-format"))
    _, heading, delimiter = max(headings, key=lambda found: found[0])
    rows = [
        (number, [cell.strip() for cell in row])
        for number, row in enumerate(_split(text, delimiter), start=1)
        if any(row) or number <= heading + 1
    ]
    return _Sheet(rows, heading)


def _name(heading: str) -> str:
    """Return the column a heading stands for; of "French / English" either half will do."""
    for half in (heading, *heading.split("/")):
        folded = facts.fold(half)
        match = _ROUND.fullmatch(folded)
        if match or folded in _HEADINGS:
            return match[1] if match else _HEADINGS[folded]
    return ""


def _is_heading(row: Sequence[str]) -> bool:
    if len(row) < _FEWEST:  # a line of another format, and a long one: not worth a look at its letters
        return False
    names = {_name(cell) for cell in row}
    return "surname" in names and len(names - {"", "points"}) >= _FEWEST


def _columns(headings: Sequence[str], *, line: int, findings: list[Finding]) -> dict[str, int]:
    """Find where each column stands; the first of two with the same meaning counts."""
    columns: dict[str, int] = {}
    for index, heading in enumerate(headings):
        name = _name(heading)
        if name and name in columns:
            findings.append(error("duplicate-heading", Place(line, index + 1), text=heading[:40]))
        elif name:
            columns[name] = index
        elif heading and facts.fold(heading) not in _IGNORED:
            findings.append(warning("unknown-heading", Place(line, index + 1), text=heading[:40]))
    return columns


def _entrant(row: Sequence[str], reading: _Reading, *, place: Place) -> Entrant:
    written = reading.value(row, "grade")
    if reading.is_of_pairgoth and _RANK.fullmatch(written):
        written = _grade_of_rank(int(written))
    rating = reading.value(row, "rating").replace(",", ".")
    known = ((scheme, reading.value(row, scheme)) for scheme in ("ffg", "egd", "aga"))
    return Entrant(
        number=place.entrant or 0,
        surname=reading.value(row, "surname"),
        given_name=reading.value(row, "given_name"),
        grade=read_grade(written, place, reading.findings),
        country=reading.value(row, "country").upper()[:2],
        club=reading.value(row, "club"),
        identifiers={scheme: text for scheme, text in known if text.strip("-0")},
        rating=float(rating) if re.fullmatch(r"-?[0-9]{1,5}(\.[0-9]{1,6})?", rating) else None,
        line=place.line,
    )


def _grade_of_rank(rank: int) -> str:
    """Return the grade Pairgoth counts as a number: 0 is 1d, 1 is 2d, -1 is 1k."""
    return f"{rank + 1}d" if rank >= 0 else f"{-rank}k"


def _points(row: Sequence[str], reading: _Reading) -> float | None:
    """Return the points printed beside an entrant, None where there are none."""
    text = reading.value(row, "points").replace(",", ".").replace("½", ".5")
    return float(text) if re.fullmatch(r"[0-9]{1,3}|[0-9]{0,3}\.[0-9]{1,2}", text) else None


def _numbers(rows: Sequence[Sequence[str]], reading: _Reading, *, places: Sequence[Place]) -> dict[int, int]:
    """Map the numbers opponents are called by to line positions; without such a column they are the same."""
    texts = [reading.value(row, "number") for row in rows]
    if not any(texts):
        return {index: index for index in range(1, len(rows) + 1)}
    numbers: dict[int, int] = {}
    for index, (text, place) in enumerate(zip(texts, places, strict=True), start=1):
        if not re.fullmatch(r"[1-9][0-9]{0,3}", text):
            reading.findings.append(error("bad-value", place, text=text[:40], name="number"))
        elif int(text) in numbers:
            reading.findings.append(error("duplicate-number", place, number=int(text)))
        else:
            numbers[int(text)] = index
    return numbers


def _row(row: Sequence[str], reading: _Reading, *, entrant: Entrant) -> Row:
    """Read an entrant's results, his opponents' numbers turned into line positions."""
    cells: list[Cell | None] = []
    for number in range(1, reading.rounds + 1):
        text = reading.value(row, str(number))
        index = reading.columns.get(str(number))
        place = Place(entrant.line, None if index is None else index + 1, number, entrant.number)
        plain = "".join(text.split()).lower()
        cell = parse_cell(_WORDS.get(plain, plain.translate(_MINUS)), column=place.column)
        if cell is None:
            reading.findings.append(error("unknown-result", place, text=text[:40]))
        elif cell.opponent and cell.opponent not in reading.numbers:
            reading.findings.append(error("unknown-opponent", place, opponent=cell.opponent))
            cell = None
        elif cell.opponent:
            cell = replace(cell, opponent=reading.numbers[cell.opponent])
        cells.append(cell)
    return Row(cells, entrant.grade, entrant.line, is_bye=stands_for_bye(entrant))
