"""Quality of forecasts under other settings, between known players and with newcomers. Pure.

Settings forecast the same games, so their losses are compared game by game. The intervals come from drawing
events, not games: the games of one event stand and fall with the same levels.
"""

from typing import NamedTuple

import numpy as np

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Alternatives, Flags, Floats
from ratings.statistics.forecasts import losses

ALL, KNOWN, NEWCOMERS = "all", "known", "newcomers"
DRAWS = 1000
SEED = 19
SHARE = 95.0  # percent of the draws an interval holds
FAR = 150.0  # points


class Difference(NamedTuple):
    """A loss less that of things as they are: the mean over the games, and the interval of its draws."""

    mean: float
    low: float
    high: float


class Judged(NamedTuple):
    """Forecasts of a setting over the games of a group; `base_*`: the same over every game."""

    setting: str
    group: str
    games: int
    log_loss: float
    base_log_loss: float
    brier: float
    base_brier: float
    by_log_loss: Difference
    by_brier: Difference

    @property
    def gain(self) -> float:
        """What share of the log loss of a constant guess the forecasts save; below 0 they are worse."""
        return 1.0 - self.log_loss / self.base_log_loss if self.base_log_loss > 0.0 else 0.0


class Moved(NamedTuple):
    """How many entries of a group in events had their start moved, and how many by FAR or more."""

    group: str
    entries: int
    moved: int
    far: int


def judge(found: Alternatives, *, draws: int = DRAWS) -> tuple[Judged, ...]:
    """Judge every setting over the games of every group that has some; the groups, then the settings."""
    groups = {ALL: found.newcomer | True, KNOWN: ~found.newcomer, NEWCOMERS: found.newcomer}
    return tuple(
        row
        for group, chosen in groups.items()
        if chosen.any()
        for row in _judge_group(found, group, chosen, draws)
    )


def moved(found: Alternatives) -> tuple[Moved, ...]:
    """Count whose start was moved as things are: known players, then newcomers."""
    groups = ((KNOWN, ~found.entry_newcomer), (NEWCOMERS, found.entry_newcomer))
    return tuple(
        Moved(group, distance.size, int((distance > 0.0).sum()), int((distance >= FAR).sum()))
        for group, distance in ((group, found.distance[chosen]) for group, chosen in groups)
    )


def _judge_group(alternatives: Alternatives, group: str, chosen: Flags, draws: int) -> list[Judged]:
    score = alternatives.score[chosen]
    event = np.unique(alternatives.event[chosen], return_inverse=True)[1].astype(np.int64)
    lost = np.stack([losses(forecast[chosen], score) for forecast in alternatives.expected.values()])
    squares = np.stack([(forecast[chosen] - score) ** 2 for forecast in alternatives.expected.values()])
    by_loss, by_square = (differences(loss - loss[0], event, draws=draws) for loss in (lost, squares))
    mean_scores = np.full(score.size, score.mean())
    base, base_square = float(losses(mean_scores, score).mean()), float(((mean_scores - score) ** 2).mean())
    return [
        Judged(
            setting=setting,
            group=group,
            games=int(score.size),
            log_loss=float(lost[row].mean()),
            base_log_loss=base,
            brier=float(squares[row].mean()),
            base_brier=base_square,
            by_log_loss=by_loss[row],
            by_brier=by_square[row],
        )
        for row, setting in enumerate(alternatives.expected)
    ]


def differences(rows: Floats, event: Longs, *, draws: int) -> list[Difference]:
    """Return the mean of each row, of shape (rows, games), with its interval over drawn events.

    `event` numbers the event of each game from 0, without gaps.
    """
    events = int(event.max()) + 1
    sums = np.stack([np.bincount(event, row, events) for row in rows])
    games = np.bincount(event)
    chance, means = np.random.default_rng(SEED), np.empty((draws, len(rows)))
    for draw in range(draws):
        times = np.bincount(chance.integers(events, size=events), minlength=events)
        means[draw] = sums @ times / (games @ times)
    edge = (100.0 - SHARE) / 2.0
    low, high = np.percentile(means, [edge, 100.0 - edge], axis=0).tolist()
    return [Difference(*row) for row in zip(rows.mean(axis=1).tolist(), low, high, strict=True)]
