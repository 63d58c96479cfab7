"""FIDE tournament reports (TRF) of 2006 and before (Krause), 2016 and 2026, with teams and national records.

Lines of fixed columns, each known by its first three characters. Opponents are starting numbers, which need
not be the order of the lines.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from tournaments.formats.shared import chess
from tournaments.formats.shared.chess import country_of
from tournaments.formats.shared.dates import ambiguous
from tournaments.formats.shared.encoding import Source
from tournaments.formats.shared.limits import check_size
from tournaments.formats.shared.no_persons import stands_for_bye
from tournaments.formats.trf import layout
from tournaments.formats.trf import players as trf_players
from tournaments.formats.trf.layout import Line
from tournaments.formats.trf.players import Players, members
from tournaments.reports.findings import Finding, Findings, Place, error, notice, warning
from tournaments.reports.report import NationalRecord, Report, Team


def read(source: Source) -> Report:
    """Read a tournament report of any dialect; `format` of the report names it."""
    findings = Findings(source.findings)
    lines = list(layout.lines(source.text))
    seated = [line for line in lines if line.code == "001"]
    longest = max((len(line.text) for line in seated), default=0) - layout.FIRST_ROUND
    columns = min(layout.MOST_ROUNDS, max(0, longest // layout.ROUND_WIDTH + 1))
    check_size(max(len(seated), sum(1 for line in lines if line.code == "national")), columns)
    players = trf_players.read(seated, findings=findings)
    teams = read_teams(lines, players, findings=findings)
    nationals = read_nationals(lines, players, findings=findings)
    if not any(line.code == "310" for line in lines):  # with teams, line 240 counts teams
        absences = [line for line in lines if line.code == "240"]
        players.byes += trf_players.announced(absences, players, findings=findings)
    if not players.entrants:
        findings.append(error("no-entrants"))
    if teams:
        findings.append(notice("team-event", count=len(teams)))
    abnormal = [] if teams else trf_players.abnormal(lines, players, findings=findings)
    rounds = _rounds(lines, players, findings=findings)
    report = replace(
        _about(lines, findings=findings),
        format=layout.dialect(lines),
        encoding=source.encoding,
        rounds=rounds,
        entrants=tuple(players.entrants),
        pairings=tuple(players.pairings),
        byes=tuple(bye for bye in players.byes if bye.round <= rounds),
        teams=teams,
        nationals=nationals,
        records=tuple(sorted((line.text for line in lines if _is_kept(line)), key=layout.after_players)),
    )
    findings += [
        *_check_number_of_players(lines, report),
        *trf_players.check_scores(
            report, findings, abnormal=abnormal, other=trf_players.has_other_points(lines)
        ),
        *_unknown(lines),
    ]
    return replace(report, findings=findings.summed_up())


def _is_kept(line: Line) -> bool:
    return line.code in layout.KEPT or (line.code[:2] in ("XX", "BB") and line.code != "XXR")


def _unknown(lines: Sequence[Line]) -> list[Finding]:
    known = layout.HEADERS | layout.KEPT | {"001", "013", "310", "national"}
    return [
        notice("unknown-record", Place(line.number), code=line.code)
        for line in lines
        if line.code not in known and line.code.isdigit()
    ]


def _texts(lines: Sequence[Line], code: str) -> list[tuple[str, int]]:
    """Return what stands from column 5 on in all lines of a kind, and where."""
    return [(" ".join(line.text[4:].split()), line.number) for line in lines if line.code == code]


def _rounds(lines: Sequence[Line], players: Players, *, findings: list[Finding]) -> int:
    """Read the number of rounds (142, XXR); more rounds than announced count, and are a finding."""
    announced = 0
    for text, number in _texts(lines, "142") + _texts(lines, "XXR"):
        if re.fullmatch("[0-9]{1,3}", text) and 0 < int(text) <= layout.MOST_ROUNDS:
            announced = announced or int(text)
        else:
            findings.append(warning("odd-rounds", Place(number, 5), text=text[:40]))
    if announced and players.rounds > announced:
        findings.append(warning("round-beyond", Place(round=players.rounds), rounds=announced))
    if announced:
        for bye in players.byes:
            if bye.round > max(announced, players.rounds):
                place = Place(bye.line, None, bye.round, bye.entrant)
                findings.append(warning("round-beyond", place, rounds=announced))
    return max(announced, players.rounds)


def _about(lines: Sequence[Line], *, findings: list[Finding]) -> Report:
    """Read the lines about the tournament itself."""
    texts = {code: rows[0][0] for code in layout.HEADERS if (rows := _texts(lines, code))}
    start, end = (_day(lines, code, findings=findings) for code in ("042", "052"))
    federation = texts.get("032", "").upper()
    if not re.fullmatch(r"[A-Z]{3}|", federation):
        place = Place(_texts(lines, "032")[0][1], 5)
        findings.append(warning("odd-federation", place, text=texts["032"][:40]))
        federation = ""
    coded = _texts(lines, "222")
    words = texts.get("122", "")
    minutes = chess.minutes_coded(coded[0][0]) if coded else chess.minutes_said(words)
    deputies = [text for text, _ in _texts(lines, "112") if text]
    arbiters = (texts.get("102", ""), *deputies)
    return Report(
        format="",
        encoding="",
        name=texts.get("012", ""),
        start=start,
        end=end,
        place=texts.get("022", ""),
        country=country_of(federation),
        board_size=8,
        adjusted_minutes=minutes,
        time_system=words,
        online=chess.is_online(texts.get("022", "")) or None,
        program=texts.get("182", ""),
        discipline="chess",
        federation=federation,
        rate=chess.rate(minutes, texts.get("092", ""), words, texts.get("012", "")),
        system=texts.get("092", ""),
        arbiters=arbiters if any(arbiters) else (),
        round_dates=_round_dates(lines, (start, end), findings=findings),
    )


def _day(lines: Sequence[Line], code: str, *, findings: list[Finding]) -> date | None:
    for text, number in _texts(lines, code)[:1]:
        when = layout.day_of(text)
        if text and when is None:
            findings.append(error("impossible-date", Place(number, 5), text=text[:40]))
        if when and (other := layout.other_day(text)):
            findings.append(ambiguous(text, when, other, Place(number, 5)))
        return when
    return None


def _round_dates(
    lines: Sequence[Line], within: tuple[date | None, date | None], *, findings: list[Finding]
) -> tuple[date | None, ...]:
    """Read line 132: a date every ten columns from 92 on."""
    days: list[date | None] = []
    for line in [line for line in lines if line.code == "132"][:1]:
        for written in re.finditer(r"\S+", line.text[layout.FIRST_ROUND - 3 :]):
            number = written.start() // layout.ROUND_WIDTH + 1  # some programs are a column off
            place = Place(line.number, written.start() + layout.FIRST_ROUND - 2, number)
            when = layout.round_day(written[0], within)
            if when is None or not len(days) < number <= layout.MOST_ROUNDS:
                findings.append(warning("odd-round-date", place, text=written[0][:40]))
            else:
                days += [None] * (number - 1 - len(days)) + [when]
    return tuple(days)


def _check_number_of_players(lines: Sequence[Line], report: Report) -> list[Finding]:
    """Compare the number of players given (062) with those listed; a bye may be counted or not."""
    listed = len(report.entrants)
    counts = {str(listed), str(listed - sum(map(stands_for_bye, report.entrants)))}
    return [
        warning("count-mismatch", Place(number, 5), written=text[:20], count=listed)
        for text, number in _texts(lines, "062")[:1]
        if text and text.split()[0].strip("()") not in counts
    ]


def read_teams(lines: Sequence[Line], players: Players, *, findings: list[Finding]) -> tuple[Team, ...]:
    """Read the teams: lines 310, and lines 013 only where there are none (TRF26 keeps both for a while)."""
    new = [line for line in lines if line.code == "310"]
    if new:
        read = (_team(line, players, findings=findings) for line in new)
        return tuple(team for team in read if team is not None)
    old = [line for line in lines if line.code == "013"]
    return tuple(
        Team(
            number,
            layout.field(line.text, layout.OLD_TEAM_NAME),
            _without_zeros(members(line, layout.OLD_TEAM_MEMBERS, players, findings=findings)),
        )
        for number, line in enumerate(old, start=1)
    )


def _team(line: Line, players: Players, *, findings: list[Finding]) -> Team | None:
    moved = layout.filled(line.text, layout.TEAM_BLANKS)
    for column in moved:
        findings.append(error("filled-column", Place(line.number, column), column=column))
    values = {name: layout.field(line.text, columns) for name, columns in layout.TEAM.items()}
    if not re.fullmatch("[0-9]{1,3}", values["number"]):
        findings.append(error("unreadable-line", Place(line.number, layout.TEAM["number"][0])))
        return None
    if moved:  # the meaning of the columns is unknown
        return Team(int(values["number"]), values["name"])
    return Team(
        int(values["number"]),
        values["name"],
        _without_zeros(members(line, layout.TEAM_MEMBERS, players, findings=findings)),
        nickname=values["nickname"],
        strength=values["strength"],
        match_points=values["match_points"],
        game_points=values["game_points"],
        rank=values["rank"],
    )


def _without_zeros(numbers: list[int]) -> tuple[int, ...]:
    return tuple(number for number in numbers if number)


def read_nationals(
    lines: Sequence[Line], players: Players, *, findings: list[Finding]
) -> tuple[NationalRecord, ...]:
    """Read the national records: the federation's code instead of 001, then the same columns to 79.

    The title's columns hold a classification, the federation's the origin, FIDE's number the national one.
    """
    records = []
    for line in lines:
        if line.code != "national":
            continue
        started = int(layout.field(line.text, layout.PLAYER["number"]))
        entrant = players.numbers.get(started, 0)
        if not entrant:
            findings.append(warning("unknown-opponent", Place(line.number, 5), opponent=started))
            continue
        text = layout.aligned(line.text)
        values = {name: layout.field(text, layout.PLAYER[name]) for name in layout.PLAYER}
        birth, rating = layout.birth_of(values["birth"]), values["rating"]
        if values["birth"] and birth is None:
            place = Place(line.number, layout.PLAYER["birth"][0], entrant=entrant)
            findings.append(warning("odd-birth-date", place, text=values["birth"]))
        records.append(
            NationalRecord(
                entrant=entrant,
                federation=text[:3],
                name=values["name"],
                sex={"m": "m", "w": "f", "f": "f"}.get(values["sex"].lower(), ""),
                classification=values["title"],
                rating=int(rating) if re.fullmatch("[0-9]{1,4}", rating) and int(rating) else None,
                origin=values["federation"],
                number=values["fide"],
                birth=birth or "",
                line=line.number,
            )
        )
    return tuple(records)
