"""Queries of recent news of a club's players for its feed: lists they are on, tournaments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from federation.models import Club
from ratings.models import ListEntry, PublishedList
from ratings.players.histories import newest_lists
from tournaments.models import Entry, Tournament
from tournaments.revisions.public import public_tournaments

_LISTS = 20  # published last, whether or not they have players of the club


@dataclass(frozen=True, slots=True)
class ClubNews:
    """The lists published last with the active players of a club, strongest first; its last tournaments."""

    lists: Sequence[tuple[PublishedList, Sequence[ListEntry]]]
    tournaments: Sequence[tuple[Tournament, Sequence[Entry]]]


def news(club: Club, *, most: int) -> ClubNews:
    """Read the entries of a club's feed; five queries.

    A player counts with the club a list names, and with the club of today in tournaments.
    """
    return ClubNews(_lists(club), tournaments_of(club, most))


def _lists(club: Club) -> list[tuple[PublishedList, list[ListEntry]]]:
    """Pair lists with entries; of lists that come every day the newest alone is news."""
    ready = PublishedList.objects.filter(ready=True, system__active=True).select_related("system")
    newsworthy = ready.filter(Q(established=None) | Q(pk__in=newest_lists().values()))
    lists = list(newsworthy.order_by("-published", "-pk")[:_LISTS])
    by_list: dict[int, list[ListEntry]] = {}
    rows = ListEntry.objects.filter(list__in=lists, club=club.code, active_position__isnull=False)
    for row in rows.order_by("active_position"):
        by_list.setdefault(row.list_id, []).append(row)
    return [(published, by_list[published.pk]) for published in lists if published.pk in by_list]


def tournaments_of(club: Club, most: int) -> list[tuple[Tournament, list[Entry]]]:
    """Pair public tournaments, decided last, with the players of a club who took part."""
    own = Entry.objects.filter(player__club=club, player__club_hidden=False)
    played = public_tournaments().filter(Exists(own.filter(tournament=OuterRef("pk"))))
    events = list(played.order_by("-decided", "-pk")[:most])
    entrants: Mapping[int, list[Entry]] = {event.pk: [] for event in events}
    for entry in own.filter(tournament__in=events).select_related("player").order_by("number"):
        entrants[entry.tournament_id].append(entry)
    return [(event, entrants[event.pk]) for event in events]
