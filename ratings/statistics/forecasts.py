"""How good the forecasts of a system were: log loss, Brier score, calibration, against the base rate. Pure.

A forecast is the expected score the system's curve gave before the game. A draw is half of a win and half of
a loss. The base rate forecasts the same for every game: what the first sides scored on average.
"""

from typing import NamedTuple

import numpy as np

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Floats, Pairs

BINS = 20
# A curve that says 0 or 1 would lose everything by one game that ended otherwise; no forecast is surer.
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
        """What share of the log loss of the base rate the forecasts save; below 0 they are worse."""
        return 1.0 - self.log_loss / self.base_log_loss if self.base_log_loss > 0.0 else 0.0

    @property
    def favourites(self) -> float:
        """What share of their games those scored whom the forecast gave half or more."""
        middle = BINS // 2
        points = sum(
            one.games * (one.scored if at >= middle else 1.0 - one.scored) for at, one in enumerate(self.bins)
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


def quality(pairs: Pairs) -> Quality | None:
    """Judge the forecasts; None where nothing was forecast."""
    known = ~np.isnan(pairs.expected)
    expected, score, month = pairs.expected[known], pairs.score[known], pairs.month[known]
    if not expected.size:
        return None
    base = float(score.mean())
    said = np.full(score.size, base)
    loss, base_loss, square = losses(expected, score), losses(said, score), (expected - score) ** 2
    return Quality(
        games=int(score.size),
        left_out=int((~known).sum()),
        base=base,
        log_loss=float(loss.mean()),
        base_log_loss=float(base_loss.mean()),
        brier=float(square.mean()),
        base_brier=float(((said - score) ** 2).mean()),
        bins=_bins(expected, score),
        years=_years(month // 12, loss, base_loss, square),
    )


def losses(expected: Floats, score: Floats) -> Floats:
    """Return the log loss of each forecast: -(S ln E + (1 - S) ln(1 - E)), E kept off 0 and 1."""
    sure = np.clip(expected, LEAST, 1.0 - LEAST)
    found: Floats = -(score * np.log(sure) + (1.0 - score) * np.log1p(-sure))
    return found


def _bins(expected: Floats, score: Floats) -> tuple[Bin, ...]:
    # The edges are those of the decimal figures: 0.15 opens its bin, whatever 0.15 * 20 is in binary.
    place = np.clip(np.floor(np.round(expected * BINS, 9)), 0, BINS - 1).astype(np.int64)
    games = np.bincount(place, minlength=BINS)
    sums = (np.bincount(place, weights, BINS) for weights in (expected, score))
    meant, scored = (sum_ / np.maximum(games, 1) for sum_ in sums)
    return tuple(
        Bin(row / BINS, int(games[row]), float(meant[row]), float(scored[row])) for row in range(BINS)
    )


def _years(year: Longs, loss: Floats, base_loss: Floats, square: Floats) -> tuple[Year, ...]:
    years, place, games = np.unique(year, return_inverse=True, return_counts=True)
    columns = [np.bincount(place, weights) / games for weights in (loss, base_loss, square)]
    return tuple(
        Year(int(one), int(games[row]), *(float(column[row]) for column in columns))
        for row, one in enumerate(years)
    )
