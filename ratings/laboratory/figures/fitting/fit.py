"""The best constants on games until a day, how sure they are, and how they forecast what followed. Pure.

Rolling origin: constants are fitted on the games before a day and judged on those from it to the next such
day; then the games judged join those fitted on. No game is forecast by constants that knew it.

Needs scipy (requirements/laboratory.txt).
"""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

import numpy as np

from federation.vocabulary.messages import gettext_noop
from ratings.cadence.shared.record import Flags, Floats
from ratings.laboratory.figures.codes import BETTER, DRAWS, NONE, WORSE
from ratings.laboratory.figures.fitting.constants import Constant
from ratings.laboratory.figures.fitting.profile import Profile, ends, profile_of, weights
from ratings.laboratory.figures.fitting.search import lowest
from ratings.laboratory.figures.fitting.trials import Trials
from ratings.laboratory.figures.variant import Problem, UnfitVariant
from ratings.statistics.forecasts import losses

LEAST_GAMES, LEAST_UNITS = 200, 20  # of the games fitted on
LEAST_AFTER = 10  # units that followed; an interval from fewer means nothing
ORIGINS = 4
FLAT = 1e-9  # nats a game

FEW = gettext_noop(
    "leaves {games} games of {units} tournaments or periods to fit on; needed are {least} of {least_units}"
)
FEW_AFTER = gettext_noop(
    "leaves {units} tournaments or periods after it to judge by; at least {least} are needed"
)
NO_EFFECT = gettext_noop("changes no forecast of a game until that day")


class Origin(NamedTuple):
    """Constants fitted on everything before a day, judged on the games from it on."""

    day: int  # ordinal of the first game judged
    values: tuple[float, ...]
    judged: Flags  # U


def check(trials: Trials, until: date) -> None:
    """Raise UnfitVariant where there are too few games before or after a day to say anything."""
    before = trials.units.day <= until.toordinal()
    games, units = int(trials.units.games[before].sum()), int(before.sum())
    if games < LEAST_GAMES or units < LEAST_UNITS:
        values = {"games": games, "units": units, "least": LEAST_GAMES, "least_units": LEAST_UNITS}
        raise UnfitVariant([Problem("until", FEW, values)])
    after = before.size - units
    if after < LEAST_AFTER:
        raise UnfitVariant([Problem("until", FEW_AFTER, {"units": after, "least": LEAST_AFTER})])


def fit(
    trials: Trials,
    constants: Sequence[Constant],
    until: date,
    *,
    origins: int = ORIGINS,
    draws: int = DRAWS,
    thorough: bool = False,
) -> dict[str, Any]:
    """Return the best values, their curves and intervals, and the losses of what followed, as JSON.

    Raises UnfitVariant for too few games and for constants no forecast depends on.
    """
    check(trials, until)
    in_force = tuple(constant.value for constant in constants)
    chosen = trials.units.day <= until.toordinal()
    best = _best(trials, constants, chosen, in_force, thorough=thorough)
    _refuse_idle(trials, constants, chosen, best)
    found, best = _profiles(trials, constants, chosen, best, draws=draws)
    following = _origins(trials, constants, until, best, origins=origins)
    games = trials.units.games
    return {
        "until": until.isoformat(),
        "constants": [_constant(*fitted) for fitted in zip(constants, best, found, strict=True)],
        "fitted_on": {
            "games": int(games[chosen].sum()),
            "units": int(chosen.sum()),
            "log_loss": [_mean(trials, values, chosen) for values in (in_force, best)],
        },
        "followed": _followed(trials, in_force, following, chosen, draws=draws),
        "trials": len(trials.known),
    }


def _constant(constant: Constant, value: float, curve: Profile) -> dict[str, Any]:
    """Return the best value of a constant and its curve, as JSON."""
    return {
        "name": constant.name,
        "in_force": constant.value,
        "best": value,
        "interval": [curve.low, curve.high],
        "open": [curve.open_low, curve.open_high],
        "searched": [constant.low, constant.high],
        "profile": [[*point.values, point.excess] for point in curve.points],
    }


