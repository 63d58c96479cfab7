"""An invented game server and its games."""

from datetime import UTC, datetime

from federation.models import Account, Federation
from tournaments.models import GameServer
from tournaments.online_games.arrivals import Arrival

# a second before noon on 14 March 2026
MOMENT = int(datetime(2026, 3, 14, 11, 59, 59, tzinfo=UTC).timestamp()) * 1000


def server(key: str = "arena", account: Account | None = None) -> GameServer:
    federation = Federation.objects.get_or_create(code="NO", defaults={"name": "Norway"})[0]
    return GameServer.objects.create(key=key, name=key.title(), account=account, federation=federation)


def duel(code: str, white: str = "anna", black: str = "ben", score: int = 2, after: int = 0) -> Arrival:
    """A game that ended `after` seconds later than MOMENT."""
    return Arrival(code, MOMENT + 1000 * after, (white, black), score=score)


def duels(count: int, *, players: int = 20, prefix: str = "g") -> list[Arrival]:
    """Games a second apart, of `players` with White against as many others with Black."""
    return [
        duel(f"{prefix}{n}", f"p{n % players}", f"p{n * 7 % players + players}", n % 3, n)
        for n in range(count)
    ]
