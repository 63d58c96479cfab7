"""How often the weaker wins an even game: by declared grades, and by the difference of the ratings. Pure.

The table of grades is that of the EGF's brief of 1998 ("statistics of even games"): a row is the declared
grade of the weaker player, a column G + k an opponent k grades stronger; Nw wins of the weaker, Ng games,
Pw = Nw / Ng. A drawn game is no win but a game. Professionals are outside.
"""

from typing import NamedTuple

import numpy as np

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


def by_grades(pairs: Pairs) -> tuple[Row, ...]:
    """Count the even games of unequal grades, weakest row first; rows between without games are there too."""
    known = pairs.even & ~np.isnan(pairs.grade) & ~np.isnan(pairs.other_grade)
    one, other = (column[known].astype(np.int64) for column in (pairs.grade, pairs.other_grade))
    score, apart = pairs.score[known], np.abs(one - other)
    won = np.where(one < other, score, 1.0 - score) == 1.0
    fits = (apart >= 1) & (apart <= MOST_GRADES)
    weaker, column, won = np.minimum(one, other)[fits], apart[fits] - 1, won[fits]
    if not weaker.size:
        return ()
    low, count = int(weaker.min()), int(np.ptp(weaker)) + 1
    place = (weaker - low) * MOST_GRADES + column
    games = np.bincount(place, minlength=count * MOST_GRADES).reshape(count, MOST_GRADES)
    wins = np.bincount(place, won, count * MOST_GRADES).astype(np.int64).reshape(count, MOST_GRADES)
    return tuple(
        Row(low + row, tuple(zip(wins[row].tolist(), games[row].tolist(), strict=True)))
        for row in range(count)
    )


def by_difference(pairs: Pairs, *, width: int) -> tuple[Band, ...]:
    """Count the even games by the difference of the ratings, closest first, up to the last band with games.

    Equal ratings have no stronger side: the first is taken, as good as the other.
    """
    known = pairs.even & ~np.isnan(pairs.expected) & ~np.isnan(pairs.lead)
    lead, score, expected = (column[known] for column in (pairs.lead, pairs.score, pairs.expected))
    ahead = lead >= 0.0
    scored = np.where(ahead, score, 1.0 - score)
    meant = np.where(ahead, expected, 1.0 - expected)
    place = np.minimum(np.abs(lead) // width, BANDS - 1).astype(np.int64)
    games = np.bincount(place, minlength=BANDS)
    wins, draws, sums = (np.bincount(place, one, BANDS) for one in (scored == 1.0, scored == 0.5, meant))
    last = int(np.flatnonzero(games).max(initial=-1))
    return tuple(
        Band(
            row * width,
            int(games[row]),
            int(wins[row]),
            int(draws[row]),
            float(sums[row] / max(games[row], 1)),
        )
        for row in range(last + 1)
    )


def grade_word(grade: int) -> str:
    """Write a numbered grade: 0 is 1D, -1 is 1K."""
    return f"{grade + 1}D" if grade >= 0 else f"{-grade}K"
