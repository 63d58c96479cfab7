"""What the kernels of the FFG ladder read and write: a row of parameters, and one event at work.

A row of `parameters` is an edition packed in the order of the names below, and the numeric contract.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ratings.engines.contract import Facts, Floats, Ints
from ratings.engines.table import most_in_an_event

# Places in a row of parameters.
A_NUMERATOR, DIVISOR, FLOOR, CEILING, HANDICAP_STEP, KOMI_STONES, HANDICAP_DIVISOR, HANDICAP_MOST = range(8)
WHITE_LOSES_POWER, WEIGHT_13, WEIGHT_9, EXEMPT_BELOW, PASSES_MOST, STOP_BELOW = range(8, 14)
THRESHOLD_NUMERATOR, THRESHOLD_SLOPE, THRESHOLD_KNOWN_DIVISOR, THRESHOLD_UNKNOWN_DIVISOR = range(14, 18)
THRESHOLD_FROM, THRESHOLD_TO, GUARD_RAIL, GUARD_KNOWN, GUARD_UNKNOWN, K_FIRST, K_STEP = range(18, 25)
EXEMPT_COUNTS_ALL = 25
K = 26  # 27 values
EPSILON_LIMITS = 53  # 4 levels, falling
EPSILON = 57  # 5 values
WIDTH = NUMERIC = 62  # behind the constants: LIBRARY or EXACT
K_ROWS = EPSILON_LIMITS - K
EXP_MOST = 700.0  # exp overflows beyond 709


Places = NDArray[np.uint32]  # unsigned: compiled code need not test for negative indices


class Work(NamedTuple):
    """Room for one event: n entries, m rated games."""

    original: Floats  # n: level brought to the event
    known: Ints  # n: games rated before the event
    start: Floats  # n: level the current pass starts from
    level: Floats  # n: level reached in the current pass
    last: Floats  # n: level reached by the pass before
    rated: Ints  # n: rated games
    white: Places  # m: place among the entries of the event
    black: Places  # m
    row: Places  # m: row in Facts
    # (m, 5): shift of Black, White's score, White's and Black's weight, White's below -2000; a weight of 0
    # says that the game does not count for that side
    terms: Floats


class Game(NamedTuple):
    """One game as both sides see it."""

    expected: float  # White's
    white_k: float
    black_k: float
    epsilon: float
    white_weight: float
    black_weight: float


def room(facts: Facts) -> Work:
    """Make room for the largest event of some facts, to be used for each in turn."""
    entries, games = most_in_an_event(facts.entry_start), most_in_an_event(facts.game_start)
    return Work(
        original=np.zeros(entries),
        known=np.zeros(entries, np.int32),
        start=np.zeros(entries),
        level=np.zeros(entries),
        last=np.zeros(entries),
        rated=np.zeros(entries, np.int32),
        white=np.zeros(games, np.uint32),
        black=np.zeros(games, np.uint32),
        row=np.zeros(games, np.uint32),
        terms=np.zeros((games, 5)),
    )
