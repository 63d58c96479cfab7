"""Do favourites score as their grades or ratings let expect? Where not, results may be turned round.

Each game has a forecast (Go: EGF, by declared grades and handicap; chess: FIDE, by the ratings written) and
weighs as much as the logarithm of its odds. The figure is what favourites scored above a half, so weighed, in
standard deviations of games decided by lot: above 0 in any real event with clear favourites, and of the
opposite sign where all results are turned round.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from federation.vocabulary.disciplines.catalogue import DISCIPLINES
from federation.vocabulary.grades import gor_of, parse_grade
from tournaments.reports.findings import Finding, warning
from tournaments.reports.outcomes import scores
from tournaments.reports.report import Entrant, Pairing, Report

# From here on an officer looks. None of 193 real files lies below -2.4; turned round, two of three do, and
# nine of ten of those whose favourites are clear.
LEAST_FIGURE = -2.5
LEAST_GAMES = 12  # rateable ones between entrants of known strength; fewer say nothing
# EGF 2021: winning odds are ((3300 - weaker) / (3300 - stronger)) to the seventh; half a stone is komi.
_PERFECT, _EXPONENT, _STONE, _KOMI = 3300.0, 7, 100.0, 0.5
_STRONGEST = 3299.0
_FIDE_STEP, _FIDE_MOST = 400.0, 400.0  # FIDE B.02: differences beyond count as 400


@dataclass(frozen=True, slots=True)
class Forecast:
    """Favourites of the games that have one: how many games, points made and expected, and the figure."""

    games: int
    made: float
    expected: float
    figure: float


def findings(report: Report) -> Iterator[Finding]:
    """Yield a warning where favourites score far below the forecast over the whole file."""
    odds = _odds(report)
    forecast = _sum_up(odds)
    if len(odds) >= LEAST_GAMES and forecast.figure <= LEAST_FIGURE:
        yield warning(
            "favourites-lose",
            games=forecast.games,
            made=f"{forecast.made:g}",
            expected=f"{forecast.expected:.1f}",
        )


def of_report(report: Report) -> Forecast:
    """Return the forecast of a report beside what its favourites scored."""
    return _sum_up(_odds(report))


def _odds(report: Report) -> list[tuple[Pairing, float]]:
    """Return the rateable games between entrants of known strength, with the logarithm of White's odds."""
    rateable = [(game, _log_odds(report, game)) for game in report.pairings if game.rateable]
    return [(game, log) for game, log in rateable if log is not None]


def _sum_up(odds: list[tuple[Pairing, float]]) -> Forecast:
    """Sum up over games and the logarithm of White's odds in each."""
    games, scored, expected, above, variance = 0, 0.0, 0.0, 0.0, 0.0
    for game, log in odds:
        if not log:
            continue
        white, black = scores(game.outcome)
        points = (white if log > 0 else black) / 2
        games += 1
        scored += points
        expected += 1 / (1 + math.exp(-abs(log)))
        above += abs(log) * (points - 0.5)
        variance += log * log / 4
    return Forecast(games, scored, expected, above / math.sqrt(variance) if variance else 0.0)


def _log_odds(report: Report, game: Pairing) -> float | None:
    """Return the logarithm of White's odds, None where the strength of a side is not known."""
    white, black = report.entrants[game.white - 1], report.entrants[game.black - 1]
    if DISCIPLINES[report.discipline].has_ratings:
        if not white.rating or not black.rating:
            return None
        difference = max(-_FIDE_MOST, min(_FIDE_MOST, white.rating - black.rating))
        return difference / _FIDE_STEP * math.log(10)
    mine, theirs = _strength(white), _strength(black)
    if mine is None or theirs is None:
        return None
    if game.handicap > 0:
        theirs = min(_STRONGEST, theirs + _STONE * (game.handicap - _KOMI))
    return _EXPONENT * math.log((_PERFECT - theirs) / (_PERFECT - mine))


def _strength(entrant: Entrant) -> float | None:
    grade = parse_grade(entrant.grade) if entrant.grade else None
    return None if grade is None else min(_STRONGEST, gor_of(grade))
