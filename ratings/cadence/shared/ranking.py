"""Places on a list from ratings as shown: the order of the page, and ranks that ties share. Pure."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ratings.cadence.shared.columns import Longs

NOBODY = 0  # instead of a place among the active, of an inactive player


@dataclass(frozen=True, slots=True)
class Places:
    """Places of N players, each in the order the players were given."""

    position: Longs  # 1.. without gaps
    rank: Longs  # ties share the first place
    active_position: Longs  # `NOBODY`: inactive
    active_rank: Longs


def place_columns(place: Places) -> dict[str, list[int | None]]:
    """Return the places as columns of a list's entries; None among the active: they are not."""
    return {
        "position": place.position.tolist(),
        "rank": place.rank.tolist(),
        "active_rank": [rank or None for rank in place.active_rank.tolist()],
        "active_position": [position or None for position in place.active_position.tolist()],
    }


def places(rating: Longs, keys: list[tuple[str, int]], *, active: NDArray[np.bool_]) -> Places:
    """Order by rating, falling, then by `keys` (name, number), and count among all and among the active."""
    by_key = np.array(sorted(range(len(keys)), key=keys.__getitem__), np.int64)
    order = by_key[np.argsort(-rating[by_key], kind="stable")]
    position, rank = _count(rating[order])
    whole = np.empty((2, rating.size), np.int64)
    whole[:, order] = position, rank
    among = order[active[order]]
    part = np.full((2, rating.size), NOBODY, np.int64)
    part[:, among] = _count(rating[among])
    return Places(whole[0], whole[1], part[0], part[1])


def _count(falling: Longs) -> tuple[Longs, Longs]:
    position = np.arange(1, falling.size + 1)
    first = np.append(np.ones(min(falling.size, 1), np.bool_), falling[1:] != falling[:-1])
    return position, np.maximum.accumulate(np.where(first, position, 0))
