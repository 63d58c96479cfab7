"""Frequency of wins of the weaker in even games, by declared grades and rating gaps. Pure.

The table of grades is that of the EGF's brief of 1998 ("statistics of even games"): a row is the declared
grade of the weaker player, a column G + k an opponent k grades stronger; Nw wins of the weaker, Ng games,
Pw = Nw / Ng. A drawn game is no win but a game. Professionals are outside.
"""

from typing import NamedTuple

import numpy as np

from federation.vocabulary.grades import Grade
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Pairs

MOST_GRADES = 4
BANDS = 12  # of rating differences; the last is open


class Row(NamedTuple):
    """The even games of players of one grade against stronger ones: (Nw, Ng) for 1 to 4 grades."""

    grade: int  # 0 = 1 dan, -1 = 1 kyu
    cells: tuple[tuple[int, int], ...]


class Band(NamedTuple):
    """Even games of which the ratings lay `low` or more apart: what the stronger scored and should have."""

    low: int
    games: int
    wins: int
    draws: int
    expected: float  # mean of the stronger side's expected score

    @property
    def scored(self) -> float:
        """What the stronger scored on average."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.0


class Totals:
    """The even games of pairs that come piece by piece; `width` of the bands in rating points."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._cells: dict[int, Longs] = {}  # of the weaker player's grade: MOST_GRADES rows of wins and games
        self._games, self._wins, self._draws, self._expected = (np.zeros(BANDS) for _ in range(4))

    def add(self, pairs: Pairs) -> None:
        """Count some more."""
        self._add_grades(pairs)
        self._add_bands(pairs)

    def by_grades(self) -> tuple[Row, ...]:
        """Return the even games of unequal grades, weakest row first; rows without games are there too."""
        if not self._cells:
            return ()
        none = np.zeros((MOST_GRADES, 2), np.int64)
        grades = range(min(self._cells), max(self._cells) + 1)
        rows = [(grade, self._cells.get(grade, none).tolist()) for grade in grades]
        return tuple(Row(grade, tuple((won, games) for won, games in cells)) for grade, cells in rows)

    def by_difference(self) -> tuple[Band, ...]:
        """Return the even games by the difference of the ratings, closest first, to the last with games."""
        last = int(np.flatnonzero(self._games).max(initial=-1))
        return tuple(
            Band(
                row * self._width,
                int(self._games[row]),
                int(self._wins[row]),
                int(self._draws[row]),
                float(self._expected[row] / max(self._games[row], 1)),
            )
            for row in range(last + 1)
        )

    def _add_grades(self, pairs: Pairs) -> None:
        known = pairs.even & ~np.isnan(pairs.grade) & ~np.isnan(pairs.other_grade)
        own, other = (column[known].astype(np.int64) for column in (pairs.grade, pairs.other_grade))
        score, apart = pairs.score[known], np.abs(own - other)
        won = np.where(own < other, score, 1.0 - score) == 1.0
        fits = (apart >= 1) & (apart <= MOST_GRADES)
        weaker, column, won = np.minimum(own, other)[fits], apart[fits] - 1, won[fits]
        for grade in np.unique(weaker).tolist():
            of_grade = weaker == grade
            cells = self._cells.setdefault(grade, np.zeros((MOST_GRADES, 2), np.int64))
            cells[:, 0] += np.bincount(column[of_grade & won], minlength=MOST_GRADES)
            cells[:, 1] += np.bincount(column[of_grade], minlength=MOST_GRADES)

    def _add_bands(self, pairs: Pairs) -> None:
        """Count by bands; of equal ratings there is no stronger side: the first is taken, as good as any."""
        known = pairs.even & ~np.isnan(pairs.expected) & ~np.isnan(pairs.lead)
        lead, score, expected = (column[known] for column in (pairs.lead, pairs.score, pairs.expected))
        ahead = lead >= 0.0
        scored = np.where(ahead, score, 1.0 - score)
        meant = np.where(ahead, expected, 1.0 - expected)
        place = np.minimum(np.abs(lead) // self._width, BANDS - 1).astype(np.int64)
        self._games += np.bincount(place, minlength=BANDS)
        self._wins += np.bincount(place, scored == 1.0, BANDS)
        self._draws += np.bincount(place, scored == 0.5, BANDS)
        self._expected += np.bincount(place, meant, BANDS)


def by_grades(pairs: Pairs) -> tuple[Row, ...]:
    """Count the even games of unequal grades of all pairs."""
    totals = Totals(1)
    totals.add(pairs)
    return totals.by_grades()


def by_difference(pairs: Pairs, *, width: int) -> tuple[Band, ...]:
    """Count the even games of all pairs by the difference of the ratings."""
    totals = Totals(width)
    totals.add(pairs)
    return totals.by_difference()


def grade_word(grade: int) -> str:
    """Write a numbered grade: 0 is 1d, -1 is 1k."""
    return str(Grade(grade + 1, "d") if grade >= 0 else Grade(-grade, "k"))
