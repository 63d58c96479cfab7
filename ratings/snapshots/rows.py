"""Rows of the tables of the snapshot, as values of their columns, in one order.

What a page or a program is shown is what is here: names by `public_name`, tournaments by
`public_tournaments`, lists that are published, games that stand. Rows are read a few thousand at a time.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter

from django.db.models import Count, Q, QuerySet

from federation.models import Club, Federation, Identifier, Player
from federation.models.display_name import public_name, shown_title, shown_year, shows_numbers
from ratings.lists.queries import systems as active_systems
from ratings.lists.shown_fields import shown_fields
from ratings.models import ListEntry, PublishedList, Statistic
from ratings.rulebook.systems import SYSTEMS
from ratings.snapshots import online_rows, tournament_rows
from ratings.snapshots.parts import ENTRIES, ONLINE_GAMES, ONLINE_SEATS, Part
from ratings.snapshots.schema import Column
from ratings.snapshots.tables import TABLES
from ratings.snapshots.values import CHUNK, Row, as_json, moment
from ratings.statistics import kinds

_HEAD = 2  # columns of an entry that are its list's


def rows_of(part: Part) -> Iterator[Row]:
    """Yield the rows of a part."""
    return _READERS[part.table](part)


def _systems(_part: Part) -> Iterator[Row]:
    for row in active_systems():
        if row.key in SYSTEMS:
            rules = SYSTEMS[row.key]
            replaced = as_json(row.parameters)
            yield row.key, rules.name, rules.game, rules.cadence.value, row.edition, replaced


def _federations(_part: Part) -> Iterator[Row]:
    rows = Federation.objects.order_by("code").values_list("code", "fide_code", "name")
    yield from rows.iterator(chunk_size=CHUNK)


def _clubs(_part: Part) -> Iterator[Row]:
    clubs = Club.objects.select_related("federation", "region").annotate(
        members=Count("players", filter=Q(players__club_hidden=False))
    )
    for club in clubs.order_by("code").iterator(chunk_size=CHUNK):
        region = club.region.name if club.region else ""
        head = (club.code, club.name, club.town, region, club.federation.code)
        yield (*head, club.members, club.closed, club.website)


def _players(_part: Part) -> Iterator[Row]:
    """Yield everybody whose number stands for himself; numbers of other registers of who is shown by name."""
    club = ("club__code", "club_code", "club__name", "club_text")
    names = ("pk", "surname", "given_name", "privacy", "club_hidden", "federation__code", *club)
    rest_of = ("grade", "title", "women_title", "birth_year")
    rows = Player.objects.filter(merged_into=None).order_by("pk").values_list(*names, *rest_of)
    numbers = _identifiers()
    current: tuple[int, Mapping[str, str]] = (0, {})
    for row in rows.iterator(chunk_size=CHUNK):
        number, surname, given, privacy, club_hidden, federation, code, named, name, text, *rest = row
        grade, title, women_title, born = rest
        while current[0] < number:
            current = next(numbers, (number, {}))
        known = current[1] if current[0] == number and shows_numbers(born, privacy) else {}
        yield (
            number,
            *public_name(number, surname, given, privacy),
            federation,
            *(("", "") if club_hidden else (code or named, name or text)),
            grade,
            title,
            shown_title(women_title, privacy),
            shown_year(born, privacy),
            *(known.get(scheme, "") for scheme in Identifier.Scheme.values),
        )


def _identifiers() -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the numbers of players in other registers, by rising player."""
    identifiers = Identifier.objects.order_by("player_id").values_list("player_id", "scheme", "value")
    for player, group in groupby(identifiers.iterator(chunk_size=CHUNK), key=itemgetter(0)):
        yield player, {scheme: value for _player, scheme, value in group}


def _merged_numbers(_part: Part) -> Iterator[Row]:
    players = Player.objects.exclude(merged_into=None).order_by("pk").values_list("pk", "merged_into_id")
    yield from players.iterator(chunk_size=CHUNK)


def _lists(_part: Part) -> Iterator[Row]:
    names = ("system__key", "date", "revision", "published", "note", "players", "active_players")
    lists = PublishedList.objects.filter(ready=True, system__active=True).order_by(*names[:3])
    for *head, published, note, players, active, established, regions in lists.values_list(
        *names, "established", "regions"
    ):
        yield (*head, moment(published), note, players, active, established, as_json(regions))


def _entries(part: Part) -> Iterator[Row]:
    """Yield the entries of the lists of a year, list by list."""
    lists = PublishedList.objects.filter(
        ready=True, system__active=True, system__key=part.system, date__year=part.year
    )
    for key, day, revision in lists.order_by("date", "revision").values_list("pk", "date", "revision"):
        columns = shown_fields(part.system, day, _STORED)
        rows: QuerySet[ListEntry, Row] = (
            ListEntry.objects.filter(list=key).order_by("position").values_list(*columns)
        )
        for row in rows.iterator(chunk_size=CHUNK):
            yield (day, revision, *row)


def _stored(column: Column) -> str:
    return "player_id" if column.name == "number" else column.name


_STORED = tuple(_stored(column) for column in TABLES[ENTRIES].columns[_HEAD:])


def _statistics(_part: Part) -> Iterator[Row]:
    rows = Statistic.objects.filter(system__active=True, data__layout=kinds.LAYOUT).select_related("system")
    for row in rows.order_by("system__key", "kind"):
        figures = kinds.plain(kinds.read(kinds.RECORDS[row.kind], row.data))
        yield row.system.key, row.kind, moment(row.made), as_json(figures)


_READERS: Mapping[str, Callable[[Part], Iterator[Row]]] = {
    "systems": _systems,
    "federations": _federations,
    "clubs": _clubs,
    "players": _players,
    "merged_numbers": _merged_numbers,
    "lists": _lists,
    ENTRIES: _entries,
    "tournaments": tournament_rows.tournaments,
    "entrants": tournament_rows.entrants,
    "games": tournament_rows.games,
    "byes": tournament_rows.byes,
    ONLINE_GAMES: online_rows.games,
    ONLINE_SEATS: online_rows.seats,
    "statistics": _statistics,
}
