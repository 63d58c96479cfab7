"""Queries of the lists: which list, which of its entries, what can be chosen."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import Exists, Max, Min, Q, QuerySet
from django.urls import reverse
from django.utils.timezone import localdate

from federation.database import bulk
from federation.search.search import people_named, word_filters
from federation.vocabulary.keys import key_from
from ratings.lists import list_sql
from ratings.lists.layouts.table import SORTED, layout_of
from ratings.lists.list_choices import choices
from ratings.lists.selection import Selection, born
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.rulebook.activity import LICENSED_STATUSES

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
    with_others = list_sql.list_with_others(system, on, revision, EARLIER + 1)
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
