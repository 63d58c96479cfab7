"""Game servers entered and changed by officers, games withdrawn; each with a line in the journal."""

from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.journal import journal
from federation.models import Account, Federation
from tournaments.models import GameServer, Stream, TableGame
from tournaments.signals import games_withdrawn


class ServerError(Exception):
    """Refusal of a server; `message` is the reason, for the person who entered it."""

    def __init__(self, message: str | Promise) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a server; the key is given once and stands in addresses."""

    name: str
    account: Account | None
    federation: Federation
    stakes: str

    def said(self) -> dict[str, str | int | None]:
        """Return the facts as the journal keeps them."""
        account = self.account.pk if self.account else None
        return {
            "name": self.name,
            "account": account,
            "federation": self.federation.code,
            "stakes": self.stakes,
        }


def lock(pk: int) -> GameServer:
    """Lock a server by its primary key and return it as it stands.

    The weaker lock lets handles refer to it. GameServer.DoesNotExist.
    """
    rows = GameServer.objects.select_for_update(no_key=True, of=("self",)).select_related("federation")
    return rows.get(pk=pk)


@transaction.atomic
def enter(key: str, facts: Facts, *, account: Account) -> GameServer:
    """Enter a server; ServerError when its key is taken."""
    try:
        with transaction.atomic():
            server = GameServer.objects.create(key=key, **_columns(facts))
    except IntegrityError:
        raise ServerError(_("There is already a game server with this key.")) from None
    journal.write("server.entered", server, account=account, key=key, after=facts.said())
    return server


@transaction.atomic
def change(server: GameServer, facts: Facts, *, account: Account) -> bool:
    """Change what is known of a server; False when it is that already."""
    before = lock(server.pk)
    was = Facts(before.name, before.account, before.federation, before.stakes)
    if was == facts:
        return False
    GameServer.objects.filter(pk=server.pk).update(**_columns(facts))
    journal.write("server.changed", server, account=account, before=was.said(), after=facts.said())
    return True


def _columns(facts: Facts) -> dict[str, object]:
    return {
        "name": facts.name,
        "account": facts.account,
        "federation": facts.federation,
        "stakes": facts.stakes,
    }


@transaction.atomic
def withdraw(server: GameServer, code: str, *, account: Account | None, reason: str = "") -> bool:
    """Take a game out of the facts, with a journal line and `games_withdrawn`; False when it is out already.

    TableGame.DoesNotExist when the server reported no such game.
    """
    # The locks in the order of the intake, so that neither waits for the other.
    lock(server.pk)
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
