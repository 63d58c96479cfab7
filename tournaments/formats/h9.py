"""EGF result tables (H9), as organisers send them to the European Go Database and as it hands them out.

Opponents are line positions; the printed place may be blank or shared. Score columns may stand before the
results and after them, so a column counts as a round by what its entries look like, not by where it stands.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tournaments.findings import Finding, Place, error, notice, warning
from tournaments.formats import h9_header
from tournaments.formats.crosstable import Cell, Row, mirrors, pair_up, parse_cell
from tournaments.formats.encoding import Source
from tournaments.formats.grades import tidy
from tournaments.report import Entrant, Report

KEY = "h9"

_GRADE = re.compile(r"[0-9]{1,2}[kdp]", re.IGNORECASE)
_BARE_GRADE = re.compile(r"[0-9]{1,3}|[?\-]{1,2}|[0-9]{1,2}[a-z]", re.IGNORECASE)
_NO_CLUB = re.compile(r"x{2,4}|[.\-?]+|none", re.IGNORECASE)
# An entry that can only be a result: 12+ 3-/b 5=/w0 7? but neither 35= nor 3-1, which are scores.
_SURE = re.compile(
    r"[0-9]{1,4}[-+](?:[/!wb].*)?|[1-9][0-9]{0,3}\?(?:[/!].*)?|[0-9]{1,4}!?=!?(?:[/!wb].*)", re.IGNORECASE
)


@dataclass(slots=True)
class _Line:
    """One player's line taken apart; `columns` are all entries behind the club with their 1-based columns."""

    line: int
    place: str
    names: list[str]
    grade: str
    rest: list[tuple[str, int]]
    pin: str
    country: str = ""
    club: str = ""
    columns: list[tuple[str, int]] = field(default_factory=list)


def read(source: Source) -> Report:
    """Read an H9 table."""
    findings = list(source.findings)
    header, lines = [], []
    for number, text in enumerate(source.text.split("\n"), start=1):
        if text.lstrip().startswith(";"):
            header.append((number, text.strip()))
        elif text.strip(" \t\x1b"):
            parsed = _line(_without_comment(text), number)
            if parsed is None:
                findings.append(error("unreadable-line", Place(number)))
            else:
                lines.append(parsed)
    about = h9_header.read(header, findings=findings)
    _split_columns(lines)
    entrants = tuple(_entrant(line, index, findings) for index, line in enumerate(lines, start=1))
    rounds = _round_columns(lines)
    rows = _rows(lines, rounds, entrants=entrants, findings=findings)
    rows = _numbered(rows, lines, findings=findings)
    reduction = about.reduction if about.reduction is not None else _by_filename(source.filename)
    joined = pair_up(rows, reduction=reduction)
    findings += joined.findings
    if joined.undecided and not about.even:
        findings.append(warning("handicap-unknown"))
    if joined.derived:
        findings.append(notice("handicap-derived", count=joined.derived, reduction=reduction or 0))
    if not entrants:
        findings.append(error("no-entrants"))
    return replace(
        about.report,
        format=KEY,
        encoding=source.encoding,
        rounds=len(rounds),
        handicap_reduction=reduction,
        entrants=entrants,
        pairings=tuple(joined.pairings),
        byes=tuple(joined.byes),
        findings=tuple(findings),
    )


def _by_filename(filename: str) -> int | None:
    """Take the reduction from an ending .h0 to .h8; .h9 is also the everyday ending and says nothing."""
    found = re.search(r"\.h([0-8])$", filename, re.IGNORECASE)
    return int(found[1]) if found else None


def _without_comment(text: str) -> str:
    """Cut what follows ";", unless results do: some programs write half a point as ";" in a score."""
    head, _, tail = text.partition(";")
    return text if any(_SURE.fullmatch(word) for word in tail.split()) else head


def _line(text: str, number: int) -> _Line | None:
    """Take a player's line apart up to the grade; None when there is no grade."""
    body, bar, pin = text.rpartition("|")
    if not bar or len(pin.split()) > 1:
        body, pin = text, ""
    tokens = [(found[0], found.start() + 1) for found in re.finditer(r"\S+", body)]
    words = [word for word, _ in tokens]
    # Place and names hold one to several words; the first word that is a grade ends them.
    start = 1 if len(words) > 2 and words[0].isascii() and words[0].isdigit() else 0
    graded = [
        index for index in range(start + 1, min(len(words), start + 7)) if _GRADE.fullmatch(words[index])
    ]
    index = graded[0] if graded else start + 2
    # A grade without letter is a kyu, and can only be told from its position.
    if not graded and not (len(words) > index and _BARE_GRADE.fullmatch(words[index])):
        return None
    place = words[0] if start else ""
    return _Line(number, place, words[start:index], words[index], tokens[index + 1 :], pin.strip())


