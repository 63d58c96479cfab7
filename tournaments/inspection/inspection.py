"""Inspection of a report for errors and oddities: findings with code, place and severity.

An error stops submission; a warning leaves the rest of the tournament rateable; a notice only informs.
"""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date

from federation.vocabulary.countries import is_known
from federation.vocabulary.disciplines.catalogue import DISCIPLINES
from federation.vocabulary.names import full_name
from tournaments.formats.shared.time_control import class_floor
from tournaments.inspection import file_order
from tournaments.reports.findings import MOST, Finding, Place, Severity, error, notice, warning
from tournaments.reports.outcomes import Outcome
from tournaments.reports.report import Entrant, Pairing, Report

_WEIGHT = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTICE: 2}
_FIRST_YEAR = 1950  # no federation in Europe is older; programs write 1900 for a missing date
_LONG = 366  # days; leagues last a season
_HALF = 0.5  # of a point of komi: no game can end in a draw
_SMALL = re.compile(r"\b(9|13)\s?[x×]\s?\1\b", re.IGNORECASE)
_PLACEHOLDERS = frozenset({"tournament name", "location name", "nom du tournoi"})
_IDENTIFIERS = {
    "ffg": re.compile(r"[0-9A-Za-z]{7}"),
    "egd": re.compile(r"[0-9]{8}"),
    "aga": re.compile(r"[0-9]{1,6}"),
    "fide": re.compile(r"[0-9]{5,11}"),
}


def inspect(report: Report, *, today: date | None = None) -> tuple[Finding, ...]:
    """Return the findings of the reading and of the inspection, gravest first, then by place.

    Without `today` dates are not compared with the present.
    """
    findings = [
        *report.findings,
        *_naming(report),
        *_dates(report, today),
        *_board(report),
        *_time(report),
        *_draws(report),
        *_required(report),
        *_rounds(report),
        *_collisions(report),
        *_games(report),
        *(
            tuple(file_order.forecast_findings(report)) or file_order.findings(report)
        ),  # both say that results are turned
        *_entrants(report),
        *_identifiers(report),
    ]
    left_out = sum(int(finding.values["count"]) for finding in findings if finding.code == "more-findings")
    findings = sorted((finding for finding in findings if finding.code != "more-findings"), key=_order)
    left_out += len(findings[MOST:])
    more = [notice("more-findings", count=left_out)] if left_out else []
    return (*findings[:MOST], *more)


def _order(finding: Finding) -> tuple[int, int, int, int, str]:
    place = finding.place
    return (
        _WEIGHT[finding.severity],
        place.line or 0,
        place.round or 0,
        place.entrant or 0,
        finding.code,
    )


def _has_finding(report: Report, code: str) -> bool:
    return any(finding.code == code for finding in report.findings)


def _naming(report: Report) -> Iterator[Finding]:
    if not report.name.strip():
        yield warning("missing-name")
    for text in (report.name, report.place):
        if text.strip().lower() in _PLACEHOLDERS:
            yield warning("placeholder-name", text=text)


def _dates(report: Report, today: date | None) -> Iterator[Finding]:
    start, end = report.start, report.end
    if start is None:
        if not any(_has_finding(report, code) for code in ("impossible-date", "partial-date")):
            yield error("missing-date")
        return
    if start.year < _FIRST_YEAR:
        yield error("implausible-date", date=start.isoformat())
    elif end and (end - start).days > _LONG:
        yield warning("long-event", days=(end - start).days)
    if end and end < start:
        yield error("end-before-start", start=start.isoformat(), end=end.isoformat())
    if today and start > today:
        yield error("future-date", date=start.isoformat())
    elif today and end and end > today:
        yield warning("not-ended", date=end.isoformat())


def _board(report: Report) -> Iterator[Finding]:
    """Check the board, where it is played on boards of several sizes."""
    sizes, size = DISCIPLINES[report.discipline].sizes, report.board_size
    if len(sizes) == 1:
        return
    if not 2 <= size <= 38:
        yield error("impossible-size", size=size)
    elif size not in sizes:
        yield warning("uncounted-size", size=size)
    elif size == sizes[0] and (other := _SMALL.search(" ".join((report.name, *report.comments)))):
        yield warning("size-doubt", size=size, text=other[0])


def _draws(report: Report) -> Iterator[Finding]:
    """Yield draws a half point of komi rules out; no error: referees and leagues enter them too.

    Handicap games have a komi of their own, which no file gives.
    """
    if report.komi is None or report.komi % 1 != _HALF:
        return
    drawn = [
        game
        for game in report.pairings
        if game.outcome is Outcome.DRAW and not game.by_default and not game.handicap
    ]
    if drawn:
        place = Place(drawn[0].line, None, drawn[0].round, drawn[0].white)
        yield notice("draw-and-half-komi", place, count=len(drawn), komi=f"{report.komi:g}")


def _time(report: Report) -> Iterator[Finding]:
    minutes, facts = report.adjusted_minutes, DISCIPLINES[report.discipline].facts
    if "rate" in facts and not report.rate:
        yield notice("rate-unknown")
    if "time_class" not in facts:
        return
    if minutes is None:
        if not report.time_class:
            yield notice("time-unknown")
    elif not report.time_class and minutes < class_floor("C"):
        yield notice("time-too-short", minutes=f"{minutes:g}")
    elif minutes < class_floor(report.time_class):
        yield notice("class-time", minutes=f"{minutes:g}", time_class=report.time_class)


