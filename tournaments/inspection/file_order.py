"""Order of places and boards against the points of the games; detects reversed results.

Places follow the points at the end, boards of a round those before it, as pairing programs number them: the
top board is of the highest two. Two entrants, or two boards, are evidence where the points of the games order
them one way and those of the games turned round the other way; no ratings are needed. Equal points of the two
of a pairing are none: turned round they are equal too.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from tournaments.inspection import forecast
from tournaments.reports.findings import Finding, warning
from tournaments.reports.outcomes import bye_score, scores
from tournaments.reports.report import Pairing, Report

# Of 193 real files none that has as many comparisons lies above 0.5; turned round, five of six lie above 0.8.
LEAST_SHARE = 0.8
LEAST_COMPARISONS = 12  # fewer say nothing
_MOST = 100  # entrants or boards of an order that are compared, each with each

Points = tuple[int, int]  # half points: of the games, and of the games turned round


def findings(report: Report) -> Iterator[Finding]:
    """Yield a warning where the order of the file follows the losses, unless favourites win as forecast."""
    comparisons = list(_comparisons(report))
    against = comparisons.count(False)
    if len(comparisons) < LEAST_COMPARISONS or against < LEAST_SHARE * len(comparisons):
        return
    if forecast.of_report(report).figure < -forecast.LEAST_FIGURE:
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
