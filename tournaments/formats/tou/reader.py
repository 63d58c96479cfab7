"""FFG result files (TOU), as OpenGotha, pairgoth, goat and online leagues write them.

Headers are lines ";name=value" before or after the table. Opponents are line positions, not the printed rank,
which is blank where tied. The columns are fixed: a long name leaves no blank before the grade.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from federation.vocabulary.grades import LETTERED, tidy_grade
from tournaments.formats.shared.crosstable import Cell, Pairings, Row, pair_up, parse_cell, writes_both
from tournaments.formats.shared.dates import read_day
from tournaments.formats.shared.encoding import Source
from tournaments.formats.shared.limits import check_size
from tournaments.formats.shared.no_persons import stands_for_bye
from tournaments.formats.shared.time_control import egf_class, is_server
from tournaments.reports.findings import Finding, Findings, Place, error, notice, warning
from tournaments.reports.outcomes import Outcome
from tournaments.reports.report import Entrant, Report

KEY = "tou"
HEADER = re.compile(r";\s*(name|date|vill|comm|prog|size|time|ta|komi)\s*=(.*)$", re.IGNORECASE)

_GRADE = f"(?i:{LETTERED})"
_FIXED = re.compile(rf"(.{{4}}) (.{{25}})( {{0,2}}{_GRADE}) (.{{7}}) (.{{4}})(?: |$)(.*)")
# No grade, or a word for none: NC (non classé), NR, "-".
_UNGRADED = re.compile(r"(.{4}) (.{25})([ -]{3}| (?i:n[cr])|(?i:n[cr]) ) (.{7}) (.{4})(?: |$)(.*)")
_GRADED = re.compile(_GRADE)
_NO_GRADE = re.compile("n[cr]", re.IGNORECASE)
_LICENCE = re.compile(r"[0-9A-Za-z]{7}|-{7}")
_USUAL_SIZE = 19
_SHORTEST = 10  # shorter lines are no lines of players


@dataclass(frozen=True, slots=True)
class _Line:
    """One player's line taken apart; cells with their 1-based columns."""

    line: int
    rank: str
    name: str
    grade: str
    licence: str
    club: str
    cells: list[tuple[str, int]]
    damaged: bool = False  # cannot be read; it has only its number, by which others name their opponents


def read(source: Source) -> Report:
    """Read a TOU file. Raises Unreadable for more entrants or results than any tournament has."""
    findings = Findings(source.findings)
    headers: dict[str, tuple[str, int]] = {}
    lines: list[_Line] = []
    texts = source.text.split("\n")
    check_size(sum(1 for text in texts if text.strip() and not text.lstrip().startswith(";")))
    for number, text in enumerate(texts, start=1):
        header = HEADER.match(text.strip())
        if header:
            headers[header[1].lower()] = (header[2].strip(), number)
        elif not text.lstrip().startswith(";") and len(text.rstrip()) >= _SHORTEST:
            line = _line(text, number) or _damaged_line(text, number)
            lines += [line] if line else []
            if line is None or line.damaged:
                findings.append(error("unreadable-line", Place(number, entrant=len(lines) if line else None)))
    width = max((len(line.cells) for line in lines), default=0)
    check_size(len(lines), width)
    entrants = tuple(_entrant(line, number) for number, line in enumerate(lines, start=1))
    rows = _rows(lines, entrants, findings=findings)
    joined = pair_up(rows, both=writes_both(headers.get("prog", ("", 0))[0]))
    findings += joined.findings
    if joined.undecided:
        findings.append(warning("handicap-unknown"))
    if not entrants:
        findings.append(error("no-entrants"))
    report = _about(headers, findings=findings)
    return replace(
        _with_draws(report, joined, findings=findings),
        encoding=source.encoding,
        rounds=width,
        entrants=entrants,
        byes=tuple(joined.byes),
        findings=findings.summed_up(),
    )


def _line(text: str, number: int) -> _Line | None:
    """Take a line apart by its columns, or by its words where the columns were moved."""
    text = text.expandtabs()
    whole = text.rstrip().ljust(46)
    return (
        _by_columns(_FIXED.fullmatch(whole), number)
        or _by_words(_cells(text, 0), number)
        or _by_columns(_UNGRADED.fullmatch(whole), number)
    )


