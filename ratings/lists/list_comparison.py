"""Two lists of a system side by side: all players of the newer one, who came, who left."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import (
    Count,
    Exists,
    F,
    FilteredRelation,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)

from federation.vocabulary.countries import fide_letters
from federation.web.caches import pages as cache
from ratings.lists import queries
from ratings.lists.layouts.table import layout_of
from ratings.lists.list_page import counted_page, page_of
from ratings.lists.selection import Selection
from ratings.models import ListEntry, PublishedList

# Everybody on the newer list; who was not in that table then; who was inactive then; who is not any more.
WHO = ("", "new", "returned", "gone")
_CHUNK = 2000
_ENTRIES = "player__list_entries"
_PERSON = ("player_id", "surname", "given_name", "federation")
CSV = (
    "number", "surname", "given_name", "federation", "club", "region", "rank", "rating", "rank_then",
    "rating_then", "change", "who",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place on one of the lists; the rank is that of the table shown, None outside."""

    rank: int | None
    rating: int
    where: str = ""  # "" in the table looked at, else "inactive", "established", "provisional"


@dataclass(frozen=True, slots=True)
class Line:
    """A player on either list; None where they are not on it at all."""

    number: int
    name: str
    federation: str
    now: Place | None
    then: Place | None
    change: int | None  # what the rating has gained since

    @property
    def places(self) -> int | None:
        """How many places were won since."""
        now, then = (place.rank if place else None for place in (self.now, self.then))
        return None if now is None or then is None else then - now


@dataclass(frozen=True, slots=True)
class Pair:
    """Two lists, and which of their tables is looked at: of the active or all, of a stream one of two."""

    newer: PublishedList
    older: PublishedList
    selection: Selection


def compare(pair: Pair, who: str) -> tuple[Sequence[Line], int]:
    """Read one page of two lists, and how many players there are in all; two queries."""
    on, _other = _sides(pair, who)
    is_by_change = pair.selection.sort.removeprefix("-") == "change"
    if who or is_by_change:
        people, total = _page(pair, who)
    else:
        columns, total = page_of(on, pair.selection, _PERSON)
        people = list(zip(*(columns[name] for name in _PERSON), strict=True)) if columns else []
    places, layout = _places(pair, [person[0] for person in people]), layout_of(pair.newer.system.key)
    lines = []
    for number, surname, given_name, federation in people:
        now, then = (places.get((published.pk, number)) for published in (pair.newer, pair.older))
        name = f"{surname}{layout.between}{given_name}" if given_name else surname
        country = fide_letters(federation) if layout.names_federations else federation
        lines.append(Line(number, name, country, now, then, _change(now, then)))
    return lines, total


def moved(pair: Pair) -> dict[str, int]:
    """Count the newer table, who came and who left; cached: lists never change. One query."""
    table = _table(pair)
    key = f"lists-change-{pair.newer.pk}-{pair.older.pk}-{table.selection.everybody:d}{table.selection.table}"
    totals: dict[str, int] | None = cache.get(key)
    if totals is None:
        counts = {
            f"who_{who}": Subquery(
                _rows(table, who).order_by().values("list").annotate(found=Count("list")).values("found")
            )
            for who in WHO
        }
        row: dict[str, Any] = dict(PublishedList.objects.values(**counts).get(pk=pair.newer.pk))
        totals = {who: row[f"who_{who}"] or 0 for who in WHO}
        cache.set(key, totals, None)
    return totals


def whole(pair: Pair) -> Iterator[tuple[Any, ...]]:
    """Read both lists whole as rows of CSV: the newer in its order, then who left; two queries."""
    table = _table(pair)
    columns = _columns(table)
    columns = (*_PERSON, "club", "region", *columns, "other__player", *(f"other__{name}" for name in columns))
    for who in ("", "gone"):
        rows = _beside(_rows(table, who), _sides(table, who)[1]).values_list(*columns)
        for row in rows.iterator(_CHUNK):
            own, there = _place(table, row[6:10]), _place(table, row[11:]) if row[10] is not None else None
            other = ("", "") if there is None else (there.rank, there.rating)
            if who:
                yield (*row[:6], *other, own.rank, own.rating, "", who)
            elif there is None or there.where:
                came = "returned" if there is not None and there.where == "inactive" else "new"
                yield (*row[:6], own.rank, own.rating, *other, "", came)
            else:
                yield (*row[:6], own.rank, own.rating, *other, _change(own, there), "")


def _table(pair: Pair) -> Pair:
    """Return the table looked at, whole and in its order."""
    selection = pair.selection
    return replace(pair, selection=Selection(everybody=selection.everybody, table=selection.table))


def _sides(pair: Pair, who: str) -> tuple[PublishedList, PublishedList]:
    """Return the list whose rows are shown, and the other one."""
    return (pair.older, pair.newer) if who == "gone" else (pair.newer, pair.older)


def _rows(pair: Pair, who: str) -> QuerySet[ListEntry]:
    """Select the rows of a table; of who came or left those who are not in the other list's."""
    on, other = _sides(pair, who)
    rows = queries.entries(on, pair.selection)
    if not who:
        return rows
    table = queries.entries(other, _table(pair).selection).order_by()
    rows = rows.filter(~Exists(table.filter(player=OuterRef("player"))))
    if who == "gone" or pair.selection.everybody:
        return rows.none() if who == "returned" else rows
    was_inactive = Exists(ListEntry.objects.filter(list=other, active=False, player=OuterRef("player")))
    return rows.filter(was_inactive if who == "returned" else ~was_inactive)


def _page(pair: Pair, who: str) -> tuple[list[tuple[Any, ...]], int]:
    _on, other = _sides(pair, who)
    rows, sort = _rows(pair, who), pair.selection.sort
    if sort.removeprefix("-") == "change":
        order = _GAIN.desc(nulls_last=True) if sort.startswith("-") else _GAIN.asc(nulls_last=True)
        rows = _beside(rows, other).order_by(order, "position")
    return counted_page(rows, pair.selection, _PERSON)


def _beside(rows: QuerySet[ListEntry], other: PublishedList) -> QuerySet[ListEntry]:
    """Put the other list's values beside each row."""
    there = FilteredRelation(_ENTRIES, condition=Q(**{f"{_ENTRIES}__list": other.pk}))
    return rows.annotate(other=there)


def _places(pair: Pair, players: Sequence[int]) -> Mapping[tuple[int, int], Place]:
    """Read where some players stand on both lists, by list and player; one query."""
    rows = ListEntry.objects.filter(list__in=[pair.newer.pk, pair.older.pk], player__in=players)
    entries = rows.values_list("list_id", "player_id", *_columns(pair))
    return {(on, player): _place(pair, values) for on, player, *values in entries}


def _columns(pair: Pair) -> tuple[str, ...]:
    """Name what a place is made of."""
    return (queries.shown_ranks(pair.selection), "rating", "provisional", "active")


def _place(pair: Pair, values: Sequence[Any]) -> Place:
    """Make a place of its columns; a rank outside the table looked at means nothing in it."""
    rank, rating, is_provisional, is_active = values
    selection, where = pair.selection, ""
    if queries.has_tables(pair.newer) and is_provisional != bool(selection.table):
        where = "provisional" if is_provisional else "established"
    elif not (selection.everybody or is_active):
        where = "inactive"
    return Place(None if where else rank, rating, where)


def _change(now: Place | None, then: Place | None) -> int | None:
    """Return what a rating gained from what one list shows to what the other does, as `_GAIN` has it."""
    return None if now is None or then is None else now.rating - then.rating


_GAIN = F("rating") - F("other__rating")  # the same in the database
