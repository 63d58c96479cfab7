"""A table of results: half games that must mirror each other become pairings, pairings become a table."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from federation.vocabulary.grades import place_of
from tournaments.reports.findings import Findings, Place, error, warning
from tournaments.reports.outcomes import ByeKind, Outcome, bye_score
from tournaments.reports.report import Bye, Pairing, Report

# 12+w0  3-/b4  5=/w  32+!  10+!w0  3+/b0!  0=  7+?  and bare + - ? =
_CELL = re.compile(r"([0-9]{0,4})(!?)([-+=?])(!?)/?([wb?]?)([0-9]{0,2})(!?)", re.IGNORECASE)
_BYES = {
    "+": ByeKind.FULL_POINT,
    "=": ByeKind.HALF_POINT,
    "-": ByeKind.ZERO_POINT,
    "?": ByeKind.ZERO_POINT,
}
# Paired with a line that stands for a bye.
_PAIRED_BYES = {**_BYES, "+": ByeKind.PAIRING_ALLOCATED}
_FOR_WHITE = {"+": Outcome.WHITE_WINS, "-": Outcome.BLACK_WINS, "=": Outcome.DRAW, "?": Outcome.UNKNOWN}
_MIRROR = {"+": "-", "-": "+", "=": "=", "?": "?"}
_BOTH = {"+": Outcome.BOTH_WIN, "-": Outcome.BOTH_LOSE}
_SIGNS = {
    Outcome.WHITE_WINS: "+-",
    Outcome.BLACK_WINS: "-+",
    Outcome.DRAW: "==",
    Outcome.UNKNOWN: "??",
    Outcome.BOTH_LOSE: "--",
    Outcome.BOTH_WIN: "++",
}
_BYE_SIGNS = {2: "+", 1: "=", 0: "-"}


@dataclass(frozen=True, slots=True)
class Half:
    """One side's half of a round; `opponent` 0 is none, `colour` "" unknown."""

    opponent: int = 0
    sign: str = "-"
    colour: str = ""
    handicap: int = 0
    rated: bool = True


def grid(report: Report) -> list[list[Half]]:
    """Return the halves by entrant and round; who has no record in a round was absent."""
    table = [[Half() for _ in range(report.rounds)] for _ in report.entrants]
    for bye in report.byes:
        table[bye.entrant - 1][bye.round - 1] = Half(sign=_BYE_SIGNS[bye_score(ByeKind(bye.kind))])
    for pairing in report.pairings:
        white, black = halves(pairing)
        table[pairing.white - 1][pairing.round - 1] = white
        table[pairing.black - 1][pairing.round - 1] = black
    return table


def halves(pairing: Pairing) -> tuple[Half, Half]:
    """Part a pairing in White's and Black's half; with a handicap the colours are known even where unsaid."""
    signs = _SIGNS[pairing.outcome]
    colours = "wb" if pairing.colour_known or pairing.handicap else ("", "")
    rated = not pairing.by_default and pairing.outcome not in (Outcome.BOTH_LOSE, Outcome.BOTH_WIN)
    return (
        Half(pairing.black, signs[0], colours[0], pairing.handicap, rated),
        Half(pairing.white, signs[1], colours[1], pairing.handicap, rated),
    )


def latin(text: str) -> str:
    """Bring a text into ISO-8859-15: letters it lacks lose their accent, the rest become "?"."""
    return "".join(_latin(letter) for letter in text)


def _latin(letter: str) -> str:
    try:
        letter.encode("iso-8859-15")
    except UnicodeEncodeError:
        plain = unicodedata.normalize("NFKD", letter)[:1]
        return plain if plain.isascii() else "?"
    return letter


def word(text: str) -> str:
    """Make one word of a name: blanks become "_", what would end a field goes."""
    return "_".join(text.replace(";", " ").replace("|", " ").split())


def one_line(text: str) -> str:
    """Make one line of a text."""
    return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class Cell:
    """A round in an entrant's line; `opponent` 0 is none, `colour` is the entrant's, "" unknown."""

    opponent: int
    sign: str
    colour: str = ""
    handicap: int | None = None
    by_default: bool = False
    column: int | None = None


