"""The invented tournaments as files, in the formats organisers hand in."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from xml.sax.saxutils import quoteattr

from federation.management.demo.places import HOME
from tournaments.formats.h9 import writer as h9_writer
from tournaments.formats.tou import writer as tou_writer
from tournaments.management.demo.calendar import Kind
from tournaments.management.demo.world import InventedTournament
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.reports.report import Entrant, Pairing, Report

RESULTS = {
    Outcome.WHITE_WINS: "RESULT_WHITEWINS",
    Outcome.BLACK_WINS: "RESULT_BLACKWINS",
    Outcome.DRAW: "RESULT_EQUAL",
    Outcome.BOTH_LOSE: "RESULT_BOTHLOSE",
    Outcome.BOTH_WIN: "RESULT_BOTHWIN",
    Outcome.UNKNOWN: "RESULT_UNKNOWN",
}

TOU_EVERY = 6  # of the tournaments at home, every sixth comes as TOU, the others as saved by OpenGotha


@dataclass(frozen=True, slots=True)
class InventedFile:
    """A file an organiser would hand in."""

    filename: str
    content: bytes


def _has_namesakes(tournament: InventedTournament) -> bool:
    """Return whether OpenGotha would confuse two entrants: it knows players by their names."""
    names = [(entrant.surname, entrant.given_name) for entrant in tournament.report.entrants]
    return len(set(names)) < len(names)


def ending(tournament: InventedTournament, number: int) -> str:
    """Choose the format: H9 from abroad, TOU from some clubs and for namesakes, else OpenGotha."""
    if tournament.event.country != HOME:
        return "h9"
    if number % TOU_EVERY == 0 or tournament.event.kind is Kind.CLUB or _has_namesakes(tournament):
        return "tou"
    return "xml"


def handed_in(tournament: InventedTournament, *, number: int) -> InventedFile:
    """Write the file of the tournament with this number, counted from 1 by date."""
    event, report = tournament.event, tournament.report
    kind = ending(tournament, number)
    # Towns hold no blanks or slashes that would matter, but a file name should stay plain.
    town = "".join(letter if letter.isalnum() else "-" for letter in event.place.lower())
    filename = f"{event.start:%y%m%d}-{number:03d}-{town}.{kind}"
    if kind == "xml":
        content = write_opengotha(report, minutes=event.minutes, seconds=event.period)
        return InventedFile(filename, content)
    return InventedFile(filename, h9_writer.write(report) if kind == "h9" else tou_writer.write(report))


def _unsure(report: Report) -> Report:
    """Leave out and misspell as an organiser in a hurry does: a number, a name, an unknown name."""
    entrants = list(report.entrants)
    for place in (1, 2, 3):
        entrants[place] = replace(entrants[place], identifiers={})
    written = entrants[1].surname
    entrants[1] = replace(entrants[1], surname=written[:-2] + written[-1] + written[-2])
    entrants[3] = replace(entrants[3], surname="Quelquetour", given_name="Inconnue")
    return replace(report, entrants=tuple(entrants))


def damaged(tournament: InventedTournament) -> InventedFile:
    """Write the file as TOU as a hasty hand would leave it: the winner's first result no longer agrees."""
    text = tou_writer.write(_unsure(tournament.report)).decode("iso-8859-15")
    head, first, rest = text.partition("\n   1 ")
    line, end, others = rest.partition("\n")
    line = line.replace("+", "-", 1) if "+" in line else line.replace("-", "+", 1)
    filename = f"{tournament.event.start:%y%m%d}-brouillon.tou"
    return InventedFile(filename, f"{head}{first}{line}{end}{others}".encode("iso-8859-15"))


