"""The years of birth of the players of a ground."""

import numpy as np

from federation.database import bulk
from ratings.cadence.shared.columns import I8, Longs


def birth_years(players: Longs) -> Longs:
    """Return the year of birth of each player (rising keys), 0 where it is not known."""
    key, year = bulk.read_columns(
        "SELECT id, birth_year FROM federation_player WHERE birth_year IS NOT NULL",
        [],
        [I8, I8],
    )
    found = np.zeros(players.size, np.int64)
    known = np.isin(key, players)
    found[np.searchsorted(players, key[known])] = year[known]
    return found
