"""What a list of a stream says of a rating: established or provisional, active or not, the number shown.

Source: our specification ("FICS Glicko and the ladder", 1.1 and 2.1). `rules` is the row of the newest
edition in the parameter table of a policy: an office may have replaced its constants.
"""

import numpy as np
from numpy.typing import NDArray

from ratings.rulebook.editions import place_of
from ratings.rulebook.systems import SYSTEMS

Floats = NDArray[np.float64]
MILLISECONDS_A_DAY = 86_400_000


def constant(key: str, name: str, rules: Floats) -> float:
    """Return a named constant of a system out of a packed edition.

    Raises KeyError where the editions of the system have none of that name.
    """
    return float(rules[place_of(SYSTEMS[key].editions[-1], name)])


def has_deviation(key: str) -> bool:
    """Return whether the ratings of a stream carry a deviation."""
    return SYSTEMS[key].editions[-1].has_deviation


def is_established(
    key: str, *, games: NDArray[np.integer], deviation: Floats, rules: Floats
) -> NDArray[np.bool_]:
    """Return which of P players stand in the table of the established.

    FICS (1.1): an RD, aged to the moment of the list, of at most 80. Ladder (2.1): at least 20 games. Whoever
    has no deviation where one is asked for is provisional.
    """
    if has_deviation(key):
        established: NDArray[np.bool_] = deviation <= constant(key, "established_deviation", rules)
        return established
    return games >= constant(key, "provisional_games", rules)


def is_active(key: str, *, last_game: NDArray[np.int64], moment: int, rules: Floats) -> NDArray[np.bool_]:
    """Return which of P players had a rated game in the days before a moment (ms since 1970, UTC).

    Our rule, no source: 365 days. Nobody's last game (-1) is active.
    """
    days = constant(key, "active_days", rules)
    return (last_game >= 0) & (moment - last_game <= days * MILLISECONDS_A_DAY)


def displayed(rating: Floats) -> NDArray[np.int32]:
    """Return ratings as a list shows them: the nearest integers, halves away from zero.

    FICS ratings are integers already (1.1); those of the ladder are rounded here only (decision 4).
    """
    whole = np.trunc(rating)
    whole += np.where(np.abs(rating - whole) >= 0.5, np.sign(rating), 0.0)
    return whole.astype(np.int32)
