"""Players' lines (001) of a chess report: the players, every round of each, and their printed scores."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from federation.vocabulary.names import full_name
from tournaments.formats.shared.chess import TITLES, country_of
from tournaments.formats.shared.crosstable import Cell, Row, pair_up
from tournaments.formats.shared.no_persons import stands_for_bye
from tournaments.formats.shared.printed_points import turned_round
from tournaments.formats.trf import layout
from tournaments.formats.trf.layout import Line
from tournaments.reports.findings import Finding, Place, error, warning
from tournaments.reports.outcomes import ByeKind, bye_score, scores
from tournaments.reports.report import Bye, Entrant, Pairing, Report

_SEXES = {"": "", "m": "m", "w": "f", "f": "f"}
_SCORE = re.compile(r"[0-9]{1,3}([.,][0-9]{1,2})?")
_ABSENT = Cell(0, "-")
_SCORING = ("162", "362", "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU")  # other points than 1, 1/2, 0
_POINTS, _ROUND, _PLAYERS = (14, 17), (20, 22), 24  # columns of line 299 (TRF26)


@dataclass(slots=True)
class Players:
    """What the players' lines hold; `numbers` leads from starting numbers to entrant numbers."""

    entrants: list[Entrant] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)
    pairings: list[Pairing] = field(default_factory=list)
    byes: list[Bye] = field(default_factory=list)
    rounds: int = 0  # columns with something in them


@dataclass(slots=True)
class _Rows:
    """The cells of all lines, and what the general table of results has no letters for."""

    players: Players
    findings: list[Finding]
    short: set[tuple[int, int]] = field(default_factory=set)  # (round, entrant)


def read(lines: Sequence[Line], *, findings: list[Finding]) -> Players:
    """Read the players' lines; damaged ones give findings with line and column and are left out."""
    players = Players()
    texts: list[str] = []
    for line in lines:
        text = layout.aligned(line.text)
        entrant = _entrant(replace(line, text=text), players, findings=findings)
        if entrant is not None:
            players.numbers[entrant.start_number or 0] = entrant.number
            players.entrants.append(entrant)
            texts.append(text)
    for index, entrant in enumerate(players.entrants):
        if entrant.start_number == entrant.number:
            players.entrants[index] = replace(entrant, start_number=None)
    reading = _Rows(players, findings)
    rows = [
        Row(_cells(reading, text, entrant), "", entrant.line, is_bye=stands_for_bye(entrant))
        for text, entrant in zip(texts, players.entrants, strict=True)
    ]
    lost = _both_lost(rows)
    joined = pair_up(rows, rulings=True)
    players.byes += joined.from_bye_rows
    findings += joined.findings
    for game in joined.pairings:
        short, played = (game.round, game.white) in reading.short, (game.round, game.white) in lost
        by_default = game.by_default and not played
        players.pairings.append(replace(game, short=short, by_default=by_default))
    return players


def _entrant(line: Line, players: Players, *, findings: list[Finding]) -> Entrant | None:
    """Read who a line is about; None when it gives no starting number of its own."""
    number = len(players.entrants) + 1
    place = Place(line.number, layout.PLAYER["number"][0], entrant=number)
    started = layout.field(line.text, layout.PLAYER["number"])
    if not re.fullmatch(r"[0-9]{1,4}", started) or not int(started) or line.text[3:4].strip():
        findings.append(error("unreadable-line", replace(place, entrant=None)))
        return None
    if int(started) in players.numbers:
        findings.append(error("duplicate-number", place, number=int(started)))
        return None
    values = _values(line, number, findings=findings)
    surname, _, given_name = values["name"].partition(",")
    fide = values["fide"].lstrip("0")
    return Entrant(
        number=number,
        surname=" ".join(surname.split()),
        given_name=" ".join(given_name.split()),
        country=country_of(values["federation"]),
        identifiers={"fide": fide} if fide else {},
        rating=float(values["rating"]) or None if values["rating"] else None,
        rank=values["rank"],
        line=line.number,
        start_number=int(started),
        sex=_SEXES[values["sex"].lower()],
        title=values["title"],
        federation=values["federation"],
        birth=layout.birth_of(values["birth"]) or "",
        score=values["score"].replace(",", "."),
    )


