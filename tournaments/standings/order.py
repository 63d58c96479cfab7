"""Order of a crosstable: as the organiser wrote it, else as derived from the pairings. Pure.

A file that prints ranks (TOU, H9, FIDE reports) is a table in its order; tied places are left blank there.
OpenGotha saves its players in no order at all, but the start scores of a McMahon, from which its order
follows. Where none are stored (other programs, files read before 2026-11): every pairing program pairs
equals, so opponents of one score are a Swiss tournament, and opponents of different scores started at
different heights, by grade. In 48 real result tables with printed places (2026-11) opponents
differ by less than a third of a point in Swiss tournaments and by more than half a point in McMahon ones.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from federation.vocabulary.grades import gor_of, parse_grade

SWISS_GAP = 0.6  # half points between opponents, on average from the second round on


class Order(StrEnum):
    """Basis of the order of a table."""

    FILE = "file"  # the places as handed in
    MCMAHON = "mcmahon"  # McMahon score, then the sum of the opponents' McMahon scores
    GRADES = "grades"  # a McMahon without start scores: points and a head start of the grade, then SOS
    POINTS = "points"  # points, then SOS
    TIE_BREAKS = "tie-breaks"  # points, then the tie-breaks of the discipline


@dataclass(frozen=True, slots=True)
class Reckoning:
    """Data of places, by entrant: half points won in each round, opponents, steps of the grade."""

    won: Mapping[int, Mapping[int, int]]  # entrant -> round -> half points
    games: Sequence[tuple[int, int, int]]  # round, one entrant, the other
    steps: Mapping[int, int]  # half points of head start, one grade = 2


def step(grade: str) -> int:
    """Return the head start of a grade in half points; who has none starts at the foot."""
    known = parse_grade(grade)
    return round(gor_of(known) / 100) * 2 if known else 0


def is_mcmahon(reckoning: Reckoning) -> bool:
    """Return whether opponents had other scores than their own when they were paired."""
    first = min((turn for turn, _, _ in reckoning.games), default=0)
    gaps = [
        abs(_before(reckoning.won[entrant], turn) - _before(reckoning.won[other], turn))
        for turn, entrant, other in reckoning.games
        if turn > first
    ]
    return bool(gaps) and sum(gaps) / len(gaps) > SWISS_GAP


def _before(won: Mapping[int, int], turn: int) -> int:
    return sum(points for number, points in won.items() if number < turn)


def standing(reckoning: Reckoning) -> tuple[dict[int, int], Order]:
    """Return the half points each is placed by: won, and in a McMahon tournament the head start too."""
    head_start = is_mcmahon(reckoning)
    placed_by = {
        key: sum(won.values()) + (reckoning.steps[key] if head_start else 0)
        for key, won in reckoning.won.items()
    }
    return placed_by, Order.GRADES if head_start else Order.POINTS