def _required(report: Report) -> Iterator[Finding]:
    """Ask for what a tournament of the discipline is rated with."""
    required = DISCIPLINES[report.discipline].required
    if "place" in required and not report.place.strip():
        yield warning("missing-place")
    if "federation" in required and not report.federation and not _has_finding(report, "odd-federation"):
        yield warning("missing-federation")
    if "arbiters" in required and not any(report.arbiters[:1]):
        yield warning("missing-arbiter")


def _rounds(report: Report) -> Iterator[Finding]:
    if not report.pairings:
        yield error("no-games")
        return
    if not any(pairing.rateable for pairing in report.pairings):
        yield warning("nothing-rateable")
    played = {pairing.round for pairing in report.pairings}
    for number in range(1, report.rounds + 1):
        if number not in played:
            yield notice("empty-round", Place(round=number))


def _name(entrant: Entrant) -> str:
    return full_name(entrant.surname, entrant.given_name) or f"#{entrant.number}"


def _collisions(report: Report) -> Iterator[Finding]:
    """Yield who plays twice in a round: a round rates all its games from the same levels."""
    seats = [(p.round, side) for p in report.pairings for side in (p.white, p.black)]
    lines = {(p.round, side): p.line for p in report.pairings for side in (p.white, p.black)}
    games = Counter(seats)
    for (number, entrant), count in games.items():
        if count > 1:
            place = Place(lines[number, entrant], None, number, entrant)
            yield error("plays-twice", place, name=_name(report.entrants[entrant - 1]), count=count)
    byes = Counter((bye.round, bye.entrant) for bye in report.byes)
    for (number, entrant), count in byes.items():
        if (number, entrant) in games or count > 1:
            place = Place(None, None, number, entrant)
            yield warning("bye-and-game", place, name=_name(report.entrants[entrant - 1]))


def _games(report: Report) -> Iterator[Finding]:
    for pairing in report.pairings:
        place = Place(pairing.line, None, pairing.round, pairing.white)
        if pairing.handicap > 9:
            yield warning("handicap-high", place, handicap=pairing.handicap)
        elif pairing.handicap < 0:
            yield error("handicap-negative", place, handicap=pairing.handicap)
        yield from _reasons_unrated(report, pairing, place)


def _reasons_unrated(report: Report, pairing: Pairing, place: Place) -> Iterator[Finding]:
    """Yield why a game is not rated: forfeits and referees' decisions are no news, a lacking result is."""
    names = {
        "white": _name(report.entrants[pairing.white - 1]),
        "black": _name(report.entrants[pairing.black - 1]),
    }
    if pairing.outcome is Outcome.UNKNOWN:
        yield warning("unknown-outcome", place, **names)
    elif pairing.outcome is Outcome.BOTH_LOSE:
        yield warning("both-lose", place, **names)
    elif pairing.outcome is Outcome.BOTH_WIN:
        yield warning("both-win", place, **names)
    elif pairing.by_default:
        yield notice("short-game" if pairing.short else "by-default", place, **names)


def _entrants(report: Report) -> Iterator[Finding]:
    unread = {f.place.entrant for f in report.findings if f.code in ("unknown-grade", "bare-grade")}
    damaged = {f.place.entrant for f in report.findings if f.code == "unreadable-line"}
    seen: dict[str, int] = {}
    is_reported = _has_finding(report, "ambiguous-name")
    required = DISCIPLINES[report.discipline].required_of_entrants
    for entrant in report.entrants:
        if entrant.number in damaged:  # that finding covers the entrant
            continue
        place = Place(entrant.line, entrant=entrant.number)
        if not entrant.surname.strip() and not entrant.given_name.strip():
            yield error("missing-surname", place)
            continue
        if "fide" in required and not entrant.identifiers.get("fide"):
            yield warning("no-fide-id", place, name=_name(entrant))
        if "grade" in required and not entrant.grade and entrant.number not in unread:
            yield warning("no-grade", place, name=_name(entrant))
        if not is_known(entrant.country):
            yield notice("unknown-country", place, name=_name(entrant), text=entrant.country[:40])
        key = f"{entrant.surname} {entrant.given_name}".casefold()
        if key in seen and not is_reported:
            yield warning("same-name", place, name=_name(entrant))
        seen.setdefault(key, entrant.number)


def _identifiers(report: Report) -> Iterator[Finding]:
    """Yield numbers of two: entrants with the same licence or PIN cannot be the same person."""
    owners: dict[tuple[str, str], Entrant] = {}
    for entrant in report.entrants:
        place = Place(entrant.line, entrant=entrant.number)
        for scheme, number in entrant.identifiers.items():
            form = _IDENTIFIERS.get(scheme)
            if form and not form.fullmatch(number):
                yield warning("odd-identifier", place, scheme=scheme.upper(), identifier=number[:40])
            owner = owners.setdefault((scheme, number.upper()), entrant)
            if owner is not entrant:
                yield error(
                    "same-identifier", place, name=_name(entrant), identifier=number, other=_name(owner)
                )