def write_folder(folder: Path, tournaments: Iterable[InventedTournament]) -> int:
    """Write every tournament to a folder, which is made if need be; return how many."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for count, tournament in enumerate(tournaments, start=1):
        file = handed_in(tournament, number=count)
        (folder / file.filename).write_bytes(file.content)
    return count


def _element(tag: str, **attributes: object) -> str:
    written = " ".join(f"{name}={quoteattr(str(value))}" for name, value in attributes.items())
    return f"<{tag} {written}/>"


def _group(tag: str, elements: Iterable[str]) -> list[str]:
    return [f"<{tag}>", *elements, f"</{tag}>"]


def _key(entrant: Entrant) -> str:
    """Name a player as the program does: surname and first name run together, upper case, no blanks."""
    return "".join(f"{entrant.surname}{entrant.given_name}".split()).upper()


def _player(entrant: Entrant, absent: set[int], report: Report) -> str:
    grade, rounds = entrant.grade.upper(), report.rounds
    start = report.mcmahon.start(entrant.number) if report.mcmahon else None
    return _element(
        "Player",
        name=entrant.surname,
        firstName=entrant.given_name,
        country=entrant.country,
        club=entrant.club,
        egfPin=entrant.identifiers.get("egd", ""),
        ffgLicence=entrant.identifiers.get("ffg", ""),
        ffgLicenceStatus=entrant.licence_status or "-",
        agaId="",
        grade=grade,
        rank=grade,
        participating="".join("0" if number in absent else "1" for number in range(1, rounds + 1)).ljust(
            20, "0"
        ),
        registeringStatus="FIN",
        smmsByHand=-1 if start is None else start // 2,
        smmsCorrection=0,
    )


def _game(pairing: Pairing, keys: dict[int, str]) -> str:
    return _element(
        "Game",
        roundNumber=pairing.round,
        tableNumber=pairing.board or 1,
        whitePlayer=keys[pairing.white],
        blackPlayer=keys[pairing.black],
        handicap=pairing.handicap,
        knownColor="true",
        result=RESULTS[pairing.outcome] + ("_BYDEF" if pairing.by_default else ""),
    )


def _general(report: Report, *, minutes: int, seconds: int) -> str:
    return _element(
        "GeneralParameterSet",
        name=report.name,
        shortName=f"{report.start:%y%m%d}",
        beginDate=report.start,
        endDate=report.end,
        location=f"{report.country}, {report.place}",
        bInternet="true" if report.online else "false",
        numberOfRounds=report.rounds,
        size=report.board_size,
        komi=report.komi,
        basicTime=minutes,
        complementaryTimeSystem="STDBYOYOMI",
        stdByoYomiTime=seconds,
        genMMBar="9D",
        genMMFloor="30K",
        genMMZero="30K",
        genMMS2ValueAbsent=report.mcmahon.absent if report.mcmahon else 0,
        genMMS2ValueBye=report.mcmahon.bye if report.mcmahon else 2,
        genRoundDownNBWMMS="false",
    )


def write_opengotha(report: Report, *, minutes: int, seconds: int) -> bytes:
    """Write a report with Japanese overtime: main `minutes`, periods of `seconds`."""
    keys = {entrant.number: _key(entrant) for entrant in report.entrants}
    absent: dict[int, set[int]] = {number: set() for number in keys}
    for bye in report.byes:
        if bye.kind is ByeKind.ZERO_POINT:
            absent[bye.entrant].add(bye.round)
    free = [bye for bye in report.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
    lines = [
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
        '<Tournament dataVersion="201" externalIPAddress="0.0.0.0" fullVersionNumber="3.50.00">',
        *_group("Players", (_player(each, absent[each.number], report) for each in report.entrants)),
        *_group("Games", (_game(pairing, keys) for pairing in report.pairings)),
        *_group(
            "ByePlayers", (_element("ByePlayer", player=keys[b.entrant], roundNumber=b.round) for b in free)
        ),
        "<TournamentParameterSet>",
        _general(report, minutes=minutes, seconds=seconds),
        _element("HandicapParameterSet", hdCeiling=9, hdCorrection=1),
        _element("PlacementCriterion", name="MMS" if report.mcmahon else "NBW", number=1),
        "</TournamentParameterSet>",
        "</Tournament>",
        "",
    ]
    return "\n".join(lines).encode("utf-8")
