"""Expected scores as log odds. Pure."""

import numpy as np

from ratings.cadence.shared.record import Floats

SUREST = 0.001  # how near to 0 and 1 an expected score is taken at its word


def log_odds(expected: Floats) -> Floats:
    """Return the log odds of expected scores, each taken to be SUREST away from 0 and 1 at least."""
    clipped = np.clip(expected, SUREST, 1.0 - SUREST)
    odds: Floats = np.log(clipped) - np.log1p(-clipped)
    return odds