def _split_columns(lines: Sequence[_Line]) -> None:
    """Part country and club from the columns. A line with fewer entries than most lacks one of the two."""
    usual = Counter(len(line.rest) for line in lines).most_common(1)
    width = usual[0][0] if usual else 0
    for line in lines:
        entries = line.rest
        for _ in range(2):
            if entries and len(line.rest) - len(entries) < 2 and not _SURE.fullmatch(entries[0][0]):
                missing = width - len(line.rest)
                word = entries[0][0]
                if not line.country and not line.club and re.fullmatch(r"[A-Za-z]{2}|-{1,2}|\?{1,2}", word):
                    line.country = word.upper().strip("-?")
                    entries = entries[1:]
                elif missing < 1 or not re.fullmatch(r"[0-9]+[=\-+?]?", word):
                    line.club = "" if _NO_CLUB.fullmatch(word) else word
                    entries = entries[1:]
                    break
        line.columns = entries


def _entrant(line: _Line, number: int, findings: list[Finding]) -> Entrant:
    place = Place(line.line, entrant=number)
    grade = tidy(line.grade)
    if grade is None:
        findings.append(warning("unknown-grade", place, text=line.grade))
    return Entrant(
        number=number,
        surname=line.names[0].replace("_", " ").strip(),
        given_name=" ".join(line.names[1:]).replace("_", " ").strip(),
        grade=grade or "",
        country=line.country,
        club=line.club,
        identifiers={"egd": line.pin} if line.pin.strip("0") else {},
        rank=line.place,
        line=line.line,
    )


def _round_columns(lines: Sequence[_Line]) -> list[int]:
    """Find the columns that are rounds, counted from the right so that a lacking club shifts nothing.

    A column is a round when an entry can only be a result, or when all say "=" and name each other: "0=" or
    "35=" alone is a tie-breaker with half a point.
    """
    width = max((len(line.columns) for line in lines), default=0)
    found = []
    for back in range(width, 0, -1):
        words = [line.columns[-back][0] for line in lines if len(line.columns) >= back]
        if any(_SURE.fullmatch(word) for word in words) or _all_drawn(words, len(lines)):
            found.append(back)
    return found


def _all_drawn(words: Sequence[str], count: int) -> bool:
    cells = [parse_cell(word) for word in words]
    if len(cells) != count or not all(cells):
        return False
    numbers = [cell.opponent for cell in cells if cell]
    named = [(index, other) for index, other in enumerate(numbers, start=1) if other]
    return bool(named) and all(other <= count and numbers[other - 1] == index for index, other in named)


def _rows(
    lines: Sequence[_Line], rounds: Sequence[int], *, entrants: Sequence[Entrant], findings: list[Finding]
) -> list[Row]:
    rows = []
    for line, entrant in zip(lines, entrants, strict=True):
        cells: list[Cell | None] = []
        for number, back in enumerate(rounds, start=1):
            word, column = line.columns[-back] if len(line.columns) >= back else ("", None)
            cell = parse_cell(word, column=column) if word else None
            if cell is None:
                place = Place(line.line, column, number, entrant.number)
                findings.append(error("unknown-result", place, text=word[:40]))
            cells.append(cell)
        rows.append(Row(cells, entrant.grade, line.line))
    return rows


def _numbered(rows: list[Row], lines: Sequence[_Line], *, findings: list[Finding]) -> list[Row]:
    """Keep line numbers, unless the printed places are a full set that alone makes the halves meet."""
    places = {line.place: str(index) for index, line in enumerate(lines, start=1)}
    if len(places) < len(lines) or "" in places or all(place == index for place, index in places.items()):
        return rows
    by_place = {int(place): int(index) for place, index in places.items()}
    moved = [
        replace(
            row,
            cells=[
                replace(cell, opponent=by_place.get(cell.opponent, cell.opponent)) if cell else None
                for cell in row.cells
            ],
        )
        for row in rows
    ]
    if mirrors(moved) <= mirrors(rows):
        return rows
    findings.append(warning("places-as-numbers"))
    return moved
