"""Random jobs for the generic Elo: editions of every kind of table, spans of events, standings."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import numpy as np

from ratings.engines import decision_tables as tables
from ratings.engines.decision_tables import (
    Bonus,
    EloEdition,
    Expectation,
    First,
    Floor,
    KRow,
    Scale,
    WeightRow,
)
from ratings.engines.elo_contract import EloFacts, EloStanding
from tests.engines.elo_oracle import Entry, Player, Tournament

NAN = float("nan")
PLAYERS = 9
SIZES = (9, 13, 19)
BANDS = ((3.0, 0.5), (40.0, 0.55), (110.5, 0.6525), (300.0, 0.85), (735.0, 0.99))
DISTANCES = tuple(round(7.3 * percent + 0.001 * percent**3, 1) for percent in range(51))


@dataclass(frozen=True)
class Job:
    """Editions, spans (edition and events) and where everybody stood."""

    editions: tuple[EloEdition, ...]
    spans: tuple[tuple[int, tuple[Tournament, ...]], ...]
    people: tuple[Player, ...]


class Maker:
    """Makes a job from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def maybe(self, value: float, share: float = 0.4) -> float | None:
        """A number or none."""
        return value if self.random.random() < share else None

    def code(self, most: int = 2) -> int | None:
        """A code or none."""
        return self.random.randint(0, most) if self.random.random() < 0.3 else None

    def rating(self) -> float:
        """A rating, whole or not, round or not."""
        kind = self.random.random()
        if kind < 0.2:
            return float(self.random.choice((1200, 1500, 1600, 2000, 2400)))
        exact = self.random.uniform(800, 2600)
        return exact if kind > 0.6 else float(round(exact))

    def edition(self, *, online: bool = False) -> EloEdition:
        """An edition with some of everything."""
        by_period = not online and self.random.random() < 0.4
        when = self.random.choice((tables.GAME, tables.EVENT, tables.LIST))
        of_change = self.random.random() < 0.4 and (by_period or when != tables.LIST)
        return EloEdition(
            k=(
                *(self.k_row() for _ in range(self.random.randint(0, 7))),
                KRow(self.random.choice((16, 24.5, 40))),
            ),
            expected=self.expectation(online=online),
            k_games_most=None if online else self.maybe(self.random.choice((40.0, 90.0, 700.0))),
            weights=tuple(self.weight_row() for _ in range(self.random.choice((0, 0, 2)))),
            bonus=Bonus() if online else self.bonus(),
            first=self.first(online=online),
            floor=Floor(self.maybe(1200.0), self.random.random() < 0.5, self.maybe(40.0)),
            scale=Scale(self.random.choice((0, 0, 1, 3)), self.random.randint(0, 2), when, of_change),
            by_period=by_period,
        )

    def k_row(self) -> KRow:
        """A row of K."""
        return KRow(
            float(self.random.choice((10, 15, 20, 27.5, 32, 40))),
            self.maybe(self.random.choice((18.0, 21.0))),
            self.maybe(30.0),
            self.maybe(self.rating()),
            self.maybe(2300.0, 0.2),
            self.code(),
            self.code(),
        )

    def weight_row(self) -> WeightRow:
        """A row of weights."""
        online = self.random.choice((None, None, True, False))
        size = self.random.choice((None, None, *SIZES))
        return WeightRow(self.random.choice((0.0, 0.25, 0.3, 1.0)), self.code(), self.code(), online, size)

    def expectation(self, *, online: bool) -> Expectation:
        """A law, with or without cap."""
        most = tables.SPREAD if online else tables.TABLE
        return Expectation(
            self.random.randint(0, most),
            self.random.choice((400.0, 350.0, 2000.0)),
            BANDS,
            self.random.choice((1.0, 0.995)),
            self.maybe(float(self.random.choice((100, 400)))),
            self.maybe(2000.0),
            not online and self.random.random() < 0.3,
            self.random.choice((10.0, 350.0)),
        )

    def bonus(self) -> Bonus:
        """A bonus, or none."""
        return Bonus(
            self.random.randint(0, 2),
            self.random.choice((0.0, 12.5, 35.0)),
            self.random.choice((0.0, 3.0)),
            self.random.randint(1, 4),
            self.maybe(50.0),
            self.maybe(2100.0),
            self.random.random() < 0.5,
            self.random.choice((((0.0, 1.0),), ((32.0, 1.25), (20.0, 0.5)), ())),
        )

    def first(self, *, online: bool) -> First:
        """A rule for newcomers."""
        kind = self.random.randint(0, tables.BY_AGE if online else tables.ITERATED)
        ages = ((12.0, 900.0), (18.0, 1150.5), (inf, 1400.0))
        return First(
            kind,
            self.rating(),
            ages if kind == tables.BY_AGE else ((0.0, 1200.0), (1.0, 1444.4), (2.0, 1800.0)),
            self.random.randint(0, 1),
            self.random.choice((400.0, 333.3)),
            DISTANCES,
            self.random.randint(1, 6),
            self.random.choice((0.0, 0.5, 1.0)),
            self.random.choice((0, 2)),
            self.random.choice((1600.0, 1777.7)),
            self.maybe(2000.0),
            self.random.choice((1, 3, 30)),
            self.random.choice((0.5, 1e-6)),
        )

    def person(self) -> Player:
        """A player, perhaps without rating, perhaps with a pool."""
        if self.random.random() < 0.35:
            games = self.random.choice((0, 0, 3))
            pool = (games, self.random.randint(0, 2 * games), games * self.rating())
            return Player(None, games, None, pool)
        rating, peak = self.rating(), self.rating()
        return Player(rating, self.random.randint(0, 60), max(rating, peak) if peak > 1300 else None)

    def event(self) -> Tournament:
        """An event of some players."""
        players = self.random.sample(range(PLAYERS), self.random.randint(2, 6))
        entries = [
            Entry(
                player,
                self.random.choice((None, 11.0, 17.5, 40.0)),
                self.code(),
                self.random.choice((None, 0, 2, 5)),
            )
            for player in players
        ]
        games = [
            (
                *self.random.sample(range(len(players)), 2),
                self.random.randint(0, 2),
                self.random.choice(SIZES),
            )
            for _ in range(self.random.randint(0, 8))
        ]
        pairs = tuple((white, black, score, size) for white, black, score, size in games)
        return Tournament(entries, pairs, self.code(), self.code(), self.random.random() < 0.3)

    def job(self) -> Job:
        """A job of some spans."""
        editions = tuple(self.edition() for _ in range(self.random.randint(1, 2)))
        spans = []
        for _ in range(self.random.randint(1, 3)):
            edition = self.random.randrange(len(editions))
            most = 3 if editions[edition].by_period else 1
            spans.append((edition, tuple(self.event() for _ in range(self.random.randint(1, most)))))
        return Job(editions, tuple(spans), tuple(self.person() for _ in range(PLAYERS)))


