"""Who a calculator can be asked about: a player with a rating, as far as the site knows him."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Known:
    """A player as listed in one system; None: not known, or of no meaning there."""

    name: str
    rating: float
    number: int = 0  # in the register; 0 = only a rating was typed
    games: int | None = None
    k: int | None = None
    birth_year: int | None = None
    deviation: float | None = None  # aged to the moment of asking


# What was typed -> whom it can mean; several: the reader has to choose.
People = Mapping[str, Sequence[Known]]
