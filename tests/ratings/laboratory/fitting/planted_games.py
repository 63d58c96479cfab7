"""Games of a server drawn with known constants: every result from the ratings that rules with those hold."""

from datetime import date

import numpy as np

from ratings.cadence.by_game.forecasts import forecast
from ratings.engines.stream_contract import Longs, StreamFacts, StreamStanding
from ratings.engines.stream_table import games_between
from ratings.engines.table import stream_engine_named
from ratings.laboratory.figures.fitting.by_game import A_DAY, Stream
from ratings.laboratory.figures.variant import Rules

START = (date(2024, 1, 1) - date(1970, 1, 1)).days * A_DAY
MIDDLE = {"glicko": 1720.0, "ladder": 1500.0}


def planted_games(
    engine: str, truth: Rules, base: Rules, seed: int, *, days: int = 200, boards: int = 60
) -> Stream:
    """Draw days of games, each with other players, from rules; `base` are those in force of what is returned.

    A day draws some of the players, so that the time between two games of one differs much.
    """
    chance = np.random.default_rng(seed)
    players = 8 * boards if engine == "glicko" else 3 * boards
    first = StreamStanding(
        rating=np.round(MIDDLE[engine] + 250.0 * chance.standard_normal(players)),
        deviation=np.full(players, 120.0 if engine == "glicko" else np.nan),
        games=np.full(players, 50, np.int32),
        moment=np.full(players, START - 30 * A_DAY, np.int64),
    )
    seats = np.concatenate([chance.choice(players, 2 * boards, replace=False) for _ in range(days)])
    games = days * boards
    facts = StreamFacts(
        kind=np.zeros(games, np.int8),
        edition=np.zeros(games, np.int8),
        moment=START + np.repeat(np.arange(days), boards) * A_DAY,
        points=np.full(games, np.nan),
        level=np.full(games, np.nan),
        deviation=np.full(games, np.nan),
        seat_start=np.arange(0, 2 * games + 1, 2, dtype=np.int32),
        seat_player=seats.astype(np.int32),
        seat_place=np.ones(2 * games, np.int8),
        seat_games=np.zeros(2 * games, np.int32),
    )
    _draw(engine, facts, first, truth, chance, boards=boards)
    return Stream(engine, facts, first, base)


def _draw(
    engine: str,
    facts: StreamFacts,
    standing: StreamStanding,
    truth: Rules,
    chance: np.random.Generator,
    *,
    boards: int,
) -> None:
    """Write the places of every game, day after day."""
    kernel = stream_engine_named(engine)
    rows: tuple[Longs, Longs, Longs] = (
        np.arange(boards),
        np.arange(0, 2 * boards, 2),
        np.arange(1, 2 * boards, 2),
    )
    for begin in range(0, facts.kind.size, boards):
        part = games_between(facts, begin, begin + boards)
        before = kernel.replay(part, standing, truth.parameters)[0]  # nobody plays twice: the same before all
        expected = forecast(part, before, truth.parameters, engine=engine, rows=rows)[0]
        lost = chance.random(boards) >= expected
        places = facts.seat_place[2 * begin : 2 * (begin + boards)]
        places[0::2], places[1::2] = 1 + lost, 2 - lost
        standing = kernel.replay(games_between(facts, begin, begin + boards), standing, truth.parameters)[1]
