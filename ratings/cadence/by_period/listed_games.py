# ruff: noqa: S608 - only places for values are put in
"""Rated games of players between two lists, each of which counts those of its period."""

from collections.abc import Sequence

from federation.database import bulk
from ratings.cadence.shared.columns import I8, Longs
from ratings.cadence.shared.listed_games import look_up


def games_since(players: Longs, _now: Longs, _before: Longs, lists: Sequence[int]) -> Longs:
    """Return the games of some lists together."""
    marks = ", ".join(["%s"] * len(lists))
    player, games = bulk.read_columns(
        "SELECT player_id, SUM(period_games) FROM ratings_listentry"
        f" WHERE list_id IN ({marks}) AND period_games > 0 GROUP BY player_id",
        list(lists),
        [I8, I8],
    )
    return look_up(players, player, games)
