"""Invented months of chess for the tests of the period systems."""

from datetime import date, timedelta

import numpy as np

from federation.models import Identifier, Player
from ratings.models import ManualEvent, RatingChange, RatingSystem
from tests.ratings.histories import Played, hold, people
from tournaments.models import Tournament

PERIOD = ("before", "start", "after", "games", "total_games", "edition",
          "k", "hundredths", "peak", "pooled", "pooled_opponents", "pooled_points")  # fmt: skip
Rows = dict[tuple[int, int], tuple[object, ...]]


def system(key: str = "fide-standard") -> RatingSystem:
    """Return a FIDE system, switched on."""
    RatingSystem.objects.filter(key=key).update(active=True)
    return RatingSystem.objects.get(key=key)


def masters(count: int) -> list[Player]:
    """Enrol invented chess players with FIDE numbers."""
    players = people(count)
    Identifier.objects.bulk_create(
        Identifier(player=player, scheme="fide", value=str(9_000_000 + place))
        for place, player in enumerate(players)
    )
    return players


def based(
    rated: RatingSystem, player: Player, rating: int, *, on: date = date(2024, 12, 1), **said: object
) -> ManualEvent:
    """Write a player of an imported list down."""
    return ManualEvent.objects.create(system=rated, kind="base", player=player, date=on, value=rating, **said)


def opened(
    start: date, players: list[Player], games: list[Played], *, number: int, **facts: object
) -> Tournament:
    """Hold an approved tournament of chess."""
    chess = {"discipline": "chess", "rate": "standard", "rated_for": ["fide"], "board_size": 8}
    return hold(start, players, games, number=number, **(chess | facts))


def swiss(players: int, rounds: int, chance: np.random.Generator) -> list[Played]:
    """Pair by a turning list; chance decides."""
    places = list(range(players))
    games = []
    for number in range(1, rounds + 1):
        half = players // 2
        for one, other in zip(places[:half], reversed(places[half:]), strict=False):
            games.append(Played(number, one, other, int(chance.integers(0, 3))))
        places = [places[0], places[-1], *places[1:-1]]
    return games


def year(rated: RatingSystem, players: list[Player], *, seed: int = 7) -> list[Tournament]:
    """Hold two tournaments a month of 2025 among players of whom a third has no rating."""
    chance = np.random.default_rng(seed)
    for place, player in enumerate(players):
        if place % 3:
            based(rated, player, 1500 + 35 * place, k=40 if place % 2 else 20, games=10 * place)
    made = []
    for month in range(1, 13):
        for half in (0, 1):
            start = date(2025, month, 3 + 14 * half)
            chosen = [players[one] for one in chance.permutation(len(players))[:8]]
            made.append(
                opened(
                    start,
                    chosen,
                    swiss(8, 5, chance),
                    number=10 * month + half,
                    end=start + timedelta(days=4),
                )
            )
    return made


def rows(rated: RatingSystem) -> Rows:
    """Return every row that stands by place and player."""
    found = RatingChange.objects.filter(system=rated)
    return {
        row[:2]: row[2:] for row in found.values_list("sequence", "player_id", *PERIOD, "manual_event_id")
    }
