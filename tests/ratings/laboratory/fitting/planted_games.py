"""Games of a server drawn with known constants: every result from the ratings those rules hold before it."""

from datetime import date

import numpy as np

from ratings.cadence.by_game.pairs import forecast
from ratings.cadence.shared.columns import Longs
from ratings.engines.stream_contract import StreamFacts, StreamStanding
from ratings.engines.stream_table import games_between
from ratings.engines.table import stream_engine_named
from ratings.laboratory.figures.by_game import MS_A_DAY, GameGround
from ratings.laboratory.figures.rules import Rules

BEGIN = date(2024, 1, 1)
START = (BEGIN - date(1970, 1, 1)).days * MS_A_DAY
MIDDLE = {"glicko": 1720.0, "ladder": 1500.0}
BOARDS = 60


def planted_games(engine: str, truth: Rules, base: Rules, seed: int, *, days: int) -> GameGround:
    """Draw days of games between players drawn anew each day; `base` are the rules in force of the ground.

    Of Glicko one in four comes each day, so that the time between two games of one differs much.
    """
    chance = np.random.default_rng(seed)
    players = (8 if engine == "glicko" else 3) * BOARDS
    first = StreamStanding(
        rating=np.round(MIDDLE[engine] + 250.0 * chance.standard_normal(players)),
        deviation=np.full(players, 120.0 if engine == "glicko" else np.nan),
        games=np.full(players, 50, np.int32),
        moment=np.full(players, START - 30 * MS_A_DAY, np.int64),
    )
    seats = np.concatenate([chance.choice(players, 2 * BOARDS, replace=False) for _ in range(days)])
    games = days * BOARDS
    facts = StreamFacts(
        kind=np.zeros(games, np.int8),
        edition=np.zeros(games, np.int8),
        moment=START + np.repeat(np.arange(days), BOARDS) * MS_A_DAY,
        points=np.full(games, np.nan),
        level=np.full(games, np.nan),
        deviation=np.full(games, np.nan),
        seat_start=np.arange(0, 2 * games + 1, 2, dtype=np.int32),
        seat_player=seats.astype(np.int32),
        seat_place=np.ones(2 * games, np.int8),
        seat_games=np.zeros(2 * games, np.int32),
    )
    _draw(engine, facts, first, truth, chance)
    return GameGround(engine, facts, first, np.arange(1, players + 1), np.zeros(players, np.int64), base)


def _draw(
    engine: str, facts: StreamFacts, standing: StreamStanding, truth: Rules, chance: np.random.Generator
) -> None:
    """Write the places of every game, day after day; nobody plays twice a day."""
    kernel, parameters = stream_engine_named(engine), truth.parameters
    white, black = np.arange(0, 2 * BOARDS, 2), np.arange(1, 2 * BOARDS, 2)
    rows: tuple[Longs, Longs, Longs] = (np.arange(BOARDS), white, black)
    for begin in range(0, facts.kind.size, BOARDS):
        part = games_between(facts, begin, begin + BOARDS)
        before = kernel.replay(part, standing, parameters)[0]  # whatever the results, `before` is the same
        expected = forecast(part, before, parameters, engine=engine, rows=rows)[0]
        lost = chance.random(BOARDS) >= expected
        places = facts.seat_place[2 * begin : 2 * (begin + BOARDS)]
        places[0::2], places[1::2] = 1 + lost, 2 - lost
        standing = kernel.replay(games_between(facts, begin, begin + BOARDS), standing, parameters)[1]
