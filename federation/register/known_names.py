"""Other spellings a player is known by: their keys, and the stored length of a name."""

from federation.models import KnownName, Player
from federation.vocabulary.names import full_name, key_of

_LONGEST = KnownName._meta.get_field("name").max_length


def known_name(player: int, name: str, key: str) -> KnownName:
    """Return a spelling of the player of a number, not yet written."""
    return KnownName(player_id=player, name=name.strip()[:_LONGEST], key=key)


def is_other(player: Player, name: str, key: str) -> bool:
    """Return whether a name is another than the player's own: by its key, or written with other accents.

    Capitals alone make no other name: federations write surnames in them, and others do not.
    """
    own = full_name(player.surname, player.given_name)
    return bool(key) and (key != player.search_key or name.strip().casefold() != own.casefold())


def keep(player: Player, name: str, key: str = "") -> tuple[KnownName, bool]:
    """Store a spelling unless it is known; return the stored one, and whether it is new.

    `key`: what it was searched by, where that is known; a name that has none is for the caller to refuse.
    """
    spelling = known_name(player.pk, name, key or key_of(name))
    return KnownName.objects.get_or_create(player=player, key=spelling.key, defaults={"name": spelling.name})
