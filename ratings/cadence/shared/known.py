"""Players with a rating, as a calculator takes them: what the site knows of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet, Subquery

from federation.models import Player
from federation.vocabulary.names import full_name
from ratings.models import ListEntry, PublishedList


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A player as listed in one system; None: not known, or of no meaning there."""

    name: str
    rating: float
    number: int = 0  # in the register; 0 = only a rating was typed
    games: int | None = None
    k: int | None = None
    birth_year: int | None = None
    deviation: float | None = None  # aged to the moment of asking


# What was typed -> whom it can mean; several: the reader has to choose.
People = Mapping[str, Sequence[ListedPlayer]]


def newest_entries(system_key: str, players: Iterable[Player]) -> QuerySet[ListEntry]:
    """Select the entries of some players on the newest list of an active system."""
    lists = PublishedList.objects.filter(system__key=system_key, system__active=True)
    newest = lists.newest().values("pk")[:1]
    return ListEntry.objects.filter(list=Subquery(newest), player__in=list(players))


def as_listed(row: ListEntry, *, games: int | None = None, birth_year: int | None = None) -> ListedPlayer:
    """Return a player's data from the entry of a list."""
    name = full_name(row.surname, row.given_name)
    return ListedPlayer(name, row.rating, row.player_id, games=games, k=row.k, birth_year=birth_year)
