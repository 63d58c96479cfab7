"""Queries of one player, or of a club's members: ratings and moves; as many for any number of games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from math import inf
from typing import Any

from federation.database import bulk
from federation.models import Club, Player
from federation.vocabulary.systems.catalogue import keys_of
from federation.vocabulary.systems.declaration import Cadence
from ratings.cadence.pages import pages_of
from ratings.cadence.shared.steps import Move, Step
from ratings.cadence.traits import traits_of
from ratings.models import CurrentRating, ListEntry, ManualEvent, RatingSystem
from ratings.players.header import Standing

_Row = tuple[Any, ...]  # of _EVENTS
# What a period moved is shown by list: its rows are of no single event.
_EVENTS = (
    "SELECT c.sequence, t.number, t.name, t.start, m.label, m.kind, m.date,"
    ' s."key", c."before", c."start", c."after", c.games, c.edition, t.id,'
    " (SELECT d.grade FROM federation_declaredgrade d WHERE d.player_id = c.player_id"
    " AND d.since <= COALESCE(t.start, m.date) ORDER BY d.since DESC LIMIT 1)"
    " FROM ratings_ratingchange c JOIN ratings_ratingsystem s ON s.id = c.system_id"
    " LEFT JOIN tournaments_tournament t ON t.id = c.tournament_id"
    " LEFT JOIN ratings_manualevent m ON m.id = c.manual_event_id"
    " WHERE c.player_id = %s AND s.active AND (c.tournament_id IS NOT NULL OR c.manual_event_id IS NOT NULL)"
    " AND NOT (COALESCE(m.kind, '') = %s AND s.\"key\" IN ({periods}))"
    " ORDER BY c.sequence DESC, s.position"
)
_NEWEST = (
    "SELECT s.key, (SELECT l.id FROM ratings_publishedlist l WHERE l.system_id = s.id AND l.ready"
    " ORDER BY l.date DESC, l.revision DESC LIMIT 1) FROM ratings_ratingsystem s"
    " WHERE s.active ORDER BY s.position, s.key"
)


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a player, a tournament or a decision of the office, with its move in every system."""

    day: date
    name: str
    tournament: int | None  # public number; None for a decision of the office
    kind: str  # of a manual event
    moves: Sequence[Move]
    key: int | None = None  # of the tournament's revision

    @property
    def games(self) -> int:
        """Rated games, the most any system counted."""
        return max(move.games for move in self.moves)


# Day (a proleptic ordinal), rating after an event, its name, the grade declared by then as lists know it.
Point = tuple[int, float, str, str]


@dataclass(frozen=True, slots=True)
class History:
    """What moved a player: their newest events, how many there are in all, their course in every system."""

    events: Sequence[Event]  # newest first
    count: int
    courses: Mapping[str, Sequence[Point]]  # oldest first
    rows: Sequence[_Row] = field(default=(), compare=False, repr=False)  # as they were read, newest first

    @property
    def tournaments(self) -> set[int]:
        """The keys of the revisions that moved the player."""
        return {row[13] for row in self.rows if row[13] is not None}

    def between(self, system: str, since: date, until: date) -> list[Event]:
        """Return what moved the player in a system after a day and up to another, oldest first."""
        days = ((row, row[3] or row[6]) for row in self.rows if row[7] == system)
        return _events([row for row, day in days if since < day <= until])[::-1]


@dataclass(frozen=True, slots=True)
class Member:
    """A player of a club and their entry on the newest list of each system; None where they are on none."""

    player: Player
    entries: Sequence[ListEntry | None]

    @property
    def grade(self) -> str:
        """The grade of the first list they are on, else the one declared."""
        return next((entry.grade for entry in self.entries if entry), self.player.grade)

    @property
    def order(self) -> tuple[float, ...]:
        """Strongest first by the first system, then the next; those without a rating last."""
        return tuple(-entry.exact if entry else inf for entry in self.entries)


def newest_lists() -> dict[str, int]:
    """Name the newest published list of each system, in the order of the site; one query."""
    return {key: newest for key, newest in bulk.rows(_NEWEST, []) if newest is not None}


