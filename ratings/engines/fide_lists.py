"""A FIDE list: K printed on it, changes rounded for it, adjustments of a whole list (1.2, 1.4, 1.7)."""

import numpy as np

from ratings.engines.contract import Ints
from ratings.engines.fide_contract import GAME, ListStanding, Longs, OneOff
from ratings.engines.fide_rules import (
    JUNIOR_AGE,
    JUNIOR_BELOW,
    K_JUNIOR,
    K_NEW,
    K_TOP,
    NEW_BELOW_GAMES,
    TOP_FROM,
    K,
)


def k_on_list(standing: ListStanding, *, month: int, rule: Longs) -> Ints:
    """Read K of every player from the rules (1.4): once at the top, else junior, else new, else the rest."""
    peak = np.maximum(standing.peak, standing.rating)
    known = standing.birth_year > 0
    junior = known & (month // 12 - standing.birth_year <= rule[JUNIOR_AGE]) & (peak < rule[JUNIOR_BELOW])
    usual = np.where(standing.games < rule[NEW_BELOW_GAMES], rule[K_NEW], rule[K])
    found: Longs = np.where(peak >= rule[TOP_FROM], rule[K_TOP], np.where(junior, rule[K_JUNIOR], usual))
    return found.astype(np.int32)


def rounded(k: Ints, sums: Longs) -> Ints:
    """Round K times the sums (millionths) to whole points, a half away from zero (8.3.4)."""
    change = k.astype(np.int64) * sums
    whole: Longs = np.sign(change) * ((2 * np.abs(change) + GAME) // (2 * GAME))
    return whole.astype(np.int32)


def adjusted(rating: Ints, one_off: OneOff) -> Ints:
    """Apply a dated adjustment to a whole list (1.7), nearest whole point."""
    found = rating.astype(np.int32)
    low = (found > 0) & (found < one_off.lift_below)
    lifted = (100 * found + one_off.lift_percent * (one_off.lift_below - found) + 50) // 100
    found = np.where(low, lifted, found).astype(np.int32)
    if one_off.standard is not None and one_off.standard_gap > 0:
        behind = (found > 0) & (one_off.standard - found > one_off.standard_gap)
        found = np.where(behind, one_off.standard - one_off.standard_gap, found).astype(np.int32)
    return found
