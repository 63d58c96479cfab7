"""The rules of the online ladder (Days of Wonder, Hardwood Hearts): games of two and more, at any table.

Source: the brief of the ladder and two independent transcriptions of its formulas, as kept in our
specification ("FICS Glicko and the ladder", clauses below).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from federation.vocabulary.messages import gettext_noop
from ratings.rulebook.bounds import DAYS, RATING, STEP, Bounds
from ratings.rulebook.editions import Edition


@dataclass(frozen=True, slots=True)
class LadderEdition(Edition):
    """The constants of one edition; the order is the engine's."""

    words: ClassVar[Mapping[str, Mapping[str, float]]] = {"curve": {"logistic": 0.0, "normal": 1.0}}
    bounds: ClassVar[Mapping[str, Bounds]] = {
        "initial_rating": RATING,
        "provisional_games": Bounds(1, 1_000_000),
        "k": Bounds(0.01, 10_000),
        "provisional_step": STEP,
        "established_step": STEP,
        "divisor": Bounds(1, 100_000),
        "active_days": DAYS,
    }

    initial_rating: float = 1500.0  # 2.1
    provisional_games: float = 20.0  # 2.1: established with so many games before the game
    k: float = 32.0  # 2.1: points at stake where the game does not say
    provisional_step: float = 100.0  # 2.1: what a win adds between two provisional players
    established_step: float = 200.0  # 2.1: to a provisional player against an established one
    scale_steps: bool = (
        False  # 2.2, decision 5: the steps shrink and grow with the points at stake, against k
    )
    curve: str = "logistic"  # 2.3, decision 6: or the normal law with a deviation of 200 sqrt 2
    divisor: float = 400.0  # 2.1
    active_days: float = 365.0  # ours: without a game in so many days a player is not active


EDITIONS: tuple[LadderEdition, ...] = (
    LadderEdition("2003", date.min, gettext_noop("Days of Wonder, ranking and scoring, 2003")),
)