def _by_columns(fixed: re.Match[str] | None, number: int) -> _Line | None:
    """Take a line apart by the columns of the format, None where they hold something else."""
    if fixed and re.fullmatch(r"[0-9]*", fixed[1].strip()):
        licence, club = fixed[4].strip(), fixed[5].strip()
        if (
            (not licence or _LICENCE.fullmatch(licence))
            and " " not in club
            and parse_cell(club or "x") is None
        ):
            cells = _cells(fixed[6], fixed.start(6))
            if not club and cells and parse_cell(cells[0][0]) is None:  # Pairgoth sets clubs further right
                club = cells.pop(0)[0]
            return _Line(number, fixed[1].strip(), fixed[2].strip(), fixed[3].strip(), licence, club, cells)
    return None


def _damaged_line(text: str, number: int) -> _Line | None:
    """Keep the number of a line that begins with a rank or holds a result, and what may be a name."""
    words = text.split()
    ranked = len(words) > 1 and re.fullmatch(r"[0-9]{1,4}", words[0]) is not None
    results = [index for index, word in enumerate(words) if index and parse_cell(word) is not None]
    if not ranked and not results:
        return None
    name = " ".join(words[ranked : results[0] if results else None])[:60]
    return _Line(number, words[0] if ranked else "", name, "", "", "", [], damaged=True)


def _by_words(words: list[tuple[str, int]], number: int) -> _Line | None:
    """Take a line apart by its words: the first that is a grade ends the name."""
    graded = [index for index, (word, _) in enumerate(words) if index and _GRADED.fullmatch(word)]
    ungraded = [index for index, (word, _) in enumerate(words) if index > 1 and _NO_GRADE.fullmatch(word)]
    at = next(iter(graded or ungraded), 0)
    ranked = bool(words) and re.fullmatch(r"[0-9]{1,4}", words[0][0]) is not None
    name = " ".join(word for word, _ in words[ranked:at])
    if not at or not name:
        return None
    cells = words[at + 1 :]
    licence = cells.pop(0)[0] if cells and _LICENCE.fullmatch(cells[0][0]) else ""
    club = cells.pop(0)[0] if cells and parse_cell(cells[0][0]) is None else ""
    return _Line(number, words[0][0] if ranked else "", name, words[at][0], licence, club, cells)


def _cells(text: str, start: int) -> list[tuple[str, int]]:
    return [(match[0], start + match.start() + 1) for match in re.finditer(r"\S+", text)]


def _entrant(line: _Line, number: int) -> Entrant:
    """Make an entrant. A club of two letters is a country; French clubs begin with a département."""
    surname, _, given_name = line.name.partition(" ")
    foreign = re.fullmatch(r"[A-Z]{2}", line.club) is not None
    clubless = line.club.upper() == "XXXX"  # French, without a club (specification of the format)
    french = re.fullmatch(r"[0-9]{2}\w{1,2}", line.club) is not None or clubless
    licence = line.licence if line.licence.strip("-") else ""
    return Entrant(
        number=number,
        surname=surname.replace("_", " ").strip(),
        given_name=" ".join(given_name.split()).replace("_", " "),
        grade=tidy_grade(line.grade) or "",
        country=line.club.replace("XX", "") if foreign else "FR" if french else "",
        club="" if foreign or clubless else line.club,
        identifiers={"ffg": licence} if licence else {},
        rank=line.rank,
        line=line.line,
    )


