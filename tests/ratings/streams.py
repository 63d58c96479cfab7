"""Small invented streams for the tests: games written as their server's intake writes them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from django.utils import timezone

from federation.models import Federation, Player
from ratings.cadence.by_game.stale import mark
from ratings.models import CurrentRating, GameHistory, RatingSystem, StreamLedger
from tests.ratings.histories import people
from tournaments.models import GameServer, Seat, Stream, TableGame

NOON = 1_700_049_600_000  # 15 November 2023, 12:00 UTC
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


@dataclass(frozen=True)
class Told:
    """A game as the tests write it: players by their place in the list, White first; finishing places."""

    ended: int
    players: tuple[int, ...]
    score: int | None = 2  # White's half points; None: the places decide
    places: tuple[int, ...] = ()
    teams: tuple[int, ...] = ()
    code: str = ""
    points: float | None = None


@dataclass
class World:
    """A server with players and one system."""

    system: RatingSystem
    players: list[Player]
    server: GameServer
    games: list[TableGame] = field(default_factory=list)

    def arrive(self, *told: Told) -> list[TableGame]:
        """Take games, as one batch."""
        made = [self._write(one) for one in told]
        self.games += made
        stream, _ = Stream.objects.get_or_create(system=self.system.key)
        stream.games += len(made)
        stream.last_key = max(one.pk for one in made)
        stream.save()
        return made

    def _write(self, told: Told) -> TableGame:
        keys = [self.players[place].pk for place in told.players]
        two = len(keys) == 2
        game = TableGame.objects.create(
            server=self.server,
            code=told.code or f"g{TableGame.objects.count() + 1}",
            system=self.system.key,
            ended=told.ended,
            white_id=keys[0] if two else None,
            black_id=keys[1] if two else None,
            score=told.score if two else None,
            max_points=told.points,
        )
        if not two:
            Seat.objects.bulk_create(
                Seat(game=game, player_id=key, number=at + 1, place=told.places[at],
                     team=told.teams[at] if told.teams else 0)
                for at, key in enumerate(keys)
            )  # fmt: skip
        return game

    def withdraw(self, game: TableGame) -> None:
        """Take a game out of the facts."""
        TableGame.objects.filter(pk=game.pk).update(withdrawn=timezone.now())
        Stream.objects.filter(system=self.system.key).update(games=self.count())
        mark(self.system, game.ended)

    def count(self) -> int:
        return TableGame.objects.filter(system=self.system.key, withdrawn=None).count()


def world(key: str = "fics-blitz", *, players: int = 6) -> World:
    """Make a server, players who play there, and switch the system on."""
    system = RatingSystem.objects.get(key=key)
    system.active = True
    system.save()
    home, _ = Federation.objects.get_or_create(code="FR", defaults={"name": "France"})
    server = GameServer.objects.create(key="table", name="Table", federation=home)
    return World(system, people(players), server)


def chance_games(key: str, chance: np.random.Generator, count: int, *, players: int = 6) -> list[Told]:
    """Draw games of every kind a system takes; many end at the same moment."""
    made = []
    for number in range(count):
        ended = NOON + int(chance.integers(0, 40)) * HOUR * 7
        told = Told(ended, (), code=f"c{int(chance.integers(0, 10**9))}-{number}")
        if key == "fics-bughouse":
            four = tuple(chance.permutation(players)[:4].tolist())
            won = bool(chance.integers(0, 2))
            made.append(
                replace(told, players=four, score=None, teams=(1, 1, 2, 2),
                        places=(1, 1, 2, 2) if won else (2, 2, 1, 1))
            )  # fmt: skip
            continue
        seats = 2 if key != "ladder" else int(chance.integers(2, 6))
        who = tuple(chance.permutation(players)[:seats].tolist())
        if seats == 2:
            made.append(replace(told, players=who, score=int(chance.integers(0, 3))))
        else:
            places = sorted(chance.integers(1, seats + 1, seats).tolist())
            points = 8.0 * (seats - 1) if chance.integers(0, 2) else None
            made.append(replace(told, players=who, score=None, places=tuple(ranked(places)), points=points))
    return made


def ranked(places: Sequence[int]) -> list[int]:
    """Count the first place from 1, ties sharing it."""
    return [1 + sum(other < one for other in places) for one in places]


def stands(system: RatingSystem) -> dict[str, Any]:
    """Return everything that is kept of a stream, to the bit, but the keys of rows."""
    histories = GameHistory.objects.filter(system=system).values_list(
        "player_id", "part", "first", "last", "games", "data"
    )
    current = CurrentRating.objects.filter(system=system).values_list(
        "player_id", "rating", "games", "highest_rating", "events", "last_played", "sequence", "deviation",
        "moment",
    )  # fmt: skip
    ledger = StreamLedger.objects.filter(system=system).values_list("moment", "games", "moved_from")
    return {
        "histories": {row[:2]: (*row[2:5], bytes(row[5])) for row in histories},
        "current": {row[0]: row[1:] for row in current},
        "ledger": list(ledger),
    }


def forget(system: RatingSystem) -> None:
    """Throw away whatever was computed."""
    for model in (GameHistory, CurrentRating, StreamLedger):
        model.objects.filter(system=system).delete()
