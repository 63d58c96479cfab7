"""What game servers do: acts of clerks, because the tests hold another database."""

import hashlib
from typing import Any

KEY, PLAYERS = "fics-blitz", 60
NOON = 1_700_049_600_000  # 15 November 2023, 12:00 UTC


def open_server(games: str) -> dict[str, Any]:
    """Open a server and a stream with games of a while ago, in one batch."""
    from federation.models import Federation
    from ratings.models import RatingSystem
    from tournaments.models import GameServer

    home = Federation.objects.get_or_create(code="FR", defaults={"name": "France"})[0]
    GameServer.objects.create(key="table", name="Table", federation=home)
    RatingSystem.objects.filter(key=KEY).update(active=True)
    return send("0", games, "1")


def send(sender: str, size: str, batches: str) -> dict[str, Any]:
    """Hand in batches; clocks of senders are a little apart."""
    from tournaments.models import GameServer
    from tournaments.online_games.arrivals import Arrival
    from tournaments.online_games.intake import receive

    server, accepted = GameServer.objects.get(key="table"), 0
    for batch in range(int(batches)):
        first = batch * int(size)
        games = [
            Arrival(
                code=f"{sender}-{number}",
                ended=NOON + int(sender) * 7_001 + number * 60_000,
                players=(f"p{number * 7 % PLAYERS}", f"p{(number * 7 + 1 + number % 5) % PLAYERS}"),
                score=(number + int(sender)) % 3,
            )
            for number in range(first, first + int(size))
        ]
        accepted += receive(server, KEY, games, account=None).accepted
    return {"accepted": accepted}


def let_in() -> dict[str, Any]:
    """Give the server an account and a token, to hand games in over HTTP."""
    from federation.accounts import tokens
    from federation.models import Account
    from tournaments.models import GameServer

    account = Account.objects.create_user("table@example.org", "a long enough secret")
    GameServer.objects.filter(key="table").update(account=account)
    return {"secret": tokens.issue(account, name="table", scopes=[tokens.GAMES_WRITE])[1]}


def progress() -> dict[str, Any]:
    """Return how many games there are and are rated, and the states of jobs: cheap to ask."""
    from federation.models import Job
    from ratings.cadence.by_game.stale import ledger_of, waits
    from ratings.models import RatingSystem
    from tournaments.models import TableGame

    system = RatingSystem.objects.get(key=KEY)
    return {
        "games": TableGame.objects.filter(system=KEY).count(),
        "rated": ledger_of(system).games,
        "waits": waits(system),
        "jobs": sorted(Job.objects.values_list("state", flat=True)),
        "attempts": max(Job.objects.values_list("attempts", flat=True), default=0),
    }


def tell() -> dict[str, Any]:
    """Return how games, ledger and jobs stand, and what was computed to the bit."""
    from django.db.models import Sum

    from ratings.models import CurrentRating, GameHistory

    return {
        **progress(),
        "rows": GameHistory.objects.aggregate(games=Sum("games"))["games"] or 0,
        "players": CurrentRating.objects.count(),
        "digest": _digest(),
    }


def scratch() -> dict[str, Any]:
    """Throw away what was computed, rate everything again in one go, and say what stands."""
    from ratings.cadence.by_game.update_ratings import rate_pending
    from ratings.models import CurrentRating, GameHistory, StreamLedger

    for model in (GameHistory, CurrentRating, StreamLedger):
        model.objects.filter(system__key=KEY).delete()
    rate_pending(KEY, whole=True)
    return tell()


def _digest() -> str:
    """Return one hash of every history and standing, to the bit."""
    from ratings.models import CurrentRating, GameHistory

    digest = hashlib.sha256()
    histories = GameHistory.objects.order_by("player", "part").values_list("player_id", "part", "data")
    for player, part, data in histories:
        digest.update(f"{player} {part} ".encode() + bytes(data))
    current = (
        CurrentRating.objects.filter(system__key=KEY)
        .order_by("player")
        .values_list("player_id", "rating", "deviation", "games")
    )
    digest.update(repr(list(current)).encode())
    return digest.hexdigest()


ACTS = {
    "open": open_server,
    "send": send,
    "let_in": let_in,
    "progress": progress,
    "tell": tell,
    "scratch": scratch,
}
