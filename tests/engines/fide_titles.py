"""Title norms of FIDE and perfect performances (1.12: title regulations of 1 January 2024).

An oracle: the worked examples of the regulations hold tables and performances to what FIDE prints.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ratings.engines.fide_tables import percent_of
from ratings.rulebook.fide_performance import performance

UNRATED_COUNTS = 1400  # an unrated opponent of a norm, if not raised
LEAST_SHARE = 35  # percent of the points of a norm
PERFECT_WITHOUT_POINTS = 800  # below the lowest opponent


@dataclass(frozen=True, slots=True)
class Norm:
    """What a norm asks for."""

    title: str
    performance: int
    average: int  # least mean of the opponents
    raised_to: int  # the lowest opponent may count as this


NORMS: dict[str, Norm] = {
    norm.title: norm
    for norm in (
        Norm("GM", 2600, 2380, 2200),
        Norm("IM", 2450, 2230, 2050),
        Norm("WGM", 2400, 2180, 2000),
        Norm("WIM", 2250, 2030, 1850),
    )
}
# Rating to be reached besides the norms, or alone with 30 rated games.
RATING_WITH_NORMS = {"GM": 2500, "IM": 2400, "WGM": 2300, "WIM": 2200}
RATING_ALONE = {"FM": 2300, "CM": 2200, "WFM": 2100, "WCM": 2000}
GAMES_ALONE = 30


def counted_for(norm: Norm, opponents: Sequence[int]) -> list[int]:
    """Return the opponents as a norm counts them (0 = unrated): the lowest raised, other unrated at 1400."""
    counted = [rating or UNRATED_COUNTS for rating in opponents]
    if counted:
        lowest = counted.index(min(counted))
        counted[lowest] = max(counted[lowest], norm.raised_to)
    return counted


def is_norm(norm: Norm, opponents: Sequence[int], half_points: int) -> bool:
    """Return whether the ratings and the score suffice; games, titles and federations are not looked at."""
    counted = counted_for(norm, opponents)
    if not counted:
        return False
    made = performance(counted, half_points)
    return made.share >= LEAST_SHARE and made.average >= norm.average and made.rating >= norm.performance


def perfect_performance(opponents: Sequence[int], half_points: int) -> int:
    """Return the lowest rating whose expectations reach the score (tie-break PTP), without the 400 rule.

    Raises ValueError without opponents or for more points than games.
    """
    if not opponents or not 0 <= half_points <= 2 * len(opponents):
        raise ValueError(f"{half_points} half points of {len(opponents)} games")
    low, high = min(opponents) - PERFECT_WITHOUT_POINTS, max(opponents) + PERFECT_WITHOUT_POINTS
    if half_points == 0:
        return low
    while low < high:
        middle = (low + high) // 2
        if sum(percent_of(middle - one) for one in opponents) >= 50 * half_points:
            high = middle
        else:
            low = middle + 1
    return low
