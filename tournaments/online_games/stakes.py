"""Stakes of games of the ladder that do not give them: by the kind of game of their server.

Source: the page of the ladder, "Les détails": 32 points a game; in Ticket to Ride 8, 16, 24 or 32 with 2, 3,
4 or 5 players.
"""

import numpy as np

from federation.vocabulary.systems.catalogue import STREAMS
from tournaments.models import GameServer
from tournaments.online_games.arrivals import Arrivals, Floats

PER_OPPONENT = 8.0  # Ticket to Ride


def points_at_stake(games: Arrivals, system: str, server: GameServer) -> Floats:
    """Return the points of games (G) to store with them, NaN where the system's rules fix them.

    Points a game gives itself go before. Counted on beyond five players, as far as a table goes (ours).
    """
    if not STREAMS[system].games.points or server.stakes != GameServer.Stakes.PER_OPPONENT:
        return games.points
    opponents = np.diff(games.seat_start) - 1
    return np.where(np.isnan(games.points), PER_OPPONENT * opponents, games.points)
