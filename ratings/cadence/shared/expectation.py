"""Expected scores of many games by a system's curve: columns in, first side's score out. Pure.

Written beside the engines, which know one game at a time; tests hold the two against each other. `rules` has
one row a game, packed as the engine of the family reads it. NaN ratings give NaN.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Floats
from ratings.engines import ffg, ffg_event, glicko, gor, ladder
from ratings.engines.fide_rules import CAP, CAP_ONCE, EXEMPT_FROM, EXPECTATION, GAP, GAP_ABOVE
from ratings.engines.fide_tables import LARGEST_DIFFERENCE, curves
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.ffg import FfgEdition

_MILLION = 1_000_000
_POWER_MOST = 700.0  # exp overflows beyond 709


def ffg_white(white: Floats, black: Floats, handicap: NDArray[np.int8], rules: Floats) -> Floats:
    """Return White's expected score by the FFG ladder rules 1.2 and 1.3."""
    stones = np.maximum(handicap, 0)
    fictive = black + np.where(
        stones > 0, rules[:, ffg.HANDICAP_STEP] * (stones - rules[:, ffg.KOMI_STONES]), 0.0
    )
    weaker = np.minimum(white, fictive)
    room = np.maximum(rules[:, ffg.A_NUMERATOR] - weaker, 1e-9)
    weak = _weaker(np.abs(white - fictive) * rules[:, ffg.DIVISOR] / room)
    return np.where(white < fictive, weak, 1.0 - weak)


def gor_white(white: Floats, black: Floats, handicap: NDArray[np.int8], rules: Floats) -> Floats:
    """Return White's expected score by the EGF rating rules 1.3 to 1.5."""
    stones = np.maximum(handicap, 0)
    step = rules[:, gor.HANDICAP_STEP] * (stones - rules[:, gor.KOMI_STONES])
    raised = black + np.where(stones > 0, step, 0.0)
    return np.where(
        rules[:, gor.SINCE_2021] > 0.0, _gor_2021(white, raised, rules), _gor_1998(white, raised, rules)
    )


def _gor_2021(white: Floats, black: Floats, rules: Floats) -> Floats:
    perfect, ceiling = rules[:, gor.PERFECT], rules[:, gor.CEILING]
    quotient = (perfect - np.minimum(white, ceiling)) / (perfect - np.minimum(black, ceiling))
    expected: Floats = 1.0 / (1.0 + quotient ** rules[:, gor.EXPONENT])
    return expected


def _gor_1998(white: Floats, black: Floats, rules: Floats) -> Floats:
    scale = np.maximum(rules[:, gor.A_AT_ZERO] - np.minimum(white, black) / rules[:, gor.A_DIVISOR], 1e-9)
    weak, e = _weaker(np.abs(white - black) / scale), rules[:, gor.E]
    whole = (rules[:, gor.E_ON_STRONGER] > 0.0) & (white != black)
    strong = np.where(whole, 1.0 - e - weak, np.maximum(1.0 - weak - e * 0.5, 0.0))
    weak = np.where(whole, weak, np.maximum(weak - e * 0.5, 0.0))
    return np.where(white < black, weak, strong)


def _weaker(distance: Floats) -> Floats:
    expected: Floats = 1.0 / (np.exp(np.minimum(distance, _POWER_MOST)) + 1.0)
    return expected


def fide_white(white: Floats, black: Floats, rules: Longs) -> Floats:
    """Return White's expected score by FIDE's table 8.1.2 or the logistic curve of an edition.

    A difference above the limit counts as the limit. Where the limit holds once a tournament (2022) the true
    difference is taken: which game it was is known afterwards only. Games too wide to count (until 2009) are
    not forecast.
    """
    own, other = np.nan_to_num(white).astype(np.int64), np.nan_to_num(black).astype(np.int64)
    difference, cap, exempt = own - other, rules[:, CAP], rules[:, EXEMPT_FROM]
    capped = (cap > 0) & (rules[:, CAP_ONCE] == 0) & ~((exempt > 0) & (own >= exempt))
    apart = np.where(capped, np.minimum(np.abs(difference), cap), np.abs(difference))
    stronger = curves()[rules[:, EXPECTATION], np.minimum(apart, LARGEST_DIFFERENCE)] / _MILLION
    expected = np.where(difference >= 0, stronger, 1.0 - stronger)
    wide = (rules[:, GAP] > 0) & (np.abs(difference) >= rules[:, GAP])
    wide &= np.maximum(own, other) > rules[:, GAP_ABOVE]
    return np.where(np.isnan(white) | np.isnan(black) | wide, np.nan, expected)


def glicko_first(lead: Floats, others: Floats, rules: Floats, *, of_teams: bool = False) -> Floats:
    """Return the first side's expected score by FICS 1.1 step 3.

    `others` is the square of the opponent's RD, aged to the game; of teams the sum over the three others.
    """
    divisor = rules[:, glicko.TEAM_DIVISOR if of_teams else glicko.DIVISOR]
    p = 3.0 * (math.log(10.0) / (math.pi * divisor)) ** 2
    slope = math.log(10.0) / rules[:, glicko.DIVISOR]
    return _weaker(-lead * slope / np.sqrt(1.0 + p * others))


def ladder_first(lead: Floats, rules: Floats) -> Floats:
    """Return the first side's expected score by the ladder's 2.1, or the normal law of an office."""
    scaled = lead / rules[:, ladder.DIVISOR]
    if not (rules[:, ladder.CURVE] > 0.0).any():
        return _weaker(-scaled * math.log(10.0))
    normal = np.array([0.5 * math.erfc(-value) for value in scaled.tolist()])
    return np.where(rules[:, ladder.CURVE] > 0.0, normal, _weaker(-scaled * math.log(10.0)))


@dataclass(frozen=True, slots=True)
class EventCurve:
    """What forecasts need to know of an engine by event.

    `start_is_known`: the rating an event was computed from is known before its first game (GoR 1.4: a
    declared grade lifts it; the FFG's adjustment, 1.9, looks at the games themselves).
    """

    white: Callable[[Floats, Floats, NDArray[np.int8], Floats], Floats]  # White's expected scores
    floor: int  # places in a row of parameters
    ceiling: int
    first_dan: float  # rating of 1 dan
    start_is_known: bool


BY_EVENT: Mapping[str, EventCurve] = {
    FfgEdition.engine: EventCurve(ffg_white, ffg_event.FLOOR, ffg_event.CEILING, 0.0, start_is_known=False),
    EgfEdition.engine: EventCurve(gor_white, gor.FLOOR, gor.CEILING, 2100.0, start_is_known=True),
}
