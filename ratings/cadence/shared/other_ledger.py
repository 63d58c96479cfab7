"""The ledger of another system, from which newcomers start."""

import numpy as np

from federation.database import bulk
from ratings.cadence.shared.columns import F8, I8, Longs
from ratings.cadence.shared.hypothetical_facts import Supposed
from ratings.engines.contract import Floats

_ROWS = (
    'SELECT c.player_id, c.sequence, c."after" FROM ratings_ratingchange c'
    " JOIN ratings_ratingsystem s ON s.id = c.system_id WHERE s.key = %s AND c.sequence < %s"
)
FEW = 500  # players who are named in a statement; of more, everybody's rows are read


def rows_of(key: str, players: Longs, *, until: int, supposed: Supposed) -> tuple[Longs, Longs, Floats]:
    """Return player, place and rating of the rows of a ledger before a place, by player and place."""
    recomputed = supposed.ledgers.get(key)
    named = f" AND c.player_id IN ({', '.join(['%s'] * players.size)})" if 0 < players.size <= FEW else ""
    columns = bulk.read_columns(
        _ROWS + named,
        [key, min(until, recomputed.first) if recomputed else until, *(players.tolist() if named else [])],
        [I8, I8, F8],
    )
    if recomputed:
        rows = recomputed.rows
        now = np.flatnonzero(rows.sequence < until)
        fresh = (rows.player[now], rows.sequence[now], rows.after[now])
        columns = tuple(np.concatenate(pair) for pair in zip(columns, fresh, strict=True))
    player, place, rating = columns
    order = np.lexsort((place, player))
    return player[order], place[order], rating[order]
