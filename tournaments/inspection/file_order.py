"""Reversed results, detected by forecasts of the games and by the order of places and boards.

Places follow the points at the end, boards of a round those before it, as pairing programs number them: the
top board is of the highest two. Two entrants, or two boards, are evidence where the points of the games order
them one way and those of the games turned round the other way; no ratings are needed. Equal points of the two
of a pairing are none: turned round they are equal too.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from federation.vocabulary.disciplines.catalogue import DISCIPLINES
from federation.vocabulary.grades import gor_of, parse_grade
from tournaments.reports.findings import Finding, warning
from tournaments.reports.outcomes import bye_score, scores
from tournaments.reports.report import Entrant, Pairing, Report

# From here on an officer looks. None of 193 real files lies below -2.4; turned round, two of three do, and
# nine of ten of those whose favourites are clear.
LEAST_FIGURE = -2.5
LEAST_GAMES = 12  # rateable ones between entrants of known strength; fewer say nothing
# EGF 2021: winning odds are ((3300 - weaker) / (3300 - stronger)) to the seventh; half a stone is komi.
_PERFECT, _EXPONENT, _STONE, _KOMI = 3300.0, 7, 100.0, 0.5
_STRONGEST = 3299.0
_FIDE_STEP, _FIDE_MOST = 400.0, 400.0  # FIDE B.02: differences beyond count as 400

# Of 193 real files none that has as many comparisons lies above 0.5; turned round, five of six lie above 0.8.
LEAST_SHARE = 0.8
LEAST_COMPARISONS = 12  # fewer say nothing
_MOST = 100  # entrants or boards of an order that are compared, each with each

Points = tuple[int, int]  # half points: of the games, and of the games turned round


@dataclass(frozen=True, slots=True)
class Forecast:
    """Favourites of the games that have one: how many games, points made and expected, and the figure.

    Each game has a forecast (Go: EGF, by declared grades and handicap; chess: FIDE, by the ratings written)
    and weighs as much as the logarithm of its odds. The figure is what favourites scored above a half, so
    weighed, in standard deviations of games decided by lot: above 0 in any real event with clear favourites,
    and of the opposite sign where all results are turned round.
    """

    games: int
    made: float
    expected: float
    figure: float


def forecast_findings(report: Report) -> Iterator[Finding]:
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


def forecast_of(report: Report) -> Forecast:
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


def findings(report: Report) -> Iterator[Finding]:
    """Yield a warning where the order of the file follows the losses, unless favourites win as forecast."""
    comparisons = list(_comparisons(report))
    against = comparisons.count(False)
    if len(comparisons) < LEAST_COMPARISONS or against < LEAST_SHARE * len(comparisons):
        return
    if forecast_of(report).figure < -LEAST_FIGURE:
        yield warning("order-against-results", count=against, total=len(comparisons))


def _comparisons(report: Report) -> Iterator[bool]:
    """Yield for each usable comparison whether the order follows the games as they are."""
    for order in _orders(report):
        for upper, lower in combinations(order[:_MOST], 2):
            if (upper[0] - lower[0]) * (upper[1] - lower[1]) < 0:
                yield upper[0] > lower[0]


def _orders(report: Report) -> Iterator[Sequence[Points]]:
    """Yield the points of the boards of each round, the top board first, and of the entrants by place."""
    starts = report.mcmahon.starts if report.mcmahon else ()
    points: defaultdict[int, Points] = defaultdict(
        lambda: (0, 0), {number: (start or 0, start or 0) for number, start in enumerate(starts, start=1)}
    )
    rounds: defaultdict[int, list[Pairing]] = defaultdict(list)
    for game in report.pairings:
        rounds[game.round].append(game)
    # Where everybody meets everybody boards follow no points.
    has_boards = report.rounds < len(report.entrants) - 1
    for number in sorted(rounds):
        if has_boards:
            boards = {game.board: game for game in rounds[number] if game.board}
            yield [_added(points[boards[at].white], points[boards[at].black]) for at in sorted(boards)]
        for game in rounds[number]:
            white, black = scores(game.outcome)
            points[game.white] = _added(points[game.white], (white, black))
            points[game.black] = _added(points[game.black], (black, white))
        for bye in report.byes:
            if bye.round == number:
                points[bye.entrant] = _added(points[bye.entrant], (bye_score(bye.kind),) * 2)
    by_place = sorted(
        (int(entrant.rank), entrant.number) for entrant in report.entrants if entrant.rank.isdecimal()
    )
    yield [points[number] for _place, number in by_place]


def _added(first: Points, second: Points) -> Points:
    return first[0] + second[0], first[1] + second[1]
