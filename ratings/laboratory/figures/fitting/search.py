"""The values of lowest loss: a scan and Brent's method for one constant, Nelder and Mead's for several. Pure.

Needs scipy (requirements/laboratory.txt).
"""

from collections.abc import Callable, Sequence

import numpy as np
from scipy.optimize import differential_evolution, minimize, minimize_scalar

from ratings.laboratory.figures.fitting.constants import Constant

Loss = Callable[[tuple[float, ...]], float]
SCANNED = 25  # places of a scan: a second minimum wider than a 24th of the range is seen
PRECISION = 1e-4  # of a coordinate, relative to the range
FIRST_STEP = 0.05  # of the first simplex, relative to the range
PER_CONSTANT = 120  # trials a constant before Nelder and Mead's method ends
POPULATION, GENERATIONS, SEED = 8, 30, 19


def lowest(
    loss: Loss,
    constants: Sequence[Constant],
    start: Sequence[float],
    *,
    thorough: bool = False,
    local: bool = False,
) -> tuple[float, ...]:
    """Return the values of the lowest loss met; `start` are values, tried first.

    `thorough`: of several constants the whole range is searched by differential evolution (Storn and Price
    1997) before, for surfaces with several minima. One constant is scanned over its range, unless the search
    is `local`: then down from the start only.
    """
    best = _Best(loss, constants)
    best([constant.coordinate(value) for constant, value in zip(constants, start, strict=True)])
    if len(constants) == 1 and not local:
        _along(best, constants[0])
        return best.values
    bounds = [(constant.least, constant.most) for constant in constants]
    if thorough:
        differential_evolution(
            best, bounds, popsize=POPULATION, maxiter=GENERATIONS, rng=SEED, polish=False, tol=1e-6
        )
    for _ in range(1 if local else 2):  # a simplex that has shrunk too early is opened once more
        _descend(best, constants)
    return best.values


class _Best:
    """A loss on coordinates, which remembers the lowest it gave."""

    def __init__(self, loss: Loss, constants: Sequence[Constant]) -> None:
        self._loss, self._constants = loss, constants
        self.values: tuple[float, ...] = ()
        self.lowest = np.inf

    def __call__(self, coordinates: Sequence[float]) -> float:
        values = tuple(
            constant.value_at(float(at)) for constant, at in zip(self._constants, coordinates, strict=True)
        )
        found = self._loss(values)
        if found < self.lowest or not self.values:
            self.values, self.lowest = values, found
        return found


def _along(best: _Best, constant: Constant) -> None:
    """Scan the range of one constant, then close in between the neighbours of the lowest place."""
    grid = np.linspace(constant.least, constant.most, SCANNED)
    at = int(np.argmin([best([place]) for place in grid]))
    ends = grid[max(at - 1, 0)], grid[min(at + 1, SCANNED - 1)]
    width = constant.most - constant.least
    minimize_scalar(
        lambda place: best([place]), bounds=ends, method="bounded", options={"xatol": PRECISION * width}
    )
    if constant.decimals is not None:
        _walk(best, constant, 10.0**-constant.decimals)


def _walk(best: _Best, constant: Constant, step: float) -> None:
    """Go on by single steps while they lead down: of whole numbers Brent's method sees plateaus."""
    for way in (-step, step):
        while constant.low <= best.values[0] + way <= constant.high:
            here = best.values
            best([constant.coordinate(best.values[0] + way)])
            if best.values == here:
                break


def _descend(best: _Best, constants: Sequence[Constant]) -> None:
    start = np.array(
        [constant.coordinate(value) for constant, value in zip(constants, best.values, strict=True)]
    )
    width = np.array([constant.most - constant.least for constant in constants])
    steps = np.diag(FIRST_STEP * width)
    inside = np.where(start + FIRST_STEP * width > [constant.most for constant in constants], -steps, steps)
    minimize(
        best,
        start,
        method="Nelder-Mead",
        bounds=[(constant.least, constant.most) for constant in constants],
        options={
            "initial_simplex": np.vstack([start, start + inside]),
            "xatol": PRECISION * float(width.min()),
            "fatol": 1e-9,
            "maxfev": PER_CONSTANT * len(constants),
        },
    )
