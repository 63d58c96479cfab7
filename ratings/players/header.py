# ruff: noqa: S608 - the names are this file's own, every value is bound
"""Queries of the head of a player's page: person, rating in every system; two statements."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from federation.database import bulk
from federation.database.joined_rows import Part, columns, cut, made, perhaps
from federation.models import Club, Federation, Identifier, Licence, Player
from ratings.models import CurrentRating, ListEntry, PublishedList, RatingSystem
from ratings.rulebook.activity import is_licensed, needs_licence
from ratings.rulebook.systems import edition_in_force


@dataclass(frozen=True, slots=True)
class Person:
    """A player with their club and federation, the numbers others know them by, their newest licence."""

    player: Player
    identifiers: Sequence[Identifier]
    licence: Licence | None
    played: bytes  # his games in tournaments, packed; nothing for none
    has_streams: bool  # games that came one by one


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands in one system: as last listed, and now."""

    current: CurrentRating
    entry: ListEntry | None

    @property
    def has_moved(self) -> bool:
        """Return whether the live rating differs from the one that was listed."""
        return self.entry is not None and self.entry.exact != self.current.rating

    @property
    def is_exact(self) -> bool:
        """Return whether the exact figure is shown: without a licence the FFG shows the grade's lower end."""
        if self.entry is None or is_licensed(self.entry.licence):
            return True
        return not needs_licence(edition_in_force(self.current.system, self.entry.list.date))


@dataclass(frozen=True, slots=True)
class Head:
    """Where a player stands in the systems of the office, in the order of the site."""

    newest: Mapping[str, int] = field(default_factory=dict)  # the newest list of each system that has one
    entries: Mapping[str, ListEntry] = field(default_factory=dict)  # his entry there
    current: Sequence[CurrentRating] = ()
    order: Sequence[str] = ()  # every system of the site

    @property
    def standings(self) -> list[Standing]:
        """Return the systems that move event by event."""
        return [Standing(row, self.entries.get(row.system.key)) for row in self.current]


_WHO = (
    Part(Player, "p"),
    Part(Federation, "f"),
    Part(Club, "c"),
    Part(Licence, "l"),
    Part(Identifier, "i"),
)
_WHERE = (
    Part(RatingSystem, "s"),
    Part(CurrentRating, "c"),
    Part(
        PublishedList, "l", ("id", "system_id", "date", "revision", "active_players", "established", "scoped")
    ),
    Part(ListEntry, "e"),
)


def person(number: int) -> Person | None:
    """Read who a player is; None for an unknown number."""
    rows = bulk.rows(_person(), [number]) if bulk.is_key(number) else []
    if not rows:
        return None
    who, federation, club, licence, identifier = cut(_WHO)
    row = rows[0]
    player = made(_WHO[0], row[who])
    player.federation, player.club = made(_WHO[1], row[federation]), perhaps(_WHO[2], row[club])
    known = [perhaps(_WHO[4], each[identifier]) for each in rows] if player.shows_numbers else []
    played, has_streams = row[-2:]
    return Person(
        player,
        [identity for identity in known if identity is not None],
        perhaps(_WHO[3], row[licence]),
        bytes(played or b""),
        bool(has_streams),
    )


def head(player: Player) -> Head:
    """Read where a player stands: rating of the moment and entry on the newest list, by system."""
    newest: dict[str, int] = {}
    entries: dict[str, ListEntry] = {}
    current: list[CurrentRating] = []
    order: list[str] = []
    at, now, newest_list, entry = cut(_WHERE)
    for row in bulk.rows(_head(), [player.pk, player.pk]):
        order.append(row[at][1])
        if row[newest_list][0] is not None:
            newest[row[at][1]] = row[newest_list][0]
        live, listed = perhaps(_WHERE[1], row[now]), perhaps(_WHERE[3], row[entry])
        if live is None and listed is None:  # most systems are none of his
            continue
        system = made(_WHERE[0], row[at])
        if live is not None:
            live.system = system
            current.append(live)
        if listed is not None:
            listed.list = made(_WHERE[2], row[newest_list])
            listed.list.system = system
            entries[system.key] = listed
    return Head(newest, entries, current, order)


@cache
def _person() -> str:
    return (
        f"SELECT {columns(*_WHO)},"
        # of many rows only the first has the games
        " CASE WHEN row_number() OVER (ORDER BY i.scheme) = 1 THEN"
        " (SELECT k.data FROM tournaments_career k WHERE k.player_id = p.id) END,"
        " EXISTS (SELECT 1 FROM ratings_gamehistory h WHERE h.player_id = p.id) FROM federation_player p"
        " JOIN federation_federation f ON f.id = p.federation_id"
        " LEFT JOIN federation_club c ON c.id = p.club_id"
        " LEFT JOIN federation_licence l ON l.id = (SELECT n.id FROM federation_licence n"
        " WHERE n.player_id = p.id ORDER BY n.season DESC LIMIT 1)"
        " LEFT JOIN federation_identifier i ON i.player_id = p.id"
        " WHERE p.id = %s ORDER BY i.scheme"
    )


@cache
def _head() -> str:
    return (
        f"SELECT {columns(*_WHERE)} FROM ratings_ratingsystem s"
        " LEFT JOIN ratings_currentrating c ON c.system_id = s.id AND c.player_id = %s"
        " LEFT JOIN ratings_publishedlist l ON l.id = (SELECT n.id FROM ratings_publishedlist n"
        " WHERE n.system_id = s.id AND n.ready ORDER BY n.date DESC, n.revision DESC LIMIT 1)"
        " LEFT JOIN ratings_listentry e ON e.list_id = l.id AND e.player_id = %s"
        " WHERE s.active ORDER BY s.position, s.key"
    )
