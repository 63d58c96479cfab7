"""The printed scores of a chess report beside what its rounds give."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from federation.vocabulary.names import full_name
from tournaments.formats.shared.printed_points import turned_round
from tournaments.formats.trf import layout
from tournaments.formats.trf.layout import Line
from tournaments.formats.trf.players import Players, members
from tournaments.reports.findings import Finding, Place, warning
from tournaments.reports.outcomes import bye_score, scores
from tournaments.reports.report import Entrant, Report

_SCORING = ("162", "362", "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU")  # other points than 1, 1/2, 0
_POINTS, _ROUND, _PLAYERS = (14, 17), (20, 22), 24  # columns of line 299 (TRF26)


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


def check(
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
