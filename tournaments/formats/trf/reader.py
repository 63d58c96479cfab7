"""FIDE tournament reports (TRF): the dialects of 2006 and before (Krause), of 2016 and of 2026.

Lines of fixed columns, each known by its first three characters. Opponents are starting numbers, which need
not be the order of the lines.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from tournaments.formats.shared import chess_clock
from tournaments.formats.shared.chess import country_of
from tournaments.formats.shared.dates import ambiguous
from tournaments.formats.shared.encoding import Source
from tournaments.formats.shared.limits import check_size
from tournaments.formats.shared.no_persons import stands_for_bye
from tournaments.formats.trf import dates as trf_dates
from tournaments.formats.trf import layout
from tournaments.formats.trf import players as trf_players
from tournaments.formats.trf import scores as trf_scores
from tournaments.formats.trf import teams as trf_teams
from tournaments.formats.trf.layout import Line
from tournaments.formats.trf.players import Players
from tournaments.reports.findings import Finding, Findings, Place, error, notice, warning
from tournaments.reports.report import Report


def read(source: Source) -> Report:
    """Read a tournament report of any dialect; `format` of the report names it."""
    findings = Findings(source.findings)
    lines = list(layout.lines(source.text))
    seated = [line for line in lines if line.code == "001"]
    longest = max((len(line.text) for line in seated), default=0) - layout.FIRST_ROUND
    columns = min(layout.MOST_ROUNDS, max(0, longest // layout.ROUND_WIDTH + 1))
    check_size(max(len(seated), sum(1 for line in lines if line.code == "national")), columns)
    players = trf_players.read(seated, findings=findings)
    teams = trf_teams.teams(lines, players, findings=findings)
    nationals = trf_teams.nationals(lines, players, findings=findings)
    if not any(line.code == "310" for line in lines):  # with teams, line 240 counts teams
        absences = [line for line in lines if line.code == "240"]
        players.byes += trf_players.announced(absences, players, findings=findings)
    if not players.entrants:
        findings.append(error("no-entrants"))
    if teams:
        findings.append(notice("team-event", count=len(teams)))
    abnormal = [] if teams else trf_scores.abnormal(lines, players, findings=findings)
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
        *trf_scores.check(report, findings, abnormal=abnormal, other=trf_scores.has_other_points(lines)),
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
    minutes = chess_clock.minutes_coded(coded[0][0]) if coded else chess_clock.minutes_said(words)
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
        online=chess_clock.is_online(texts.get("022", "")) or None,
        program=texts.get("182", ""),
        discipline="chess",
        federation=federation,
        rate=chess_clock.rate(minutes, texts.get("092", ""), words, texts.get("012", "")),
        system=texts.get("092", ""),
        arbiters=arbiters if any(arbiters) else (),
        round_dates=_round_dates(lines, (start, end), findings=findings),
    )


def _day(lines: Sequence[Line], code: str, *, findings: list[Finding]) -> date | None:
    for text, number in _texts(lines, code)[:1]:
        when = trf_dates.day(text)
        if text and when is None:
            findings.append(error("impossible-date", Place(number, 5), text=text[:40]))
        if when and (other := trf_dates.other_day(text)):
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
            when = trf_dates.round_day(written[0], within)
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