def _values(line: Line, number: int, *, findings: list[Finding]) -> dict[str, str]:
    """Cut a line into its fields; what cannot stand in a field is a finding, and the field empty."""
    values = {name: layout.field(line.text, columns) for name, columns in layout.PLAYER.items()}
    values["federation"], values["title"] = values["federation"].upper(), layout.title_of(values["title"])
    for column in layout.filled(line.text, layout.BLANKS):
        findings.append(error("filled-column", Place(line.number, column, entrant=number), column=column))
        for name, (first, last) in layout.PLAYER.items():
            if name != "name" and column in (first - 1, last + 1):
                values[name] = ""  # cut somewhere: half a date is worse than none
    right = {
        "sex": values["sex"].lower() in _SEXES,
        "title": values["title"] in ("", *TITLES),
        "rating": re.fullmatch("[0-9]{0,4}", values["rating"]),
        "federation": re.fullmatch(r"[A-Z]{3}|", values["federation"]),
        "birth": not values["birth"] or layout.birth_of(values["birth"]) is not None,
        "score": not values["score"] or _SCORE.fullmatch(values["score"]),
    }
    for name in (name for name, is_right in right.items() if not is_right):
        code = "odd-birth-date" if name == "birth" else f"odd-{name}"
        place = Place(line.number, layout.PLAYER[name][0], entrant=number)
        findings.append(warning(code, place, text=values[name]))
        values[name] = ""
    return values


def _cells(reading: _Rows, text: str, entrant: Entrant) -> list[Cell | None]:
    """Read all rounds of a line; None is a cell that could not be read, and has a finding."""
    cells: list[Cell | None] = []
    for at in range(layout.FIRST_ROUND - 1, len(text), layout.ROUND_WIDTH):
        place = Place(entrant.line, at + 1, len(cells) + 1, entrant.number)
        if len(cells) == layout.MOST_ROUNDS:
            reading.findings.append(error("round-beyond", place, rounds=layout.MOST_ROUNDS))
            break
        cells.append(_cell(reading, text[at - 2 : at + 8].ljust(10), place))
    reading.players.rounds = max(reading.players.rounds, len(cells))
    return cells


def _cell(reading: _Rows, text: str, place: Place) -> Cell | None:
    """Read two blanks, opponent, blank, colour, blank, result; byes are noted, a blank cell is absence."""
    if not text.strip():
        return _ABSENT
    opponent, colour, letter = text[2:6].strip(), text[7].lower(), text[9].strip().upper()
    blank = not (text[:2] + text[6] + text[8]).strip()
    if not blank or colour not in "wb- " or not re.fullmatch(r"[0-9]{0,4}", opponent):
        reading.findings.append(error("unknown-result", place, text=text.strip()))
        return None
    started, number, mine = int(opponent or 0), place.round or 0, place.entrant or 0
    if (not started and letter not in layout.BYES) or (started and letter not in layout.RESULTS):
        column = (place.column or 0) + 7
        reading.findings.append(error("unknown-result", replace(place, column=column), text=text.strip()))
        return None
    if not started:
        reading.players.byes.append(Bye(number, mine, layout.BYES[letter], place.line))
        return _ABSENT
    if started not in reading.players.numbers:
        reading.findings.append(error("unknown-opponent", place, opponent=started))
        return None
    if letter in layout.SHORT and letter:
        reading.short.add((number, mine))
    sign, by_default = layout.RESULTS[letter]
    own = colour if colour in "wb" else ""
    return Cell(reading.players.numbers[started], sign, own, 0, by_default, place.column)


def _both_lost(rows: Sequence[Row]) -> set[tuple[int, int]]:
    """List (round, entrant) of games both sides lost at the board, and mark them so that the halves agree.

    Elsewhere two losses are a contradiction; in chess the arbiter may declare the game lost by both.
    """
    losses = set()
    for index, row in enumerate(rows):
        for position, cell in enumerate(row.cells):
            if cell is None or not cell.opponent or cell.sign != "-" or cell.by_default:
                continue
            others = rows[cell.opponent - 1].cells
            back = others[position] if position < len(others) else None
            if back and back.opponent == index + 1 and back.sign == "-" and not back.by_default:
                losses |= {(position + 1, index + 1), (position + 1, cell.opponent)}
    for number, entrant in losses:
        cells = rows[entrant - 1].cells
        cell = cells[number - 1]
        if isinstance(cells, list) and cell is not None:
            cells[number - 1] = replace(cell, by_default=True)
    return losses


def announced(lines: Sequence[Line], players: Players, *, findings: list[Finding]) -> list[Bye]:
    """Read the byes of line 240 (TRF26): type at 5, round 7-9, players from 11 every five columns.

    Only those the players' lines do not have; asking for a bye and playing is a finding of the inspection.
    """
    known = {(bye.round, bye.entrant) for bye in players.byes}
    byes: list[Bye] = []
    for line in lines:
        letter, number = line.text[4:5].upper(), layout.field(line.text, (7, 9))
        if letter not in ("F", "H", "Z") or not re.fullmatch("[0-9]{1,2}", number) or not int(number):
            findings.append(error("unreadable-line", Place(line.number, 5)))
            continue
        for entrant in members(line, 11, players, findings=findings):
            if entrant and (int(number), entrant) not in known:
                known.add((int(number), entrant))
                byes.append(Bye(int(number), entrant, ByeKind(layout.BYES[letter]), line.number))
    return byes


