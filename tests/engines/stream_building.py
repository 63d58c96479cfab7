"""Builds streams from a few words: players by number, games as tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from ratings.engines.contract import Floats
from ratings.engines.stream_contract import DUEL, LEVEL, PLACES, TEAMS, StreamFacts, StreamStanding
from ratings.rulebook.editions import pack_all, with_parameters
from tests import declared

NAN = float("nan")
MINUTE, DAY = 60_000, 86_400_000
START = 1_500_000_000_000  # 14 July 2017
SCORES = {1.0: (1, 2), 0.5: (1, 1), 0.0: (2, 1)}


@dataclass(frozen=True)
class Table:
    """One game or decision; `players` are indices into the standing, `places` where each finished."""

    kind: int
    players: tuple[int, ...]
    places: tuple[int, ...]
    moment: int = START
    points: float = NAN
    level: float = NAN
    deviation: float = NAN
    games: int = 0
    edition: int = 0


def duel(one: int, two: int, score: float = 1.0, *, at: int = START, points: float = NAN) -> Table:
    """A game of two; `score` is the first one's."""
    return Table(DUEL, (one, two), SCORES[score], at, points)


def bughouse(
    players: Sequence[int] = (0, 1, 2, 3), score: float = 1.0, *, at: int = START
) -> Table:  # fmt: skip
    """A game of two teams of two; `score` is the first team's."""
    first, second = SCORES[score]
    return Table(TEAMS, cast(tuple[int, ...], tuple(players)), (first, first, second, second), at)


def placed(*players: int, places: Sequence[int] = (), points: float = NAN) -> Table:
    """A game of several, in finishing order unless places say otherwise."""
    return Table(PLACES, players, tuple(places) or tuple(range(1, len(players) + 1)), points=points)


def decided(player: int, level: float, *, deviation: float = NAN, games: int = 0, at: int = START) -> Table:
    """A level of the office."""
    return Table(LEVEL, (player,), (1,), at, level=level, deviation=deviation, games=games)


def stream(*tables: Table) -> StreamFacts:
    """Return tables as columns."""
    return StreamFacts(
        kind=np.array([table.kind for table in tables], np.int8),
        edition=np.array([table.edition for table in tables], np.int8),
        moment=np.array([table.moment for table in tables], np.int64),
        points=np.array([table.points for table in tables], np.float64),
        level=np.array([table.level for table in tables], np.float64),
        deviation=np.array([table.deviation for table in tables], np.float64),
        seat_start=np.cumsum([0, *(len(table.players) for table in tables)]).astype(np.int32),
        seat_player=np.array([one for table in tables for one in table.players], np.int32),
        seat_place=np.array([one for table in tables for one in table.places], np.int8),
        seat_games=np.array([table.games for table in tables for _ in table.players], np.int32),
    )


def glicko_standing(*people: tuple[float, float], last: int = START) -> StreamStanding:
    """Ratings with their RDs; NaN is a newcomer."""
    rating, deviation = (np.array(column, np.float64) for column in zip(*people, strict=True))
    known = ~np.isnan(rating)
    return StreamStanding(rating, deviation, known.astype(np.int32), np.where(known, last, -1))


def ladder_standing(*people: tuple[float, int]) -> StreamStanding:
    """Ratings with their numbers of games; NaN is a newcomer."""
    rating, games = zip(*people, strict=True)
    nothing = np.full(len(people), np.nan)
    last = np.where(np.array(games) > 0, START, -1)
    return StreamStanding(np.array(rating, np.float64), nothing, np.array(games, np.int32), last)


def fics_rules(**parameters: object) -> Floats:
    """The edition of FICS, packed, with constants replaced."""
    return pack_all([with_parameters(declared.FICS[-1], parameters)])


def ladder_rules(**parameters: object) -> Floats:
    """The edition of the ladder, packed, with constants replaced."""
    return pack_all([with_parameters(declared.LADDER[-1], parameters)])