def _mean(trials: Trials, values: Sequence[float], chosen: Flags) -> float:
    return float(trials.of_units(values)[chosen].sum() / trials.units.games[chosen].sum())


def _best(
    trials: Trials, constants: Sequence[Constant], chosen: Flags, start: tuple[float, ...], *, thorough: bool
) -> tuple[float, ...]:
    def loss(values: tuple[float, ...]) -> float:
        return _mean(trials, values, chosen)

    return lowest(loss, constants, start, thorough=thorough)


def _refuse_idle(
    trials: Trials, constants: Sequence[Constant], chosen: Flags, best: tuple[float, ...]
) -> None:
    """Raise UnfitVariant for constants whose whole range gives the same losses."""
    idle = []
    for place, constant in enumerate(constants):
        tried = [
            trials.of_units((*best[:place], end, *best[place + 1 :])) for end in (constant.low, constant.high)
        ]
        rises = [np.abs(sums - trials.of_units(best))[chosen].max() for sums in tried]
        if max(rises) < FLAT:
            idle.append(Problem(constant.name, NO_EFFECT, {}))
    if idle:
        raise UnfitVariant(idle)


def _profiles(
    trials: Trials, constants: Sequence[Constant], chosen: Flags, best: tuple[float, ...], *, draws: int
) -> tuple[list[Profile], tuple[float, ...]]:
    """Return the curve of every constant; where a curve finds values that are better still, from those."""

    def of_units(values: tuple[float, ...]) -> Floats:
        return trials.of_units(values)[chosen]

    games, drawn = trials.units.games[chosen], weights(int(chosen.sum()), draws)
    for _ in range(3):
        found = [
            profile_of(of_units, games, constants, best, place=place, drawn=drawn)
            for place in range(len(constants))
        ]
        least = min((point for curve in found for point in curve.points), key=lambda point: point.excess)
        if least.excess >= 0.0:
            break
        best = least.values
    return found, best


def _origins(
    trials: Trials, constants: Sequence[Constant], until: date, best: tuple[float, ...], *, origins: int
) -> list[Origin]:
    """Return the constants of every origin: the first `until`, the rest at equal shares of what followed."""
    day, games = trials.units.day, trials.units.games
    after = np.flatnonzero(day > until.toordinal())
    share = np.cumsum(games[after]) / games[after].sum()
    begins = [int(day[after[0]])]
    for part in range(1, origins):
        begin = int(day[after[int(np.searchsorted(share, part / origins))]])
        if begin > begins[-1]:
            begins.append(begin)
    found: list[Origin] = []
    for begin, end in zip(begins, [*begins[1:], int(day[-1]) + 1], strict=True):
        values = found[-1].values if found else best
        if found:
            values = _best(trials, constants, day < begin, values, thorough=False)
        found.append(Origin(begin, values, (day >= begin) & (day < end)))
    return found


def _followed(
    trials: Trials, in_force: tuple[float, ...], following: list[Origin], before: Flags, *, draws: int
) -> dict[str, Any]:
    """Compare the losses of what followed, the difference with the interval of drawn units."""
    after, games = ~before, trials.units.games[~before]
    fitted = np.zeros(before.size)
    for origin in following:
        fitted[origin.judged] = trials.of_units(origin.values)[origin.judged]
    old, new = trials.of_units(in_force)[after], fitted[after]
    drawn = weights(games.size, draws).astype(np.float64)
    low, high = ends(drawn @ (new - old) / (drawn @ games), games.size)
    score = trials.sample.score
    earlier = before[trials.place]
    same = losses(np.full(int((~earlier).sum()), score[earlier].mean()), score[~earlier])
    return {
        "games": int(games.sum()),
        "units": int(games.size),
        "origins": [
            {"from": date.fromordinal(origin.day).isoformat(), "values": list(origin.values)}
            for origin in following
        ],
        "log_loss": [float(sums.sum() / games.sum()) for sums in (old, new)],
        "one_forecast_for_all": float(same.mean()),
        "difference": [float((new - old).sum() / games.sum()), low, high],
        "verdict": BETTER if high < 0.0 else WORSE if low > 0.0 else NONE,
    }
