"""Write an invented tournament as the pairing program OpenGotha saves it (XML, data version 201)."""

from collections.abc import Iterable
from xml.sax.saxutils import quoteattr

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


def write(report: Report, *, minutes: int, seconds: int) -> bytes:
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
