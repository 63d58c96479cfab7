"""Queries of recent news for a feed: of a player, or of a club's players."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q
from django.utils.timezone import localdate

from federation.models import Club, Player
from ratings.cadence.pages import PAGES, pages_of
from ratings.models import ListEntry, PublishedList
from ratings.players import histories
from ratings.players.header import head
from ratings.players.histories import newest_lists
from ratings.rulebook.active_span import ActiveSpan
from tournaments.models import Entry, Tournament
from tournaments.revisions.public import public_tournaments

_LISTS = 20  # published last, whether or not they have players of the club


@dataclass(frozen=True, slots=True)
class Change:
    """Change of a rating; `before` is None for a first one, `after` for one that ended."""

    system: str
    before: float | None
    after: float | None


@dataclass(frozen=True, slots=True)
class Happening:
    """A day something moved a player: an event by its name, or a list or the games of a day, without.

    Or the day they became inactive (`activity`), or a month before, with what the newest list shows of that.
    """

    day: date
    kind: str  # event, list, games, activity
    name: str
    tournament: int | None
    changes: tuple[Change, ...]
    system: str = ""  # of an activity
    span: ActiveSpan | None = None


def happenings(player: Player, *, most: int) -> list[Happening]:
    """Read what happened to a player, the newest first; the queries do not grow with their games."""
    events = [*_events(player), *_beside_events(player), *_activity(player, localdate())]
    return sorted(events, key=lambda event: event.day, reverse=True)[:most]


def _events(player: Player) -> Iterator[Happening]:
    for event in histories.events(player):
        changes = tuple(Change(move.system, move.before_shown, move.after_shown) for move in event.moves)
        yield Happening(event.day, "event", event.name, event.tournament, changes)


def _beside_events(player: Player) -> Iterator[Happening]:
    """Yield the lists that moved a player, and the last days they had games that come one by one."""
    for pages in PAGES.values():
        for move in pages.unnamed_moves(player):
            yield Happening(move.day, move.kind, "", None, (Change(move.system, move.before, move.after),))


def _activity(player: Player, today: date) -> Iterator[Happening]:
    """Yield, for each newest list, since when the player is inactive, or that they will be within a month."""
    for key, entry in head(player).entries.items():
        span = pages_of(key).active_span(entry, None)
        day = span.warned if span.active else span.ends
        is_due = day is not None and day <= today and (not span.active or span.is_near(today))
        if day is not None and is_due and not entry.provisional:
            yield Happening(day, "activity", "", None, (), key, span)


@dataclass(frozen=True, slots=True)
class ClubNews:
    """The lists published last with the active players of a club, strongest first; its last tournaments."""

    lists: Sequence[tuple[PublishedList, Sequence[ListEntry]]]
    tournaments: Sequence[tuple[Tournament, Sequence[Entry]]]


def club_news(club: Club, *, most: int) -> ClubNews:
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