def newest_entries(player: Player, newest: Mapping[str, int]) -> dict[str, ListEntry]:
    """Read a player's entries on the newest lists, by system; one query. `newest` is newest_lists()."""
    entries = ListEntry.objects.filter(player=player, list__in=newest.values())
    return {entry.list.system.key: entry for entry in entries.select_related("list__system")}


def history(player: Player, *, most: int | None) -> History:
    """Read everything that moved a player, but only the newest `most` events (None: all); one query."""
    rows = _read_moves(player)
    courses: dict[str, list[Point]] = {}
    last, count, cut = None, 0, len(rows)
    for at, (sequence, _, name, start, label, _, day, key, _, _, after, *_, declared) in enumerate(rows):
        if sequence != last:
            last = sequence
            if count == most:
                cut = at
            count += 1
        if after is not None:
            point = (start or day).toordinal(), after, name or label or "", declared or player.grade
            courses.setdefault(key, []).append(point)
    oldest_first = {key: course[::-1] for key, course in courses.items()}
    return History(_events(rows[:cut]), count, oldest_first, rows)


def events(player: Player) -> list[Event]:
    """Read everything that moved a player, newest first, the systems of one event together; one query."""
    return _events(_read_moves(player))


def _read_moves(player: Player) -> list[_Row]:
    keys = keys_of(Cadence.BY_PERIOD)
    statement = _EVENTS.format(periods=", ".join(["%s"] * len(keys)))
    return bulk.rows(statement, [player.pk, ManualEvent.Kind.BASE.value, *keys], binary=True)


def _events(rows: Sequence[_Row]) -> list[Event]:
    moved_events: list[Event] = []
    moves: list[Move] = []
    last = None
    for sequence, number, name, start, label, kind, day, *move, revision, _declared in rows:
        if sequence != last:
            moves, last = [], sequence
            moved_events.append(Event(start or day, name or label or "", number, kind or "", moves, revision))
        moves.append(Move(*move))
    return moved_events


def members(club: Club) -> tuple[list[str], list[Member]]:
    """Read the members of a club with their entries on the newest lists, strongest first; three queries.

    Players whose club the public is not shown are not among them: the page of a club would reveal it.
    """
    newest = newest_lists()
    by_player: dict[int, dict[str, ListEntry]] = {}
    entries = ListEntry.objects.filter(player__club=club, player__club_hidden=False, list__in=newest.values())
    for entry in entries.select_related("list__system"):
        by_player.setdefault(entry.player_id, {})[entry.list.system.key] = entry
    club_members = [
        Member(player, [by_player.get(player.pk, {}).get(key) for key in newest])
        for player in club.players.filter(club_hidden=False).order_by("search_key")
    ]
    return list(newest), sorted(club_members, key=lambda member: member.order)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player stands in one system: on the newest list, and live; None where they do not."""

    system: str
    entry: ListEntry | None
    current: CurrentRating | None


def places(player: Player) -> list[Place]:
    """Read where a player stands, in the order of the site; three queries.

    Systems that move once a list have no live rating. Nor has a player without a licence on an FFG ladder:
    its lists show the foot of the grade, and no more is shown elsewhere (FFG ladder rules 3.1).
    """
    newest = newest_lists()
    entries = ListEntry.objects.filter(player=player, list__in=newest.values()).select_related("list__system")
    entry_of = {entry.list.system.key: entry for entry in entries}
    rows = CurrentRating.objects.filter(player=player, system__active=True).select_related("system")
    current_of: dict[str, CurrentRating] = {}
    order = {}
    for row in rows:
        order[row.system.key] = row.system.position
        is_exact = Standing(row, entry_of.get(row.system.key)).is_exact
        if is_exact and traits_of(row.system.key).moves_between_lists:
            current_of[row.system.key] = row
    order |= {key: entry.list.system.position for key, entry in entry_of.items()}
    return [
        Place(key, entry_of.get(key), current_of.get(key)) for key in sorted(order, key=order.__getitem__)
    ]


def course(player: Player, system: RatingSystem) -> Sequence[Step]:
    """Read everything that moved a player in a system, oldest first; one query."""
    return pages_of(system.key).courses([system.key], [player]).get((system.key, player.pk), ())
