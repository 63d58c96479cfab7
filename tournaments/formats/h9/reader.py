"""EGF result tables (H9), as organisers send them to the European Go Database and as it hands them out.

Opponents are line positions; the printed place may be blank or shared. Score columns may stand before the
results and after them, so a column counts as a round by what its entries look like, not by where it stands.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from federation.vocabulary.grades import tidy_grade
from tournaments.formats.h9 import header as h9_header
from tournaments.formats.h9 import lines as h9_lines
from tournaments.formats.h9.lines import SURE, Line
from tournaments.formats.shared.crosstable import (
    Cell,
    Pairings,
    Row,
    mirrors,
    pair_up,
    parse_cell,
    writes_both,
)
from tournaments.formats.shared.encoding import Source
from tournaments.formats.shared.limits import check_size
from tournaments.formats.shared.no_persons import stands_for_bye
from tournaments.formats.shared.printed_points import turned_round
from tournaments.reports.findings import Finding, Findings, Place, error, notice, warning
from tournaments.reports.mcmahon import McMahon
from tournaments.reports.outcomes import bye_score, scores
from tournaments.reports.report import Entrant, Report

_HEADING = re.compile(r"\b(?:club|clb|cl)\s+(?:MMS|MM)\b", re.IGNORECASE)
SCORE = re.compile(r"([0-9]{1,3})([=½]|[.,]5)?")  # "31=" is 31 and a half

KEY = "h9"


def read(source: Source) -> Report:
    """Read an H9 table. Raises Unreadable for more entrants or results than any tournament has."""
    findings = Findings(source.findings)
    header, lines = [], []
    texts = source.text.split("\n")
    check_size(sum(1 for text in texts if text.strip() and not text.lstrip().startswith(";")))
    for number, text in enumerate(texts, start=1):
        if text.lstrip().startswith(";"):
            header.append((number, text.strip()))
        elif text.strip(" \t\x1b"):
            line = h9_lines.read_line(text, number)
            lines += [line] if line else []
            if line is None or line.damaged:
                findings.append(error("unreadable-line", Place(number, entrant=len(lines) if line else None)))
    about = h9_header.read(header, findings=findings)
    headings = [text for _, text in header if not h9_header.PROPERTY.match(text)]
    h9_lines.split_columns(lines, headings)
    entrants = tuple(_entrant(line, index, findings) for index, line in enumerate(lines, start=1))
    rounds = _round_columns(lines)
    check_size(len(lines), len(rounds))
    rows = _rows(lines, rounds, entrants=entrants, findings=findings)
    rows = _choose_numbers(rows, lines, findings=findings)
    reduction = about.reduction if about.reduction is not None else _by_filename(source.filename)
    joined = pair_up(rows, reduction=reduction, both=writes_both(about.report.program))
    findings += joined.findings
    findings += turned_round(entrants, joined.pairings, joined.byes, columns=_printed_points(lines, rounds))
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
        mcmahon=read_start_scores(lines, headings, joined),
        entrants=entrants,
        pairings=tuple(joined.pairings),
        byes=tuple(joined.byes),
        findings=findings.summed_up(),
    )


def _by_filename(filename: str) -> int | None:
    """Take the reduction from the ending .h0 to .h8; .h9 is the usual one and means nothing."""
    match = re.search(r"\.h([0-8])$", filename, re.IGNORECASE)
    return int(match[1]) if match else None


def _entrant(line: Line, number: int, findings: list[Finding]) -> Entrant:
    place = Place(line.line, entrant=number)
    grade = tidy_grade(line.grade)
    if grade is None:
        findings.append(warning("unknown-grade", place, text=line.grade[:40]))
    if line.glued:
        findings.append(notice("glued-grade", place, text=line.glued[:80], grade=line.grade))
    return Entrant(
        number=number,
        surname=line.names[0].replace("_", " ").strip() if line.names else "",
        given_name=" ".join(line.names[1:]).replace("_", " ").strip(),
        grade=grade or "",
        country=line.country,
        club=line.club,
        identifiers={"egd": line.pin} if line.pin.strip("0") else {},
        rank=line.place,
        line=line.line,
    )


def _round_columns(lines: Sequence[Line]) -> list[int]:
    """Find the columns that are rounds, counted from the right so that a lacking club shifts nothing.

    A column is a round when an entry can only be a result, or when all say "=" or "?" and name each other:
    "0=", "35=" or "408?" alone is a tie-breaker with half a point.
    """
    width = max((len(line.columns) for line in lines), default=0)
    columns = []
    for back in range(width, 0, -1):
        words = [line.columns[-back][0] if len(line.columns) >= back else "" for line in lines]
        if any(SURE.fullmatch(word) for word in words) or _is_mutual(words, lines):
            columns.append(back)
    return columns


def _printed_points(lines: Sequence[Line], rounds: Sequence[int]) -> list[dict[int, float]]:
    """Return the columns of numbers that are no rounds, by entrant: points, McMahon scores, tie-breaks."""
    width = max((len(line.columns) for line in lines), default=0)
    columns = []
    for back in sorted(set(range(1, width + 1)) - set(rounds), reverse=True):
        matches = {
            number: SCORE.fullmatch(line.columns[-back][0])
            for number, line in enumerate(lines, start=1)
            if len(line.columns) >= back
        }
        columns.append(
            {number: int(match[1]) + bool(match[2]) / 2 for number, match in matches.items() if match}
        )
    return columns


def _is_mutual(words: Sequence[str], lines: Sequence[Line]) -> bool:
    """Return whether all words of a column are entries that name each other, damaged lines left aside."""
    cells = [parse_cell(word) for word in words]
    if not all(cell or line.damaged for cell, line in zip(cells, lines, strict=True)):
        return False
    named = {index: cell.opponent for index, cell in enumerate(cells) if cell and cell.opponent}
    return bool(named) and all(
        other <= len(lines) and (lines[other - 1].damaged or named.get(other - 1) == index + 1)
        for index, other in named.items()
    )


def _rows(
    lines: Sequence[Line], rounds: Sequence[int], *, entrants: Sequence[Entrant], findings: list[Finding]
) -> list[Row]:
    rows = []
    for line, entrant in zip(lines, entrants, strict=True):
        cells: list[Cell | None] = []
        for number, back in enumerate(rounds, start=1):
            word, column = line.columns[-back] if len(line.columns) >= back else ("", None)
            cell = parse_cell(word, column=column) if word else None
            if cell is None and not line.damaged:
                place = Place(line.line, column, number, entrant.number)
                findings.append(error("unknown-result", place, text=word[:40]))
            cells.append(cell)
        rows.append(Row(cells, entrant.grade, line.line, is_bye=stands_for_bye(entrant)))
    return rows


def _choose_numbers(rows: list[Row], lines: Sequence[Line], *, findings: list[Finding]) -> list[Row]:
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


def read_start_scores(lines: Sequence[Line], headings: Sequence[str], joined: Pairings) -> McMahon | None:
    """Read the first column behind the club where a heading calls it McMahon score, None where none does."""
    if not any(_HEADING.search(text) for text in headings):
        return None
    points = [0] * len(lines)
    for pairing in joined.pairings:
        white, black = scores(pairing.outcome)
        points[pairing.white - 1] += white
        points[pairing.black - 1] += black
    for bye in joined.byes:
        points[bye.entrant - 1] += bye_score(bye.kind)
    starts = tuple(_start(line, had) for line, had in zip(lines, points, strict=True))
    return McMahon(starts) if any(start is not None for start in starts) else None


def _start(line: Line, points: int) -> int | None:
    match = SCORE.fullmatch(line.columns[0][0]) if line.columns else None
    return None if match is None else 2 * int(match[1]) + bool(match[2]) - points
