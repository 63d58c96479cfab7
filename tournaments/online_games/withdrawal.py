"""Withdrawal of games of a stream from the facts, by the reporting server or an officer."""

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from federation.journal import journal
from federation.models import Account
from tournaments.models import GameServer, Stream, TableGame
from tournaments.online_games import servers
from tournaments.signals import games_withdrawn


@transaction.atomic
def withdraw(server: GameServer, code: str, *, account: Account | None, reason: str = "") -> bool:
    """Take a game out of the facts, with a journal line and `games_withdrawn`; False when it is out already.

    TableGame.DoesNotExist when the server reported no such game.
    """
    # The locks in the order of the intake, so that neither waits for the other.
    servers.lock(server.pk)
    game = TableGame.objects.get(server=server, code=code)
    stream = Stream.objects.select_for_update().get(system=game.system)
    game = TableGame.objects.select_for_update(no_key=True).get(pk=game.pk)
    if game.withdrawn is not None:
        return False
    game.withdrawn = timezone.now()
    game.save(update_fields=["withdrawn"])
    Stream.objects.filter(pk=stream.pk).update(games=F("games") - 1)
    journal.write(
        "games.withdrawn",
        stream,
        account=account,
        server=server.key,
        system=game.system,
        game=code,
        reason=reason,
    )
    games_withdrawn.send(sender=TableGame, system=game.system, since=game.ended, account=account)
    return True
