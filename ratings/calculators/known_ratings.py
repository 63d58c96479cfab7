"""Reads of the calculators: what is known of a player in one system, found by name or number."""

from collections.abc import Sequence

from federation.models import Player
from federation.search.search import find_players
from ratings.cadence.shared.known import ListedPlayer
from ratings.cadence.table import cadence_of

MANY = 8
_LOOKED_UP = 36  # texts of one form


def lookup(system: str, texts: Sequence[str]) -> dict[str, list[ListedPlayer]]:
    """Find for every text the players it can mean, those with a rating in the system.

    "#12" is only the player of that number in the register. Ratings are those listed, of streams
    those of now. At most six queries a text, and one for all of them.
    """
    matches = {text: _players(text) for text in texts[:_LOOKED_UP]}
    people = {player.pk: player for players in matches.values() for player in players}
    if not people:
        return {text: [] for text in matches}
    known = cadence_of(system).known(system, people.values())
    return {
        text: [known[player.pk] for player in players if player.pk in known]
        for text, players in matches.items()
    }


def _players(text: str) -> list[Player]:
    if not text.startswith("#"):
        return find_players(text, MANY)
    number = text[1:].strip()
    return [player for player in find_players(number, MANY) if str(player.pk) == number]
