"""Games that come one by one, invented: evenings of blitz on one server, tables of two to five on another."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from random import Random

from federation.management.demo.chance import stream, weighted_sample
from tournaments.online_games.arrivals import Arrival

DAYS = 240  # played before the present
BLITZ_PLAYERS, BLITZ_GAMES = 190, 5600
TABLE_PLAYERS, TABLE_GAMES = 140, 2400
MEMBERS = 60  # of those who play blitz, members of the register with another name there
SPREAD = 230.0  # standard deviation of the strength of the players
_LUCK = 260.0  # standard deviation of what luck adds to it at a table
_SIZES, _SIZE_WEIGHTS = (2, 3, 4, 5), (4, 3, 3, 2)
_DRAWS = 0.07
_TIES = 0.05
# Parts of handles; joined they are no person's name.
_FIRST = (
    "Blue", "Grey", "Quick", "Slow", "Night", "River", "Stone", "Paper", "North", "Copper", "Salt", "Amber",
    "Tiny", "Brave", "Lazy", "Silent", "Marble", "Wooden", "Early", "Foggy",
)  # fmt: skip
_LAST = (
    "Heron", "Otter", "Rook", "Pawn", "Fox", "Lantern", "Meeple", "Badger", "Comet", "Anchor", "Thistle",
    "Magpie", "Bishop", "Walnut", "Ferry", "Sparrow", "Kettle", "Willow",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Regular:
    """Regular player of a server: handle, strength, frequency, first and last day."""

    handle: str
    strength: float
    zeal: float
    first: int  # days since the beginning
    last: int

    def comes(self, day: int) -> float:
        """Return how likely he is there on a day, against the others."""
        return self.zeal if self.first <= day <= self.last else 0.0


def regulars(seed: int, server: str, places: slice) -> list[Regular]:
    """Invent the people of a server; a few play very much, many a little, some have stopped.

    `places` cuts their handles out of all there are: who has other places has other handles.
    """
    names = [f"{first}{last}" for first in _FIRST for last in _LAST]
    stream(seed, "handles").shuffle(names)
    chance = stream(seed, "regulars", server)
    return [
        Regular(
            handle=name if chance.random() < 0.6 else f"{name}{chance.randint(2, 99)}",
            strength=chance.gauss(0.0, SPREAD),
            zeal=math.exp(chance.gauss(0.0, 1.1)),
            first=0 if chance.random() < 0.5 else chance.randrange(DAYS - 3),
            last=DAYS if chance.random() < 0.8 else chance.randrange(DAYS // 2, DAYS),
        )
        for name in names[places]
    ]


def blitz(seed: int, people: Sequence[Regular], *, today: date, games: int = BLITZ_GAMES) -> list[Arrival]:
    """Play blitz: two who are near each other in strength, a sitting of a few games; oldest first."""
    chance = stream(seed, "blitz")
    results: list[tuple[datetime, tuple[str, str], int]] = []
    while len(results) < games:
        day = _evening(chance, today)
        here = [person for person in people if person.comes(day)]
        first = here[weighted_sample(chance, [regular.zeal for regular in here], count=1)[0]]
        near = [
            0.0
            if regular is first
            else regular.zeal * math.exp(-(((regular.strength - first.strength) / 250) ** 2))
            for regular in here
        ]
        other = here[weighted_sample(chance, near, count=1)[0]]
        ended = _start(chance, today, day)
        for number in range(min(chance.choice((1, 1, 2, 3, 4)), games - len(results))):
            ended += timedelta(seconds=chance.randint(140, 620))
            white, black = (first, other) if number % 2 == 0 else (other, first)
            results.append((ended, (white.handle, black.handle), _half_points(chance, white, black)))
    return [
        Arrival(code=str(number), ended=_milliseconds(ended), players=players, score=score, place=number)
        for number, (ended, players, score) in enumerate(sorted(results), start=410_001)
    ]


def tables(seed: int, people: Sequence[Regular], *, today: date, games: int = TABLE_GAMES) -> list[Arrival]:
    """Play at tables of two to five; who finishes before whom is strength and a good deal of luck."""
    chance = stream(seed, "tables")
    results: list[tuple[datetime, tuple[str, ...], tuple[int, ...]]] = []
    for _ in range(games):
        day = _evening(chance, today)
        size = chance.choices(_SIZES, _SIZE_WEIGHTS)[0]
        seated = [
            people[at]
            for at in weighted_sample(chance, [regular.comes(day) for regular in people], count=size)
        ]
        scores = {regular.handle: regular.strength + chance.gauss(0.0, _LUCK) for regular in seated}
        ended = _start(chance, today, day) + timedelta(seconds=chance.randint(900, 4200))
        results.append((ended, tuple(scores), _places(chance, list(scores.values()))))
    return [
        _table(f"T{number}", _milliseconds(ended), players, places)
        for number, (ended, players, places) in enumerate(sorted(results), start=1)
    ]


def _table(code: str, ended: int, players: tuple[str, ...], places: tuple[int, ...]) -> Arrival:
    if len(players) > 2:
        return Arrival(code=code, ended=ended, players=players, places=places)
    score = 1 if places[0] == places[1] else 2 if places[0] < places[1] else 0
    return Arrival(code=code, ended=ended, players=players, score=score)


def _places(chance: Random, scores: Sequence[float]) -> tuple[int, ...]:
    """Return the finishing order as places; now and then two neighbours share one."""
    order = sorted(range(len(scores)), key=lambda at: -scores[at])
    places = [0] * len(scores)
    for rank, at in enumerate(order):
        shares = rank > 0 and chance.random() < _TIES
        places[at] = places[order[rank - 1]] if shares else rank + 1
    return tuple(places)


def _half_points(chance: Random, white: Regular, black: Regular) -> int:
    if chance.random() < _DRAWS:
        return 1
    return 2 if chance.random() < 1 / (1 + 10 ** ((black.strength - white.strength - 25) / 400)) else 0


def _evening(chance: Random, today: date) -> int:
    """Draw a day, later ones a little likelier, week-ends more so."""
    while True:
        day = int(DAYS * math.sqrt(chance.random()))
        if (today - timedelta(days=DAYS - day)).weekday() >= 4 or chance.random() < 0.6:
            return min(day, DAYS - 1)


def _start(chance: Random, today: date, day: int) -> datetime:
    """Draw a moment of a day's evening; the present day has no games, at any hour."""
    begun = datetime.combine(today - timedelta(days=DAYS - day), time(17), UTC)
    return begun + timedelta(seconds=chance.randrange(4 * 3600))


def _milliseconds(moment: datetime) -> int:
    return int(moment.timestamp()) * 1000
