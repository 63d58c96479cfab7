"""The rules of the FICS ratings (Glicko as the Free Internet Chess Server runs it).

Source: the brief of FICS Glicko, FICS help "rating_changes" and "ratings", the constants of its server's code
and real games, as kept in our specification ("FICS Glicko and the ladder", clauses below).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from federation.vocabulary.messages import gettext_noop
from ratings.rulebook.bounds import DAYS, DEVIATION, RATING, Bounds
from ratings.rulebook.editions import Edition


@dataclass(frozen=True, slots=True)
class FicsEdition(Edition):
    """The constants of one edition; the order is the engine's."""

    bounds: ClassVar[Mapping[str, Bounds]] = {
        "initial_rating": RATING,
        "initial_deviation": Bounds(1e-9, DEVIATION.most),
        "deviation_cap": Bounds(1e-9, DEVIATION.most),
        "growth": Bounds(0, 1_000),
        "k_minimum": Bounds(0, 1_000),
        "divisor": Bounds(1, 100_000),
        "team_divisor": Bounds(1, 100_000),
        "established_deviation": DEVIATION,
        "active_days": DAYS,
    }

    initial_rating: float = 1720.0  # 1.1: used, not displayed
    initial_deviation: float = 350.0  # 1.1
    deviation_cap: float = 350.0  # 1.1
    growth: float = 0.034969  # 1.1: c, what RD squared gains a minute; 0.187 squared
    k_minimum: float = 16.0  # 1.1: of the rating change only, never of the RD; bughouse too (decision 2)
    divisor: float = 400.0  # 1.1: of E, and of q = ln 10 / 400 and p = 3 q^2 / pi^2
    team_divisor: float = 800.0  # 1.1: of q and p in bughouse; E keeps 400 on the means
    established_deviation: float = 80.0  # 1.1: on lists, RD at most this is established
    active_days: float = 365.0  # ours: without a game in so many days a player is not active


EDITIONS: tuple[FicsEdition, ...] = (
    FicsEdition("1997", date(1997, 4, 28), gettext_noop("FICS help on rating changes, 28 April 1997")),
)
