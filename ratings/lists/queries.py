# ruff: noqa: S608 - the names are our own, every value is bound or one of our whole numbers
"""Queries of the lists: which list, which of its entries, on which page, what can be chosen."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any, NamedTuple

from django.db.models import Exists, Max, Min, Q, QuerySet
from django.urls import reverse
from django.utils.timezone import localdate

from federation.database import bulk
from federation.database.joined_rows import Part, columns, cut, made
from federation.database.reading import connection
from federation.search.search import people_named, word_filters
from federation.vocabulary.keys import key_from
from ratings.lists.layouts.table import SORTED, layout_of
from ratings.lists.list_choices import choices
from ratings.lists.selection import PAGE, Selection, address, born
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.rulebook.activity import LICENSED_STATUSES

# One stretch of the index a player: with the lists as the condition of the index PostgreSQL took half as long
# again for a page of a hundred players, and looked up and sorted all their rows together.
_COURSES = (
    "SELECT p.player, ARRAY(SELECT e.rating FROM ratings_listentry e WHERE e.player_id = p.player"
    " AND e.list_id BETWEEN %s AND %s AND e.list_id = ANY(%s::bigint[])"
    " ORDER BY array_position(%s::bigint[], e.list_id)) FROM unnest(%s::bigint[]) p(player)"
)
_PARTS = (Part(PublishedList, "l"), Part(RatingSystem, "s"))
Named = tuple[date, int, int]  # a list by its day, its revision and its key

EARLIER = 24
_SOMEDAY = "2000-01-01"
MANY = 60  # dates to choose from, before only one a month is offered


class Dated(NamedTuple):
    """Another list of a system: what it takes to lead there."""

    pk: int
    date: date
    revision: int
    address: str


class InForce(NamedTuple):
    """A list as it was in force on a day; `stands`: the revision that holds today."""

    date: date
    revision: int
    stands: bool


@dataclass(frozen=True, slots=True)
class Found:
    """A list and those before it, newest first."""

    list: PublishedList
    revisions: Sequence[Dated]  # of its date, itself among them
    earlier: Sequence[Dated]  # newest revision of each earlier date


def find_list(system: str, *, on: date | None = None, revision: int | None = None) -> Found | None:
    """Find a published list, the newest where no day is named, with the lists before it; one query."""
    if revision is not None and not bulk.is_key(revision):
        return None
    with_others = list_with_others(system, on, revision, EARLIER + 1)
    if with_others is None:
        return None
    published, others = with_others
    somewhere = reverse("list", args=[system, _SOMEDAY])
    dated = [
        Dated(pk, day, number, somewhere.replace(_SOMEDAY, day.isoformat())) for day, number, pk in others
    ]
    newest = {row.date: row for row in reversed(dated) if row.date != published.date}
    revisions = [row for row in dated if row.date == published.date]
    return Found(published, revisions, [*reversed(newest.values())])


def in_force(system: str, on: date) -> InForce | None:
    """Return which list was in force on a day, None before the first; one query.

    Of its revisions that is the newest published by the end of the day. An archive comes later than all
    of its days: the first one held then.
    """
    lists = PublishedList.objects.filter(system__key=system, ready=True)
    newest = lists.filter(date__lte=on).order_by("-date").values("date")[:1]
    rows = list(lists.filter(date=newest).order_by("revision").values_list("date", "revision", "published"))
    if not rows:
        return None
    known = [row for row in rows if row[2] is not None and localdate(row[2]) <= on] or rows[:1]
    day, revision, _published = known[-1]
    return InForce(day, revision, revision == rows[-1][1])


def first_and_newest(system: str) -> tuple[date, date] | None:
    """Return the days of the first list of a system and of the newest, None where it has none; one query."""
    lists = PublishedList.objects.filter(system__key=system, ready=True)
    days = lists.aggregate(first=Min("date"), newest=Max("date"))
    return (days["first"], days["newest"]) if days["first"] else None


def calculated_lists(days: Collection[date]) -> set[tuple[str, date]]:
    """Return which lists of some days are out, by system and day; one query, none without a day.

    Imported lists are left out: they were not calculated here.
    """
    if not days:
        return set()
    rows = PublishedList.objects.filter(date__in=days, ready=True).exclude(report__has_key="source")
    return set(rows.values_list("system__key", "date"))


def entries(published: PublishedList, selection: Selection) -> QuerySet[ListEntry]:
    """Select the entries of a list a reader asked for, in the order asked for.

    A category the list does not offer has none.
    """
    rows = _table(published, selection)
    if (selection.sex or selection.age) and not choices(published).offers(selection.sex, selection.age):
        rows = rows.none()
    for name in ("federation", "region", "club", "sex"):
        if getattr(selection, name):
            rows = rows.filter(**{name: getattr(selection, name)})
    if selection.grades:
        rows = rows.filter(grade__in=selection.grades)
    if selection.ratings:
        rows = rows.filter(rating__range=selection.ratings)
    if selection.title:
        rows = rows.filter(Q(title=selection.title) | Q(women_title=selection.title))
    if selection.age:
        rows = rows.filter(birth_year__range=born(selection.age, published.date.year))
    if selection.licensed:
        rows = rows.filter(licence__in=sorted(LICENSED_STATUSES))
    by_register = layout_of(published.system.key).by_register
    named = _person(selection.text) if by_register else _name(selection.text)
    return _order_rows(rows.filter(named), selection)


def first_found(published: PublishedList, looser: Sequence[Selection]) -> int | None:
    """Return which of some selections is the first that is not empty; one query, None for none."""
    there = {
        f"at{place}": Exists(entries(published, selection).order_by())
        for place, selection in enumerate(looser)
    }
    row = PublishedList.objects.filter(pk=published.pk).values(**there).first() if there else None
    return next((place for place in range(len(looser)) if row and row[f"at{place}"]), None)


def _table(published: PublishedList, selection: Selection) -> QuerySet[ListEntry]:
    """Select the table a reader looks at: the active, or everybody; of a stream one of its two tables."""
    rows = ListEntry.objects.filter(list=published)
    if has_tables(published) and selection.table:
        rows = rows.filter(provisional=True)
        return rows if selection.everybody else rows.filter(active=True)
    if not selection.everybody:  # of a stream the established alone have such a place
        return rows.filter(active_position__isnull=False)
    return rows.filter(provisional=False) if has_tables(published) else rows


def ranks(selection: Selection) -> str:
    """Name the column of ranks a table is in the order of, which files and programs give."""
    return "rank" if selection.everybody or selection.table else "active_rank"


def shown_ranks(selection: Selection) -> str:
    """Name the column of ranks pages show: of the active alone; the provisional are counted all together."""
    return "rank" if selection.table else "active_rank"


def has_tables(published: PublishedList) -> bool:
    """Return whether a list has a table of the established and one of the provisional."""
    return layout_of(published.system.key).has_tables


def whole_size(published: PublishedList, selection: Selection) -> tuple[int, int]:
    """Return the players of a whole table, and how many stand before it in the order of the list; no query.

    Of the provisional everybody is counted, active or not.
    """
    if not has_tables(published):
        return published.players if selection.everybody else published.active_players, 0
    established = published.established or 0
    if selection.table:
        return published.players - established, established
    return established if selection.everybody else published.active_players, 0


def days(system: str) -> list[date]:
    """Return the dates of the lists of a system, newest first; of more than MANY the last of each month."""
    lists = PublishedList.objects.filter(system__key=system, ready=True).order_by("-date")
    return thinned(list(lists.values_list("date", flat=True).distinct()))


def thinned(every: list[date]) -> list[date]:
    """Return days of lists to choose from, newest first; of more than MANY the last of each month."""
    if len(every) <= MANY:
        return every
    months = {(day.year, day.month): day for day in reversed(every)}
    return sorted({every[0], *months.values()}, reverse=True)


def systems() -> list[RatingSystem]:
    """Return the systems this office runs, in the order of the site."""
    return list(RatingSystem.objects.filter(active=True))


def _order_rows(rows: QuerySet[ListEntry], selection: Selection) -> QuerySet[ListEntry]:
    if not selection.by_position:
        ascending, descending = SORTED[selection.sort.removeprefix("-")]
        return rows.order_by(*(descending if selection.sort.startswith("-") else ascending))
    place = "position" if selection.everybody or selection.table else "active_position"
    return rows.order_by(f"-{place}" if selection.weakest_first else place)


def _name(text: str) -> Q:
    """Ask for entries of which every word typed begins a word of the name, or whose number is the text."""
    if not text:
        return Q()
    number = text.upper()
    return Q(ffg=number) | Q(egd=number) | _public(text) | word_filters(text)


def _person(text: str) -> Q:
    """Ask for players found in the register: an index finds a name there, in six million entries none does.

    Who has another name now is found by the one they are listed under too: it stays known.
    """
    return Q(player_id__in=people_named(text)) | _public(text) if text else Q()


def _public(text: str) -> Q:
    """Ask for the player whose public number is the text."""
    number = key_from(text)
    return Q() if number is None else Q(player_id=number)


def list_with_others(
    system: str, on: date | None, revision: int | None, most: int
) -> tuple[PublishedList, list[Named]] | None:
    """Read a list of a system, of the newest day and revision where none is named; None for none.

    Beside it at most so many of the lists up to its day, all revisions of it among them, newest first; in
    `known` what it can be filtered by, where that is stored.
    """
    rows = bulk.rows(_list(connection.vendor), [most, system, on, revision])
    if not rows:
        return None
    *row, known, others = rows[0]
    named = ((date.fromisoformat(day), number, pk) for pk, day, number in json.loads(others))
    listed, ruled = cut(_PARTS)
    published = made(_PARTS[0], row[listed])
    published.system = made(_PARTS[1], row[ruled])
    published.known = json.loads(known) if known else None
    return published, sorted(named, reverse=True)


def entries_at(
    published: int, named: Sequence[str], place: str, span: tuple[int, int]
) -> list[tuple[Any, ...]]:
    """Read columns of the entries of a list from one stored place to another, in their order."""
    statement = (
        f"SELECT {', '.join(named)} FROM ratings_listentry"
        f" WHERE list_id = %s AND {place} BETWEEN %s AND %s ORDER BY {place}"
    )
    return bulk.rows(statement, [published, *span])


def listed_on(lists: Sequence[int], players: Sequence[int], *named: str) -> dict[int, list[tuple[Any, ...]]]:
    """Read columns of the entries of some players on some lists: list -> the player and their columns."""
    by_list: dict[int, list[tuple[Any, ...]]] = {key: [] for key in lists}
    if lists and players:
        statement = (
            f"SELECT list_id, player_id, {', '.join(named)} FROM ratings_listentry"
            f" WHERE list_id IN ({_numbers(lists)}) AND player_id IN ({_numbers(players)})"
        )
        # Its text is another each time: no plan to keep.
        with connection.cursor() as cursor:
            cursor.execute(statement)
            for line in cursor.fetchall():
                by_list[line[0]].append(line[1:])
    return by_list


def courses(lists: Sequence[int], players: Sequence[int]) -> dict[int, list[int]]:
    """Read the ratings of some players on some lists, in the order of the lists, out of an index."""
    if connection.vendor == "postgresql":  # one text, so that its plan is cached
        # The driver takes longer for a list of a hundred numbers than the server does for the answer, and for
        # a thousand rows than for a hundred with a course each.
        every, them = (f"{{{_numbers(each)}}}" for each in (lists, players))
        return dict(bulk.rows(_COURSES, [min(lists), max(lists), every, every, them]))
    statement = (
        "SELECT player_id, list_id, rating FROM ratings_listentry"
        f" WHERE player_id IN ({_numbers(players)}) AND list_id IN ({_numbers(lists)})"
    )
    place = {published: at for at, published in enumerate(lists)}
    by_player: dict[int, list[int]] = {}
    for player, _published, rating in sorted(bulk.rows(statement, []), key=lambda row: place[row[1]]):
        by_player.setdefault(player, []).append(rating)
    return by_player


@cache
def _list(vendor: str) -> str:
    named = "json_agg(json_build_array(o.id, o.date, o.revision))::text"
    if vendor != "postgresql":
        named = "json_group_array(json_array(o.id, o.date, o.revision))"
    return (
        f"SELECT {columns(*_PARTS)},"
        " (SELECT CAST(known AS text) FROM ratings_listchoices WHERE list_id = l.id),"
        f" (SELECT {named} FROM ("
        "SELECT id, date, revision FROM ratings_publishedlist"
        " WHERE system_id = l.system_id AND ready AND date <= l.date"
        " ORDER BY date DESC, revision DESC LIMIT %s) o)"
        " FROM ratings_publishedlist l JOIN ratings_ratingsystem s ON s.id = l.system_id"
        " WHERE s.key = %s AND l.ready AND l.date = COALESCE(%s,"
        " (SELECT max(n.date) FROM ratings_publishedlist n WHERE n.system_id = s.id AND n.ready))"
        " AND l.revision = COALESCE(%s, l.revision) ORDER BY l.revision DESC LIMIT 1"
    )


def _numbers(values: Sequence[int]) -> str:
    return ", ".join(str(int(value)) for value in values)


def query_of(entry: ListEntry) -> str:
    """Write the query of the page of its list an entry stands on, of the active where they are one; no query.

    The entry's list must be loaded.
    """
    established = entry.list.established or 0
    return query_at(
        entry.position, entry.active_position, is_provisional=entry.provisional, established=established
    )


def query_at(position: int, own: int | None, *, is_provisional: bool, established: int) -> str:
    """Write the query of the page of a list an entry stands on; `own`: its position among the active.

    `established`: entries of the other table of the list, which come first.
    """
    selection = Selection(everybody=own is None, table="provisional" if is_provisional else "")
    before = established if is_provisional else 0
    return address(selection, page=((own or position) - before - 1) // PAGE + 1)
