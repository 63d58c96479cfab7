"""Queries of entries for downloads and programs: all, or those of a filter, by the privacy policy."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.conf import settings
from django.db.models import (
    Case,
    CharField,
    Count,
    Expression,
    F,
    IntegerField,
    Q,
    QuerySet,
    Value,
    When,
    Window,
)
from django.db.models.functions import Rank

from federation.privacy import kinds, policy
from federation.vocabulary.systems.catalogue import CATALOGUE
from federation.vocabulary.systems.declaration import LISTED
from ratings.lists import queries
from ratings.lists.group_ranks import Row, shared, with_places
from ratings.lists.layouts.list_table import hidden_fields
from ratings.lists.selection import Selection
from ratings.models import ListEntry, PublishedList
from ratings.rulebook.list_fields import FIELDS

_CHUNK = 2000
_TEXT = Value("", CharField())
_NUMBER = Value(None, IntegerField())
_IN_ORDER = "rank"  # strongest first, as a list stands


@dataclass(frozen=True, slots=True)
class Part:
    """Some rows, each followed by its place among all that fit; None if no one is filtered out.

    `following` is the cursor of the next part, None on the last; `count` how many fit in all.
    """

    rows: Sequence[Row]
    following: int | None
    count: int


def rows_of(published: PublishedList, names: Iterable[str]) -> Iterator[tuple[Any, ...]]:
    """Read everybody on a list in its order, what is named of each, some thousands at a time; one query."""
    rows = (
        ListEntry.objects.filter(list=published).order_by("position").values_list(*stored(published, names))
    )
    return rows.iterator(chunk_size=_CHUNK)


def chosen_rows(published: PublishedList, selection: Selection, names: Iterable[str]) -> Iterator[Row]:
    """Read every entry of a selection, in its order, some thousands at a time; one query.

    Behind what is named comes the place among them, where anyone is filtered out.
    """
    rows, columns = queries.entries(published, selection), stored(published, names)
    if selection.is_whole:
        return rows.values_list(*columns).iterator(chunk_size=_CHUNK)
    if selection.sort == _IN_ORDER:
        ranked = rows.values_list(queries.ranks(selection), *columns)
        return with_places(ranked.iterator(chunk_size=_CHUNK))
    return _placed(rows, selection).values_list(*columns, "here").iterator(chunk_size=_CHUNK)


def count_of(published: PublishedList, selection: Selection) -> int:
    """Return how many a selection leaves; no query for a whole table."""
    if selection.is_whole and not (selection.table and not selection.everybody):
        return queries.whole_size(published, selection)[0]
    return queries.entries(published, selection).order_by().count()


def part_of(
    published: PublishedList, selection: Selection, names: Iterable[str], *, cursor: int, limit: int
) -> Part:
    """Read the rows behind a cursor; two queries, one for a whole table.

    In the order of the list a cursor is a place on it, which an index finds; in others it counts rows.
    """
    rows, columns = queries.entries(published, selection), stored(published, names)
    if selection.sort != _IN_ORDER:
        return _sorted_part(published, selection, columns, (cursor, limit))
    rank = queries.ranks(selection)
    place = "position" if selection.everybody or selection.table else "active_position"
    lines = list(rows.filter(**{f"{place}__gt": cursor}).values_list(place, rank, *columns)[: limit + 1])
    following = lines[limit - 1][0] if len(lines) > limit else None
    page = [row[1:] for row in lines[:limit]]
    if selection.is_whole:
        return Part([(*row[1:], None) for row in page], following, count_of(published, selection))
    return _counted(rows, page, following, (rank, place, cursor))


def _sorted_part(
    published: PublishedList,
    selection: Selection,
    columns: Sequence[str | Expression],
    where: tuple[int, int],
) -> Part:
    """Read the rows behind so many others in an order that is not the list's; `where`: cursor and limit."""
    (cursor, limit), rows = where, queries.entries(published, selection)
    rows = rows.annotate(here=_NUMBER) if selection.is_whole else _placed(rows, selection)
    lines = list(rows.values_list(*columns, "here")[cursor : cursor + limit + 1])
    following = cursor + limit if len(lines) > limit else None
    return Part(lines[:limit], following, count_of(published, selection))


def _counted(
    rows: QuerySet[ListEntry], page: list[Row], following: int | None, where: tuple[str, str, int]
) -> Part:
    """Count who fits, and who of them stands before a page; `where`: columns of ranks and places, cursor."""
    rank, place, cursor = where
    first = page[0][0] if page else 0
    counts = rows.order_by().aggregate(
        count=Count("pk"),
        before=Count("pk", filter=Q(**{f"{place}__lte": cursor})),
        better=Count("pk", filter=Q(**{f"{rank}__lt": first})),
    )
    begin = counts["better"] + 1  # where those of the first rank begin, on this page or before it
    places = shared(page, first=counts["before"] + 1, begin=lambda: begin)
    placed = [(*row[1:], begin if row[0] == first else at) for row, at in zip(page, places, strict=True)]
    return Part(placed, following, counts["count"])


def _placed(rows: QuerySet[ListEntry], selection: Selection) -> QuerySet[ListEntry]:
    return rows.annotate(here=Window(Rank(), order_by=queries.ranks(selection)))


def stored(published: PublishedList, names: Iterable[str]) -> list[str | Expression]:
    """Return the fields of an entry that files and programs name so: the number is that of the player."""
    fields = ("player_id" if name == "number" else name for name in names)
    return shown_fields(published.system.key, published.date, fields)


def shown_fields(system: str, day: date, names: Iterable[str]) -> list[str | Expression]:
    """Return what to select of a list's entries: fields as stored, empty where hidden by policy."""
    hidden = hidden_fields(kinds.kind_of(system))
    empty = {field.name: _NUMBER if field.null else _TEXT for field in FIELDS if field.name in hidden}
    return [_number(system, day, name) if name in LISTED else empty.get(name, name) for name in names]


def _number(system: str, day: date, scheme: str) -> str | Expression:
    """Select a number: of everyone, of adults on the day of the list, or of no one."""
    field, kind = kinds.number_field(scheme, [CATALOGUE[system].family]), kinds.kind_of(system)
    adults, minors = (policy.is_shown(field, kind, minor=minor) for minor in (False, True))
    if adults and minors:
        return scheme
    of_minors = When(
        birth_year__gte=policy.first_minor_year(day.year, settings.ADULT_AGE),
        then=F(scheme) if minors else _TEXT,
    )
    return Case(of_minors, default=F(scheme) if adults else _TEXT, output_field=CharField())