def members(line: Line, first: int, players: Players, *, findings: list[Finding]) -> list[int]:
    """Read starting numbers every five columns from `first` on as entrant numbers, 0 for an empty place."""
    numbers, is_reported = [], False
    for at in range(first - 1, len(line.text), 5):
        written = line.text[at : at + 4].strip()
        number = players.numbers.get(int(written), 0) if re.fullmatch("[0-9]{1,4}", written) else 0
        if written.strip("0") and not number and not is_reported:
            place = Place(line.number, at + 1)
            findings.append(error("unknown-opponent", place, opponent=written))
            is_reported = True  # a line that has slipped is wrong all along
        numbers.append(number)
    return numbers


@dataclass(frozen=True, slots=True)
class Abnormal:
    """Points a line 299 gives some entrants for a round; round 0 where it names none."""

    round: int
    points: float
    entrants: frozenset[int]


def has_other_points(lines: Sequence[Line]) -> bool:
    """Return whether a file has another system of points than 1, 1/2 and 0."""
    return any(line.code in _SCORING for line in lines)


def abnormal(lines: Sequence[Line], players: Players, *, findings: list[Finding]) -> list[Abnormal]:
    """Read the lines 299; one without points changes none."""
    read = []
    for line in lines:
        points, number = layout.field(line.text, _POINTS), layout.field(line.text, _ROUND)
        if line.code == "299" and re.fullmatch(r"[0-9]{1,2}([.,][0-9])?", points):
            entrants = frozenset(members(line, _PLAYERS, players, findings=findings))
            rounds = int(number) if re.fullmatch("[0-9]{1,3}", number) else 0
            read.append(Abnormal(rounds, float(points.replace(",", ".")), entrants))
    return read


def check_scores(
    report: Report, known: Sequence[Finding], *, abnormal: Sequence[Abnormal], other: bool
) -> list[Finding]:
    """Compare the printed scores with the rounds, where a win is a point and a draw half of one.

    The value of a full bye is the organiser's affair, so entrants who had one are left out, and so are those
    with a finding about a round. A file of some rounds of a league may print the scores of all of it.
    """
    if other:
        return []
    points = _points(report)
    free = {bye.entrant for bye in report.byes if bye_score(bye.kind) == 2}
    doubtful = free | {finding.place.entrant for finding in known if finding.place.round}
    asked = [entrant for entrant in report.entrants if entrant.score and entrant.number not in doubtful]
    printed = {entrant.number: float(entrant.score) for entrant in report.entrants if entrant.score}
    if turned := turned_round(report.entrants, report.pairings, report.byes, columns=[printed]):
        return turned
    wrong = [entrant for entrant in asked if float(entrant.score) not in _possible(entrant, points, abnormal)]
    if _is_part_of_a_league(report, wrong, asked, points):
        return []
    return [_mismatch(entrant, sum(points[entrant.number].values())) for entrant in wrong]


def _points(report: Report) -> Mapping[int, Mapping[int, float]]:
    """Count points by entrant and round."""
    points: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for game in report.pairings:
        for number, half_points in zip((game.white, game.black), scores(game.outcome), strict=True):
            points[number][game.round] += half_points / 2
    for bye in report.byes:
        points[bye.entrant][bye.round] += bye_score(bye.kind) / 2
    return points


def _possible(
    entrant: Entrant, points: Mapping[int, Mapping[int, float]], abnormal: Sequence[Abnormal]
) -> set[float]:
    """Return the scores an entrant may have: abnormal points stand for those of their round, or beside them.

    The table of TRF26's columns does not say which.
    """
    mine = points[entrant.number]
    possible = {sum(mine.values())}
    for line in abnormal:
        if entrant.number in line.entrants:
            taken = mine.get(line.round, 0.0)
            possible |= {score + line.points - less for score in possible for less in (0.0, taken)}
    return possible


def _is_part_of_a_league(
    report: Report,
    wrong: Sequence[Entrant],
    asked: Sequence[Entrant],
    points: Mapping[int, Mapping[int, float]],
) -> bool:
    """Return whether most have more points than the rounds give, and no more than the empty rounds may hold.

    A month of a league is a file of its own, its other rounds are blank, and its scores those of the league.
    """
    played = {game.round for game in report.pairings} | {bye.round for bye in report.byes}
    empty = report.rounds - len(played)
    gaps = [float(entrant.score) - sum(points[entrant.number].values()) for entrant in wrong]
    return 2 * len(wrong) > len(asked) and all(0 < gap <= empty for gap in gaps)


def _mismatch(entrant: Entrant, counted: float) -> Finding:
    place = Place(entrant.line, layout.PLAYER["score"][0], entrant=entrant.number)
    name = full_name(entrant.surname, entrant.given_name)
    return warning("score-mismatch", place, name=name, written=entrant.score, counted=f"{counted:g}")