# What two lines contradict each other in is not known; the game itself is.
_MENDED: dict[str, Callable[[Cell], Cell]] = {
    "result-mismatch": lambda cell: replace(cell, sign="?"),
    "ruled-half": lambda cell: replace(cell, sign="?"),
    "colour-mismatch": lambda cell: replace(cell, colour=""),
    "handicap-mismatch": lambda cell: replace(cell, handicap=0),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant's line; a cell is None where it could not be read (and has a finding)."""

    cells: Sequence[Cell | None]
    grade: str = ""
    line: int | None = None
    is_bye: bool = False  # no person: who is paired with it has a bye


@dataclass(slots=True)
class Pairings:
    """What a table of results holds, with `derived` handicaps and `undecided` ones (unwritten, no rule)."""

    pairings: list[Pairing] = field(default_factory=list)
    byes: list[Bye] = field(default_factory=list)
    findings: Findings = field(default_factory=Findings)
    derived: int = 0
    undecided: int = 0
    from_bye_rows: list[Bye] = field(default_factory=list)  # those of `byes` whose cell names a row for byes


@dataclass(frozen=True, slots=True)
class _Table:
    """The lines being joined, the rule for handicaps not written, and the output so far."""

    rows: Sequence[Row]
    reduction: int | None
    out: Pairings
    both: bool
    rulings: bool

    def back(self, cell: Cell, number: int) -> Cell | None:
        """Return the opponent's cell of the same round."""
        return _opposite(self.rows, cell, number - 1)


def writes_both(program: str) -> bool:
    """Return whether a program writes what both won or both lost as two wins or two losses."""
    return program.lower().startswith(("opengotha", "pairgoth"))


def parse_cell(text: str, *, column: int | None = None) -> Cell | None:
    """Read one entry of a table, None when it is none."""
    match = _CELL.fullmatch(text)
    if match is None:
        return None
    opponent, early, sign, middle, colour, handicap, late = match.groups()
    return Cell(
        opponent=int(opponent or 0),
        sign=sign,
        colour=colour.lower().strip("?"),
        handicap=int(handicap) if handicap else None,
        by_default=bool(early or middle or late),
        column=column,
    )


def pair_up(
    rows: Sequence[Row], *, reduction: int | None = None, both: bool = False, rulings: bool = False
) -> Pairings:
    """Join the half games of all lines; opponents are line positions, counted from 1.

    `reduction` is the grade difference that is not given as handicap, None where the file has no such rule.
    `both`: whether the program writes a game both won or both lost as two wins or two losses; else only a
    game not played can be that. `rulings`: whether a draw against a loss is a ruling of the arbiter, who may
    give half a point to one side alone: a warning. Halves that name each other make a pairing; a
    contradiction between them is an error, and left unknown. A half game the other line does not have is an
    error and makes none. The rounds of a line that stands for a bye are ignored.
    """
    table = _Table(rows, reduction, Pairings(), both, rulings)
    for number in range(1, max((len(row.cells) for row in rows), default=0) + 1):
        for index, row in enumerate(rows):
            cell = row.cells[number - 1] if number <= len(row.cells) else None
            if cell is None or row.is_bye:
                continue
            if cell.opponent == 0:
                table.out.byes.append(Bye(number, index + 1, _BYES[cell.sign], row.line))
            elif cell.opponent <= len(rows) and rows[cell.opponent - 1].is_bye:
                bye = Bye(number, index + 1, _PAIRED_BYES[cell.sign], row.line)
                table.out.byes.append(bye)
                table.out.from_bye_rows.append(bye)
            else:
                _half(table, cell, place=Place(row.line, cell.column, number, index + 1))
    return table.out


def mirrors(rows: Sequence[Row]) -> int:
    """Count the half games whose opponent names this line back."""
    count = 0
    for index, row in enumerate(rows):
        for position, cell in enumerate(row.cells):
            back = _opposite(rows, cell, position) if cell else None
            count += back is not None and back.opponent == index + 1
    return count


def _opposite(rows: Sequence[Row], cell: Cell, position: int) -> Cell | None:
    if not 1 <= cell.opponent <= len(rows):
        return None
    cells = rows[cell.opponent - 1].cells
    return cells[position] if position < len(cells) else None


def _half(table: _Table, cell: Cell, *, place: Place) -> None:
    """Check one half game against its mirror and add the pairing when this is the first of the two."""
    mine, number, out = place.entrant or 0, place.round or 0, table.out
    if cell.opponent == mine:
        out.findings.append(error("plays-himself", place))
        return
    if cell.opponent > len(table.rows):
        out.findings.append(error("unknown-opponent", place, opponent=cell.opponent))
        return
    other = table.rows[cell.opponent - 1]
    if number <= len(other.cells) and other.cells[number - 1] is None:
        return  # the other line is damaged and has its own finding
    back = table.back(cell, number)
    if back is None or back.opponent != mine:
        out.findings.append(error("opponent-mismatch", place, opponent=cell.opponent))
    elif mine < cell.opponent:
        problem = _disagreement(cell, back, both=table.both, rulings=table.rulings)
        if problem:
            make = warning if problem == "ruled-half" else error
            out.findings.append(make(problem, place, opponent=cell.opponent))
            cell, back = _MENDED[problem](cell), _MENDED[problem](back)
        if cell.by_default != back.by_default:
            out.findings.append(warning("default-mismatch", place, opponent=cell.opponent))
        out.pairings.append(_pairing(table, cell, back, place=place))


def _disagreement(cell: Cell, back: Cell, *, both: bool, rulings: bool) -> str:
    """Name what two half games contradict each other in, "" when they mirror."""
    both = (both or (cell.by_default and back.by_default)) and cell.sign == back.sign
    if back.sign != _MIRROR[cell.sign] and not both:
        ruled = rulings and {cell.sign, back.sign} == {"=", "-"} and not (cell.by_default or back.by_default)
        return "ruled-half" if ruled else "result-mismatch"
    if cell.colour and cell.colour == back.colour:
        return "colour-mismatch"
    if None not in (cell.handicap, back.handicap) and cell.handicap != back.handicap:
        return "handicap-mismatch"
    return ""


def _pairing(table: _Table, cell: Cell, back: Cell, *, place: Place) -> Pairing:
    """Make one pairing of two half games that agree."""
    mine, other = place.entrant or 0, cell.opponent
    known = bool(cell.colour or back.colour)
    if known:
        i_am_white = cell.colour == "w" or back.colour == "b"
    else:
        # No handicap is ever given by the weaker side, so the stronger one is taken as White.
        ours, theirs = table.rows[mine - 1].grade, table.rows[other - 1].grade
        i_am_white = (_steps(ours) or 0) >= (_steps(theirs) or 0)
    sign = cell.sign if i_am_white else back.sign
    both = cell.sign == back.sign and cell.sign in _BOTH
    by_default = cell.by_default or back.by_default
    pairing = Pairing(
        round=place.round or 0,
        white=mine if i_am_white else other,
        black=other if i_am_white else mine,
        outcome=_BOTH[sign] if both else _FOR_WHITE[sign],
        by_default=by_default,
        handicap=(cell.handicap if cell.handicap is not None else back.handicap) or 0,
        colour_known=known,
        line=place.line,
    )
    if by_default or cell.handicap is not None or back.handicap is not None:
        return pairing
    return replace(pairing, handicap=_derive(table, pairing))


def _derive(table: _Table, pairing: Pairing) -> int:
    """Derive a handicap that neither line writes."""
    if table.reduction is None:
        table.out.undecided += 1
        return 0
    upper, lower = table.rows[pairing.white - 1].grade, table.rows[pairing.black - 1].grade
    if _implied_handicap(lower, upper, reduction=table.reduction):
        place = Place(pairing.line, None, pairing.round, pairing.white)
        table.out.findings.append(warning("handicap-colours", place))
    handicap = _implied_handicap(upper, lower, reduction=table.reduction)
    table.out.derived += bool(handicap)
    return handicap


def _steps(grade: str) -> int | None:
    """Count grades above 1 kyu (1k = 0, 1d = 1, 5k = -4); None for professionals and for no grade."""
    place = None if grade.endswith("p") else place_of(grade)
    return None if place is None else place + 1


def _implied_handicap(white: str, black: str, *, reduction: int) -> int:
    """Derive a missing handicap: grade difference minus reduction, 0 to 9, no professionals.

    EGF H9 format page; the limit of 9 comes after the subtraction, and h9 stands for an even tournament.
    """
    higher, lower = _steps(white), _steps(black)
    if reduction >= 9 or higher is None or lower is None:
        return 0
    return min(9, max(0, higher - lower - reduction))
