"""Expected score of one player against another, by the curve of a rating system. Pure.

An even game, without handicap, for either colour. Clauses as in the rulebook of each family.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ratings.engines.curves import ffg_scale, weaker_expectation
from ratings.engines.fide_tables import LARGEST_DIFFERENCE, TABLE, curves
from ratings.rulebook.editions import Edition
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.ffg import FfgEdition
from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.fide import EXPECTATIONS, FideEdition
from ratings.rulebook.ladder import LadderEdition

_MILLION = 1_000_000
_POWER_MOST = 300.0  # 10 to a higher power overflows
_FAR = 1500.0  # rating points beyond the strongest and the weakest opponent in which to look
_HALVINGS = 40  # of the way between the two; what is left is far below a point


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating, with its deviation aged to the moment of the comparison where the system has one."""

    rating: float
    deviation: float = 0.0


def expected_score(edition: Edition, own: Strength, other: Strength) -> float:
    """Return the expected score of the first against the second, 0 to 1.

    Raises KeyError for an edition of a family without curve.
    """
    return _CURVES[type(edition)](edition, own, other)


def attenuation(deviation: float, *, divisor: float = 400.0) -> float:
    """Return f of a deviation: 1 / sqrt(1 + p RD^2) with p = 3 (ln 10 / (pi divisor))^2 (FICS 1.1)."""
    p = 3.0 * (math.log(10.0) / (math.pi * divisor)) ** 2
    return 1.0 / math.sqrt(1.0 + p * deviation * deviation)


def aged(edition: FicsEdition, deviation: float, *, since: int, to: int) -> float:
    """Return an RD as it has grown from one moment to another, in milliseconds (FICS 1.1 step 1)."""
    minutes = max(to - since, 0) / 60_000
    return min(math.sqrt(deviation * deviation + edition.growth * minutes), edition.deviation_cap)


def logistic(difference: float, divisor: float) -> float:
    """Return 1 / (1 + 10^(-difference / divisor))."""
    return 1.0 / (1.0 + math.pow(10.0, min(-difference / divisor, _POWER_MOST)))


def _ffg(edition: FfgEdition, own: Strength, other: Strength) -> float:
    """FFG ladder rules 1.2."""
    weaker, stronger = sorted((own.rating, other.rating))
    scale = max(ffg_scale(weaker, numerator=edition.a_numerator, divisor=edition.divisor), 1e-9)
    expected = weaker_expectation(stronger - weaker, scale)
    return expected if own.rating < other.rating else 1.0 - expected


def _egf(edition: EgfEdition, own: Strength, other: Strength) -> float:
    """EGF rating rules 1.5 since 2021; 1.3 and 1.4 before, where e is missing to 1 together."""
    if edition.since_2021:
        mine, theirs = (min(side.rating, edition.ceiling) for side in (own, other))
        return 1.0 / (1.0 + math.pow((edition.perfect - mine) / (edition.perfect - theirs), edition.exponent))
    weaker, stronger = sorted((own.rating, other.rating))
    scale = max(edition.a_at_zero - weaker / edition.a_divisor, 1e-9)
    weak = weaker_expectation(stronger - weaker, scale)
    is_weaker = own.rating < other.rating
    if edition.e_on_stronger and weaker != stronger:
        return weak if is_weaker else 1.0 - edition.e - weak
    return max((weak if is_weaker else 1.0 - weak) - edition.e / 2, 0.0)


def _fide(edition: FideEdition, own: Strength, other: Strength) -> float:
    """FIDE B.02 8.3.1, table 8.1.2; a difference above the limit counts as the limit."""
    difference = round(own.rating - other.rating)
    exempt = 0 < edition.exempt_from <= own.rating
    if 0 < edition.cap < abs(difference) and not exempt:
        difference = int(math.copysign(edition.cap, difference))
    curve = curves()[EXPECTATIONS.get(edition.expectation, TABLE)]
    stronger = int(curve[min(abs(difference), LARGEST_DIFFERENCE)]) / _MILLION
    return stronger if difference >= 0 else 1.0 - stronger


def _fics(edition: FicsEdition, own: Strength, other: Strength) -> float:
    """Glicko 1.1 step 3: the opponent's deviation flattens the curve, so the two need not add up to 1."""
    f = attenuation(other.deviation, divisor=edition.divisor)
    return logistic((own.rating - other.rating) * f, edition.divisor)


def _ladder(edition: LadderEdition, own: Strength, other: Strength) -> float:
    """Ladder 2.1, or the normal law of decision 6: a deviation of divisor / sqrt 2."""
    difference = own.rating - other.rating
    if edition.curve == "normal":
        return 0.5 * math.erfc(-difference / edition.divisor)
    return logistic(difference, edition.divisor)


_CURVES: dict[type[Edition], Callable[[Any, Strength, Strength], float]] = {
    FfgEdition: _ffg,
    EgfEdition: _egf,
    FideEdition: _fide,
    FicsEdition: _fics,
    LadderEdition: _ladder,
}


def played_like(edition: Edition, opponents: Sequence[float], score: float) -> float | None:
    """Find the rating whose expected scores against these ratings add up to a score.

    Not FIDE's performance, which is read in a table (`fide_performance`). None where everything was won or
    lost, which any rating far enough away would have done. Handicaps are in the opponents' ratings. Raises
    KeyError for an edition without curve.
    """
    if not 0 < score < len(opponents):
        return None
    low, high = min(opponents) - _FAR, max(opponents) + _FAR
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        expected = sum(
            expected_score(edition, Strength(middle), Strength(opponent)) for opponent in opponents
        )
        low, high = (middle, high) if expected < score else (low, middle)
    return (low + high) / 2