def _rows(lines: Sequence[_Line], entrants: Sequence[Entrant], *, findings: list[Finding]) -> list[Row]:
    usual = Counter(len(line.cells) for line in lines if not line.damaged).most_common(1)
    width = usual[0][0] if usual else 0
    longest = max((len(line.cells) for line in lines), default=0)
    rows = []
    for line, entrant in zip(lines, entrants, strict=True):
        if line.damaged:
            rows.append(Row([None] * longest, "", line.line, is_bye=stands_for_bye(entrant)))
            continue
        if len(line.cells) != width:
            place = Place(line.line, entrant=entrant.number)
            findings.append(error("missing-rounds", place, count=len(line.cells), expected=width))
        cells: list[Cell | None] = []
        for number, (word, column) in enumerate(line.cells, start=1):
            cell = parse_cell(word, column=column)
            if cell is None:
                place = Place(line.line, column, number, entrant.number)
                findings.append(error("unknown-result", place, text=word[:40]))
            cells.append(cell)
        if tidy_grade(line.grade) is None:
            findings.append(
                warning("unknown-grade", Place(line.line, entrant=entrant.number), text=line.grade[:40])
            )
        rows.append(Row(cells, entrant.grade, line.line, is_bye=stands_for_bye(entrant)))
    return rows


def _with_draws(report: Report, joined: Pairings, *, findings: list[Finding]) -> Report:
    """Settle "=" with an opponent: goat writes it for a game not to be rated, others for a draw.

    With a colour it is taken as a draw, without as unknown; each has its finding.
    """
    pairings = []
    for pairing in joined.pairings:
        if pairing.outcome is Outcome.DRAW:
            findings.append(
                warning("draw-or-unrated", Place(pairing.line, None, pairing.round, pairing.white))
            )
            if not pairing.colour_known:
                pairing = replace(pairing, outcome=Outcome.UNKNOWN)
        pairings.append(pairing)
    return replace(report, pairings=tuple(pairings))


def _about(headers: dict[str, tuple[str, int]], *, findings: list[Finding]) -> Report:
    """Read the headers; the long name is `comm`, the short one stands in."""
    values = {name: value for name, (value, _) in headers.items()}
    place = values.get("vill", "")
    online = is_server(place) or None
    if online:
        findings.append(notice("online-by-place", Place(headers["vill"][1]), place=place))
    adjusted = _adjusted_minutes(headers, findings=findings)
    main = re.match(r"[0-9]{1,4}", values.get("time", ""))
    return Report(
        format=KEY,
        encoding="",
        name=values.get("comm") or values.get("name", ""),
        start=_start(headers, findings=findings),
        place=place,
        country="",
        board_size=_size(headers, findings=findings),
        komi=_number(headers, "komi", findings=findings),
        time_class=egf_class(int(main[0]), adjusted, online=bool(online)) if main and adjusted else "",
        adjusted_minutes=adjusted,
        time_system=values.get("time", ""),
        online=online,
        program=values.get("prog", ""),
    )


def _start(headers: dict[str, tuple[str, int]], *, findings: list[Finding]) -> date | None:
    text, line = headers.get("date", ("", 0))
    return read_day(text, Place(line), findings)


def _number(headers: dict[str, tuple[str, int]], name: str, *, findings: list[Finding]) -> float | None:
    """Read a decimal header, None with a warning when it is no number."""
    text, line = headers.get(name, ("", 0))
    match = re.fullmatch(r"([0-9]{1,4}([.,][0-9]{1,3})?)\s*(x\s*[0-9]{1,2})?", text)
    if match:
        return float(match[1].replace(",", "."))
    if text:
        findings.append(warning("bad-value", Place(line), text=text[:40], name=name))
    return None


def _size(headers: dict[str, tuple[str, int]], *, findings: list[Finding]) -> int:
    """Read the size of the board; 0, which programs write where it is not filled in, is taken for 19."""
    if not headers.get("size", ("", 0))[0]:
        return _USUAL_SIZE
    size = _number(headers, "size", findings=findings)
    if size == 0:
        findings.append(warning("size-assumed", Place(headers["size"][1]), size=_USUAL_SIZE))
        return _USUAL_SIZE
    return int(size or 0)


def _adjusted_minutes(headers: dict[str, tuple[str, int]], *, findings: list[Finding]) -> float | None:
    """Take `ta`; files before 2018 lack it, and then only a time without overtime is enough."""
    stated = _number(headers, "ta", findings=findings)
    if stated is not None:
        return stated
    main = re.fullmatch(r"([0-9]{1,4})", headers.get("time", ("", 0))[0])
    return float(main[1]) if main else None
