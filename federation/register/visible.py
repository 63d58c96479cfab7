"""A registrar's view of players: full data of their own club, public data of others."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from federation.accounts.permissions import Visitor, may_edit_player
from federation.models import Identifier, Player
from federation.models.display_name import PUBLIC, public_name
from federation.vocabulary.names import full_name


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player as a visitor sees them; `name` is "" where not even the player may be named."""

    player: Player
    name: str
    may_edit: bool

    @property
    def is_named(self) -> bool:
        """Whether the visitor may know who it is."""
        return self.may_edit or self.player.privacy == PUBLIC


def sight(visitor: Visitor, player: Player) -> PlayerView:
    """Return a player as a visitor may see them."""
    if may_edit_player(visitor, player):
        return PlayerView(player, str(player), may_edit=True)
    surname, given_name = public_name(player.pk, player.surname, player.given_name, player.privacy)
    return PlayerView(player, full_name(surname, given_name), may_edit=False)


def sights(visitor: Visitor, players: list[Player], *, text: str = "") -> list[PlayerView]:
    """Return found players as a visitor may see them.

    A player not shown by name is not found by name, only when `text` is their public number: a match would
    reveal who it is.
    """
    views = [sight(visitor, player) for player in players]
    return [view for view in views if view.is_named or text.strip() == str(view.player.pk)]


def number_taken(visitor: Visitor, scheme: str, value: str, *, but: Player | None = None) -> str:
    """Return the sentence that names the other player who has a number, "" if it is free."""
    identifier = (
        Identifier.objects.select_related("player__merged_into").filter(scheme=scheme, value=value).first()
    )
    if identifier is None or identifier.player == but:
        return ""
    owner = sight(visitor, identifier.player.merged_into or identifier.player)
    if not owner.is_named:
        return _("%(number)s belongs to a player who is not shown by name; ask the office.") % {
            "number": identifier
        }
    gaps = {"number": identifier, "player": f"{owner.name} ({owner.player.pk})"}
    return _("%(number)s belongs to %(player)s.") % gaps
