"""The rules by which a list rounds its ratings to whole points: a constant of most editions. Pure."""

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from ratings.rulebook.editions import Edition

Floats = NDArray[np.float64]
HALF_UP = "half-up"
HALF_AWAY = "half-away"


def _half_away(values: Floats) -> Floats:
    whole: Floats = np.trunc(values)
    whole += np.where(np.abs(values - whole) >= 0.5, np.sign(values), 0.0)
    return whole


_RULES: Mapping[str, Callable[[Floats], Floats]] = {
    HALF_UP: lambda values: np.floor(values + 0.5),
    HALF_AWAY: _half_away,  # from zero
    "half-even": np.rint,
    "floor": np.floor,
}
# As the words of a constant; no engine reads the numbers.
ROUNDINGS: Mapping[str, float] = {rule: float(place) for place, rule in enumerate(_RULES)}


def rounded(values: Floats, rule: str) -> NDArray[np.int64]:
    """Return ratings in whole points, by one of the ROUNDINGS."""
    return _RULES[rule](values).astype(np.int64)


def rounded_rating(value: float, rule: str) -> int:
    """Return one rating in whole points, by one of the ROUNDINGS; pages of moves ask for hundreds."""
    return int(_RULES[rule](np.asarray(value)))


def rounding_of(edition: Edition) -> str:
    """Return the rule of an edition; half up where its engine computes in whole points (FIDE)."""
    rule: str = getattr(edition, "rounding", HALF_UP)
    return rule