def codes(values: Sequence[int | None]) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    """Codes as a column, -1 for none."""
    return np.array([-1 if value is None else int(value) for value in values], np.int8)


def facts_of(spans: Sequence[tuple[int, Sequence[Tournament]]]) -> EloFacts:
    """Return spans as columns."""
    events = [event for _, part in spans for event in part]
    first, white, black = 0, [], []
    for event in events:
        white += [first + game[0] for game in event.games]
        black += [first + game[1] for game in event.games]
        first += len(event.entries)
    entries = [entry for event in events for entry in event.entries]
    games = [game for event in events for game in event.games]

    def starts(sizes: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
        return np.cumsum([0, *sizes]).astype(np.int32)

    return EloFacts(
        span_start=starts([len(part) for _, part in spans]),
        span_edition=np.array([edition for edition, _ in spans], np.int8),
        entry_start=starts([len(event.entries) for event in events]),
        game_start=starts([len(event.games) for event in events]),
        event_control=codes([event.control for event in events]),
        event_class=codes([event.event_class for event in events]),
        event_online=codes([event.online for event in events]),
        entry_player=np.array([entry.player for entry in entries], np.int32),
        entry_age=np.array([NAN if entry.age is None else entry.age for entry in entries], np.float64),
        entry_level=codes([entry.level for entry in entries]),
        entry_grade=codes([entry.grade for entry in entries]),
        game_white=np.array(white, np.int32),
        game_black=np.array(black, np.int32),
        game_score=np.array([game[2] for game in games], np.int8),
        game_size=np.array([game[3] for game in games], np.int8),
    )


def standing_of(people: Sequence[Player]) -> EloStanding:
    """Return players as columns."""

    def column(values: Sequence[float | None]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return np.array([NAN if value is None else value for value in values], np.float64)

    return EloStanding(
        rating=column([person.rating for person in people]),
        games=column([person.games for person in people]),
        peak=column([person.peak for person in people]),
        pool_games=column([person.pool[0] for person in people]),
        pool_half_points=column([person.pool[1] for person in people]),
        pool_opponents=column([person.pool[2] for person in people]),
    )
