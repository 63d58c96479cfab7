"""Licences of players, season by season."""

from django.db import transaction

from federation.journal import journal
from federation.models import Account, Club, Licence, Player
from federation.register.acts import state_of
from federation.register.register import lock_standing


@transaction.atomic
def license_player(
    player: Player, season: int, status: str, *, club: Club | None, account: Account | None
) -> Licence:
    """Write a player's licence of a season; `status` is a letter of the FFG ladder."""
    lock_standing(player)
    previous = Licence.objects.filter(player=player, season=season).first()
    before = previous.status if previous else ""
    licence, _created = Licence.objects.update_or_create(
        player=player, season=season, defaults={"status": status, "club": club}
    )
    was = [previous.status, previous.club_id] if previous else None
    state = state_of(f"licence:{season}", was, [licence.status, licence.club_id])
    detail = {"season": season, "before": before, "after": licence.status, "state": state}
    journal.write("player.licensed", player, account=account, **detail)
    return licence
