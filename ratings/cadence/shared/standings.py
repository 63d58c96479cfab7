"""Ratings of all players now, at the end of a day, and before a place of the ledger of runs."""

from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np

from federation.database import bulk
from ratings.cadence.shared.columns import F8, I4, I8, Longs
from ratings.cadence.shared.hypothetical_facts import Supposed, sequence
from ratings.engines.contract import Floats, Ints
from ratings.models import RatingSystem

_ROWS = (
    'SELECT c.player_id, c.sequence, c."after" FROM ratings_ratingchange c'
    " JOIN ratings_ratingsystem s ON s.id = c.system_id WHERE s.key = %s AND c.sequence < %s"
)
FEW = 500  # players who are named in a statement; of more, everybody's rows are read


@dataclass(frozen=True, slots=True)
class LedgerStandings:
    """All rated players at the end of a day, by rising player key."""

    player: Longs
    rating: Floats
    games: Ints
    events: Ints
    last: Longs  # place of the last tournament with a rated game, -1: none


def stood(system: RatingSystem, day: date) -> LedgerStandings:
    """Read all ratings after the last event that began on or before a day."""
    until = sequence(day + timedelta(days=1))
    columns = bulk.read_columns(
        'SELECT c.player_id, c."after", c.total_games, a.events, a.last FROM (SELECT player_id,'
        " MAX(sequence) AS sequence, COUNT(CASE WHEN games > 0 THEN 1 END) AS events,"
        " MAX(CASE WHEN games > 0 THEN sequence END) AS last FROM ratings_ratingchange"
        " WHERE system_id = %s AND sequence < %s GROUP BY player_id) a JOIN ratings_ratingchange c"
        " ON c.player_id = a.player_id AND c.sequence = a.sequence"
        ' WHERE c.system_id = %s AND c."after" IS NOT NULL',
        [system.pk, until, system.pk],
        [I8, F8, I4, I4, I8],
    )
    order = np.argsort(columns[0])
    return LedgerStandings(*(column[order] for column in columns))


Ratings = tuple[Longs, Floats]  # players, rising, and their ratings


def current_ratings(system: RatingSystem) -> Ratings:
    """Read where everybody stands."""
    player, rating = bulk.read_columns(
        "SELECT player_id, rating FROM ratings_currentrating WHERE system_id = %s ORDER BY player_id",
        [system.pk],
        [I8, F8],
    )
    return player, rating


def with_moved(current: Ratings, player: Longs, rating: Floats) -> Ratings:
    """Return current ratings with those of some players as they would be instead; NaN: none."""
    stays = ~np.isin(current[0], player)
    rated = ~np.isnan(rating)
    players = np.concatenate([current[0][stays], player[rated]])
    order = np.argsort(players)
    return players[order], np.concatenate([current[1][stays], rating[rated]])[order]


def by_player(players: Longs, ratings: Floats) -> dict[int, float]:
    """Return the ratings of those who have one, by player."""
    pairs = zip(players.tolist(), ratings.tolist(), strict=True)
    return {player: rating for player, rating in pairs if rating == rating}


def rows_of(key: str, players: Longs, *, until: int, supposed: Supposed) -> tuple[Longs, Longs, Floats]:
    """Return player, place and rating of the rows of a ledger before a place, by player and place.

    Newcomers of another system start from them.
    """
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
