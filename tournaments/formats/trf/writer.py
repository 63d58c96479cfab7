"""Writer of FIDE tournament reports in UTF-8, CR LF: TRF16; TRF26 with teams and records."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from federation.vocabulary.countries import COUNTRIES
from federation.vocabulary.disciplines.catalogue import DISCIPLINES
from tournaments.formats.shared.crosstable import one_line
from tournaments.formats.trf import layout
from tournaments.reports.outcomes import ByeKind, Outcome, bye_score, scores
from tournaments.reports.report import Entrant, NationalRecord, Pairing, Report, Team

# White's and Black's result: over the board, by default, and in less than a move (TRF16).
_PLAYED = {
    Outcome.WHITE_WINS: "10",
    Outcome.BLACK_WINS: "01",
    Outcome.DRAW: "==",
    Outcome.UNKNOWN: "  ",
    Outcome.BOTH_LOSE: "00",
    Outcome.BOTH_WIN: "++",  # no game at the board is won twice
}
_BY_DEFAULT = {
    **_PLAYED,
    Outcome.WHITE_WINS: "+-",
    Outcome.BLACK_WINS: "-+",
    Outcome.DRAW: "DD",
    Outcome.BOTH_LOSE: "--",
    Outcome.BOTH_WIN: "++",
}
_SHORT = {
    **_PLAYED,
    Outcome.WHITE_WINS: "WL",
    Outcome.BLACK_WINS: "LW",
    Outcome.DRAW: "DD",
    Outcome.BOTH_LOSE: "LL",
    Outcome.BOTH_WIN: "WW",
}
_BYES = {
    ByeKind.PAIRING_ALLOCATED: "U",
    ByeKind.FULL_POINT: "F",
    ByeKind.HALF_POINT: "H",
    ByeKind.ZERO_POINT: "Z",
}
_SEXES = {"m": "m", "f": "w"}


@dataclass(slots=True)
class _Lines:
    """What the players' lines say of the rounds: cells by entrant and round, and half points."""

    cells: dict[int, dict[int, str]] = field(default_factory=dict)
    points: dict[int, int] = field(default_factory=dict)

    def add(self, entrant: int, number: int, cell: str, half_points: int) -> None:
        """Note a cell and what it scored."""
        self.cells.setdefault(entrant, {})[number] = cell
        self.points[entrant] = self.points.get(entrant, 0) + half_points


def write_2016(report: Report) -> bytes:
    """Write a report as TRF16; nicknames and figures of teams, and national records, have no place in it."""
    teams = (f"013 {_old_team(team, report)}" for team in report.teams)
    records = (record for record in report.records if record[:2] in ("XX", "BB"))
    lines = [*_about(report), f"XXR {report.rounds}", *records, *_players(report), *teams]
    return _encode(lines)


def write_2026(report: Report) -> bytes:
    """Write a report as TRF26."""
    lines = [
        *_about(report),
        _record("142", str(report.rounds)),
        *([_record("182", report.program)] if report.program else []),
        *(record for record in report.records if not layout.after_players(record)),
        *_players(report),
        *(_national(record, report) for record in report.nationals),
        *(_team(team, report) for team in report.teams),
        *(record for record in report.records if layout.after_players(record)),
    ]
    return _encode(lines)


def _encode(lines: Sequence[str]) -> bytes:
    # TRF16 asks for a carriage return at the end of each line; files of practice add the line feed.
    return "".join(f"{line.rstrip()}\r\n" for line in lines).encode("utf-8", "replace")


def _record(code: str, text: str) -> str:
    return f"{code} {one_line(text)}"


def _about(report: Report) -> Iterator[str]:
    """Yield the lines about the tournament; lines not filled in stay, as programs write them."""
    rated = sum(entrant.rating is not None for entrant in report.entrants)
    texts: Mapping[str, str] = {
        "012": report.name,
        "022": report.place,
        "032": _federation(report.federation, report.country),
        "042": f"{report.start:%Y/%m/%d}" if report.start else "",
        "052": f"{report.end:%Y/%m/%d}" if report.end else "",
        "062": str(len(report.entrants)),
        "072": str(rated),
        "082": str(len(report.teams)),
        "092": report.system,
        "102": report.arbiters[0] if report.arbiters else "",
    }
    for code, text in texts.items():
        yield _record(code, text)
    for deputy in report.arbiters[1:]:
        yield _record("112", deputy)
    yield _record("122", report.time_system)
    if report.round_dates:
        yield "132".ljust(layout.FIRST_ROUND - 1) + layout.format_dates(report.round_dates)


