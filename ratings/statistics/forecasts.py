"""Quality of forecasts: log loss, Brier score, calibration, beside a constant guess. Pure.

A forecast is the expected score the system's curve gave before the game. A draw is half of a win and half of
a loss. The constant guess is the same for every game: what the first sides scored on average.
"""

from dataclasses import dataclass
from math import log, log1p
from typing import NamedTuple

import numpy as np

from ratings.cadence.shared.record import Floats, Pairs

BINS = 20
# A forecast of 0 or 1 would lose everything by one game that ended otherwise; no forecast is surer.
LEAST = 0.001


class Bin(NamedTuple):
    """The forecasts from `low` on, up to the next bin: what was expected on average, what was scored."""

    low: float
    games: int
    expected: float
    scored: float


class Year(NamedTuple):
    """The forecasts of a year."""

    year: int
    games: int
    log_loss: float
    base_log_loss: float
    brier: float


class Quality(NamedTuple):
    """The forecasts of a system; `left_out` pairs had a side that was not rated yet."""

    games: int
    left_out: int
    base: float
    log_loss: float
    base_log_loss: float
    brier: float
    base_brier: float
    bins: tuple[Bin, ...]  # BINS, also those without games
    years: tuple[Year, ...]  # rising

    @property
    def gain(self) -> float:
        """What share of the log loss of a constant guess the forecasts save; below 0 they are worse."""
        return 1.0 - self.log_loss / self.base_log_loss if self.base_log_loss > 0.0 else 0.0

    @property
    def favourites(self) -> float:
        """What share of their games those scored whom the forecast gave half or more."""
        middle = BINS // 2
        points = sum(
            chosen_bin.games * (chosen_bin.scored if at >= middle else 1.0 - chosen_bin.scored)
            for at, chosen_bin in enumerate(self.bins)
        )
        return points / self.games

    @property
    def one_side(self) -> float:
        """What share the better of both sides scored, named for every game alike."""
        return max(self.base, 1.0 - self.base)

    @property
    def favourites_percent(self) -> float:
        """The same in percent, for a bar."""
        return round(100 * self.favourites, 1)

    @property
    def one_side_percent(self) -> float:
        """The same in percent, for a mark on the bar."""
        return round(100 * self.one_side, 1)


@dataclass(slots=True)
class _Sums:
    """What is added up of some forecasts."""

    games: int = 0
    score: float = 0.0
    log_loss: float = 0.0
    brier: float = 0.0

    def add(self, score: Floats, loss: Floats, square: Floats) -> None:
        """Add some more."""
        self.games += score.size
        self.score += float(score.sum())
        self.log_loss += float(loss.sum())
        self.brier += float(square.sum())

    def base_loss(self, base: float) -> float:
        """Return the mean log loss of one forecast for all of them."""
        sure, scored = min(max(base, LEAST), 1.0 - LEAST), self.score / self.games
        return -(scored * log(sure) + (1.0 - scored) * log1p(-sure))


class Totals:
    """Forecasts of pairs that come piece by piece."""

    def __init__(self) -> None:
        self._all, self._years = _Sums(), dict[int, _Sums]()
        self._left_out, self._squares = 0, 0.0
        self._games, self._expected, self._scored = (np.zeros(BINS) for _ in range(3))

    def add(self, pairs: Pairs) -> None:
        """Judge some more."""
        known = ~np.isnan(pairs.expected)
        expected, score, year = pairs.expected[known], pairs.score[known], pairs.month[known] // 12
        loss, square = losses(expected, score), (expected - score) ** 2
        self._left_out += int((~known).sum())
        self._squares += float((score**2).sum())
        self._all.add(score, loss, square)
        for number in np.unique(year).tolist():
            of_year = year == number
            self._years.setdefault(number, _Sums()).add(score[of_year], loss[of_year], square[of_year])
        # The edges are those of the decimal figures: 0.15 opens its bin, even if 0.15 * 20 is less in binary.
        place = np.clip(np.floor(np.round(expected * BINS, 9)), 0, BINS - 1).astype(np.int64)
        self._games += np.bincount(place, minlength=BINS)
        self._expected += np.bincount(place, expected, BINS)
        self._scored += np.bincount(place, score, BINS)

    def quality(self) -> Quality | None:
        """Return how good they were; None where nothing was forecast."""
        games = self._all.games
        if not games:
            return None
        base = self._all.score / games
        return Quality(
            games=games,
            left_out=self._left_out,
            base=base,
            log_loss=self._all.log_loss / games,
            base_log_loss=self._all.base_loss(base),
            brier=self._all.brier / games,
            base_brier=max(self._squares / games - base**2, 0.0),
            bins=self._bins(),
            years=tuple(
                Year(
                    year,
                    sums.games,
                    sums.log_loss / sums.games,
                    sums.base_loss(base),
                    sums.brier / sums.games,
                )
                for year, sums in sorted(self._years.items())
            ),
        )

    def _bins(self) -> tuple[Bin, ...]:
        divided = np.maximum(self._games, 1)
        columns = (self._games, self._expected / divided, self._scored / divided)
        return tuple(
            Bin(row / BINS, int(games), meant, scored)
            for row, (games, meant, scored) in enumerate(
                zip(*(column.tolist() for column in columns), strict=True)
            )
        )


def quality(pairs: Pairs) -> Quality | None:
    """Judge the forecasts of all pairs; None where nothing was forecast."""
    totals = Totals()
    totals.add(pairs)
    return totals.quality()


def losses(expected: Floats, score: Floats) -> Floats:
    """Return the log loss of each forecast: -(S ln E + (1 - S) ln(1 - E)), E clipped to (0, 1)."""
    sure = np.clip(expected, LEAST, 1.0 - LEAST)
    loss: Floats = -(score * np.log(sure) + (1.0 - score) * np.log1p(-sure))
    return loss
