"""Reads of the calculators: what is known of a player in one system, found by name or number."""

from collections.abc import Iterable, Sequence

from django.utils import timezone

from federation.models import Player
from federation.search.search import find_players
from ratings.calculators.known import Known
from ratings.models import CurrentRating, ListEntry
from ratings.players.head_to_head import live_strength
from ratings.players.histories import newest_lists
from ratings.rulebook.systems import has_periods, has_streams

MANY = 8
_LOOKED_UP = 36  # texts of one form


def lookup(system: str, texts: Sequence[str]) -> dict[str, list[Known]]:
    """Find for every text the players it can mean, those with a rating in the system.

    "#12" is the player of that number in the register and nobody else. Ratings are those listed, of streams
    those of now. At most six queries a text, and three for all of them.
    """
    found = {text: _players(text) for text in texts[:_LOOKED_UP]}
    people = {player.pk: player for players in found.values() for player in players}
    if not people:
        return {text: [] for text in found}
    known = _live(system, people.values()) if has_streams(system) else _listed(system, people.values())
    return {
        text: [known[player.pk] for player in players if player.pk in known]
        for text, players in found.items()
    }


def _players(text: str) -> list[Player]:
    if not text.startswith("#"):
        return find_players(text, MANY)
    number = text[1:].strip()
    return [one for one in find_players(number, MANY) if str(one.pk) == number]


def _listed(system: str, players: Iterable[Player]) -> dict[int, Known]:
    """Read the newest list; FIDE's K is the list's, and with it how many games no longer matters."""
    entries = ListEntry.objects.filter(list=newest_lists().get(system, 0), player__in=list(players))
    return {
        row.player_id: Known(
            name=f"{row.surname} {row.given_name}".strip(),
            rating=row.rating,
            number=row.player_id,
            games=None if has_periods(system) else row.games,
            k=row.k,
            birth_year=row.birth_year if has_periods(system) else None,
        )
        for row in entries
    }


def _live(system: str, players: Iterable[Player]) -> dict[int, Known]:
    """Read where players stand now, their deviations aged to this moment."""
    people = {player.pk: player for player in players}
    rows = CurrentRating.objects.filter(system__key=system, system__active=True, player__in=people)
    found = {}
    for row in rows.select_related("system"):
        strength, player = live_strength(row, timezone.now()), people[row.player_id]
        found[row.player_id] = Known(
            name=f"{player.surname} {player.given_name}".strip(),
            rating=round(row.rating, 1),
            number=row.player_id,
            games=row.games,
            deviation=round(strength.deviation, 1) if row.deviation is not None else None,
        )
    return found
