"""Invented streams of duels of any size to measure the engines with; the seed decides everything."""

import numpy as np

from ratings.engines.stream_contract import DUEL, StreamFacts, StreamStanding

FIRST = 1_400_000_000_000  # May 2014, milliseconds
A_GAME_EVERY = 100_000  # milliseconds
DRAWS = 0.1  # of all games


def synthetic_stream(games: int, players: int, seed: int) -> tuple[StreamFacts, StreamStanding]:
    """Invent duels of random players, outcomes by strength; the standing before them is empty.

    Raises ValueError for fewer than two players.
    """
    if players < 2:
        raise ValueError(f"{players} players are too few")
    chance = np.random.default_rng(seed)
    strength = chance.normal(1600.0, 200.0, players)
    first = chance.integers(0, players, games)
    second = (first + chance.integers(1, players, games)) % players
    wins = chance.random(games) < 1.0 / (1.0 + 10.0 ** ((strength[second] - strength[first]) / 400.0))
    places = np.stack([np.where(wins, 1, 2), np.where(wins, 2, 1)], axis=1)
    places[chance.random(games) < DRAWS] = 1
    nothing = np.full(games, np.nan)
    facts = StreamFacts(
        kind=np.full(games, DUEL, np.int8),
        edition=np.zeros(games, np.int8),
        moment=np.sort(FIRST + chance.integers(0, A_GAME_EVERY * max(games, 1), games)),
        points=nothing,
        level=nothing,
        deviation=nothing,
        seat_start=np.arange(0, 2 * games + 1, 2, dtype=np.int32),
        seat_player=np.stack([first, second], axis=1).astype(np.int32).ravel(),
        seat_place=places.astype(np.int8).ravel(),
        seat_games=np.zeros(2 * games, np.int32),
    )
    return facts, StreamStanding(
        rating=np.full(players, np.nan),
        deviation=np.full(players, np.nan),
        games=np.zeros(players, np.int32),
        moment=np.full(players, -1, np.int64),
    )