def _federation(federation: str, country: str) -> str:
    """Return FIDE's three letters, from those of the country where a Go file has only them."""
    return federation or COUNTRIES.get(country, ("", ""))[0]


def _players(report: Report) -> Iterator[str]:
    lines = _Lines()
    numbers = {entrant.number: entrant.start_number or entrant.number for entrant in report.entrants}
    for bye in report.byes:
        lines.add(bye.entrant, bye.round, f"0000 - {_BYES[bye.kind]}", bye_score(bye.kind))
    for game in report.pairings:
        _halves(game, numbers, lines)
    printed = any(entrant.score for entrant in report.entrants)
    has_ratings = DISCIPLINES[report.discipline].has_ratings  # others mean other scales
    for entrant in report.entrants:
        score = entrant.score if printed else f"{lines.points.get(entrant.number, 0) / 2:.1f}"
        rating = _rating(entrant.rating) if has_ratings else ""
        line = _player(entrant, score=score, rating=rating)
        yield line.ljust(layout.FIRST_ROUND - 3) + _cells(lines.cells.get(entrant.number, {}))


def _halves(game: Pairing, numbers: Mapping[int, int], lines: _Lines) -> None:
    """Note both sides of a pairing."""
    letters = (_SHORT if game.short else _BY_DEFAULT if game.by_default else _PLAYED)[game.outcome]
    colours = "wb" if game.colour_known else "--"
    points = scores(game.outcome)
    sides = ((game.white, game.black), (game.black, game.white))
    for (mine, other), colour, letter, half_points in zip(sides, colours, letters, points, strict=True):
        lines.add(mine, game.round, f"{numbers[other]:4d} {colour} {letter}", half_points)


def _cells(cells: Mapping[int, str]) -> str:
    return "".join(f"  {cells.get(number, '').ljust(8)}" for number in range(1, max(cells, default=0) + 1))


def _player(entrant: Entrant, *, score: str, rating: str) -> str:
    """Return columns 1 to 89 of a player's line."""
    name = one_line(", ".join(part for part in (entrant.surname, entrant.given_name) if part.strip()))
    federation = _federation(entrant.federation, entrant.country)
    rank = entrant.rank if len(entrant.rank) <= 4 else ""
    return (
        f"001 {entrant.start_number or entrant.number:4d}"
        f" {_SEXES.get(entrant.sex, ' ')}{entrant.title[:3]:>3} {name[:33]:<33} {rating:>4}"
        f" {federation[:3]:<3} {entrant.identifiers.get('fide', '')[:11]:>11}"
        f" {_birth(entrant.birth):<10} {score[:4]:>4} {rank:>4}"
    )


def _rating(rating: float | None) -> str:
    if rating is None or not math.isfinite(rating) or not 0 < round(rating) <= 9999:
        return ""
    return str(round(rating))


def _birth(birth: str) -> str:
    """Write a date of birth; 00 for month and day where only the year is known (files of practice)."""
    return f"{birth}/00/00" if len(birth) == 4 else birth.replace("-", "/")


def _start_numbers(members: Sequence[int], report: Report) -> str:
    numbers = (report.entrants[member - 1].start_number or member for member in members)
    return " ".join(f"{number:4d}" for number in numbers)


def _old_team(team: Team, report: Report) -> str:
    return f"{one_line(team.name)[:32]:<32}{_start_numbers(team.members, report)}"


def _team(team: Team, report: Report) -> str:
    head = (
        f"310 {team.number:3d} {one_line(team.name)[:32]:<32} {team.nickname[:5]:<5} {team.strength[:6]:>6}"
    )
    figures = f" {team.match_points[:6]:>6} {team.game_points[:6]:>6} {team.rank[:3]:>3}"
    return f"{head}{figures}  {_start_numbers(team.members, report)}"


def _national(record: NationalRecord, report: Report) -> str:
    started = report.entrants[record.entrant - 1].start_number or record.entrant
    return (
        f"{record.federation} {started:4d} {_SEXES.get(record.sex, ' ')}{record.classification[:3]:>3}"
        f" {record.name[:33]:<33} {record.rating or '':>4} {record.origin[:3]:<3} {record.number[:11]:>11}"
        f" {_birth(record.birth):<10}"
    )
