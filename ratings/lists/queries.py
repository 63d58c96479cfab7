"""Reads of the lists: which list, which of its entries, what can be chosen."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, Q, QuerySet, Subquery, Window
from django.db.models.expressions import OrderBy
from django.urls import reverse

from federation.database import bulk
from federation.search.search import people_named, word_filters
from federation.web.caches import pages as cache
from ratings.lists import list_choices, list_sql
from ratings.lists.selection import PAGE, Selection, born
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.rulebook.activity import LICENSED_STATUSES
from ratings.rulebook.systems import family_of

EARLIER = 24
_SOMEDAY = "2000-01-01"
MOST_DIGITS = 9  # of a number of a player, that a database can be asked for
MANY = 60  # dates to choose from, before only one a month is offered
COURSE = 12  # lists in the small line beside a rating
# The columns of a row of a list page, in the order its template unpacks them.
ROW = ("player_id", "surname", "given_name", "federation", "club", "club_name", "grade", "rating", "change",
       "rank_change", "games", "last_played", "active")  # fmt: skip
# The same of a FIDE list; behind it the place inside the federation where one alone is shown.
FIDE_ROW = ("player_id", "surname", "given_name", "federation", "title", "women_title", "rating", "change",
            "rank_change", "period_games", "k", "birth_year", "active")  # fmt: skip
# The same of a list of games that come one by one.
STREAM_ROW = ("player_id", "surname", "given_name", "federation", "rating", "change", "rank_change", "games",
              "last_played", "active", "deviation")  # fmt: skip
_ORDERS: dict[str, tuple[str | OrderBy, ...]] = {
    "name": ("search_key", "position"),
    "-name": ("-search_key", "-position"),
    "change": (F("change").asc(nulls_last=True), "position"),
    "-change": (F("change").desc(nulls_last=True), "position"),
    "games": ("games", "position"),
    "-games": ("-games", "position"),
    "deviation": (F("deviation").asc(nulls_last=True), "position"),
    "-deviation": (F("deviation").desc(nulls_last=True), "position"),
}


class Dated(NamedTuple):
    """Another list of a system: what it takes to lead there."""

    pk: int
    date: date
    revision: int
    address: str


@dataclass(frozen=True, slots=True)
class Found:
    """A list and those before it, newest first."""

    list: PublishedList
    revisions: Sequence[Dated]  # of its date, itself among them
    earlier: Sequence[Dated]  # newest revision of each earlier date


class Choices(NamedTuple):
    """What a list can be filtered by: federations, regions and clubs by code and name, what is known."""

    federations: Sequence[str]
    regions: Sequence[tuple[str, str]]
    clubs: Sequence[tuple[str, str]] = ()
    has_sexes: bool = True
    has_years: bool = True
    has_titles: bool = True


def find_list(system: str, *, on: date | None = None, revision: int | None = None) -> Found | None:
    """Find a published list, the newest where no day is named, with the lists before it; one query."""
    if revision is not None and not bulk.is_key(revision):
        return None
    found = list_sql.list_with_others(system, on, revision, EARLIER + 1)
    if found is None:
        return None
    published, others = found
    somewhere = reverse("list", args=[system, _SOMEDAY])
    dated = [
        Dated(pk, day, number, somewhere.replace(_SOMEDAY, day.isoformat())) for day, number, pk in others
    ]
    newest = {row.date: row for row in reversed(dated) if row.date != published.date}
    revisions = [row for row in dated if row.date == published.date]
    return Found(published, revisions, [*reversed(newest.values())])


def entries(published: PublishedList, selection: Selection) -> QuerySet[ListEntry]:
    """Select the entries of a list a reader asked for, in the order asked for."""
    rows = _table(published, selection)
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
    by_register = is_fide(published) or is_stream(published)
    named = _person(selection.text) if by_register else _name(selection.text)
    return _ordered(rows.filter(named), selection)


def first_found(published: PublishedList, looser: Sequence[Selection]) -> int | None:
    """Return which of some selections is the first with anybody in it; one query, None for none."""
    there = {
        f"at{place}": Exists(entries(published, selection).order_by())
        for place, selection in enumerate(looser)
    }
    row = PublishedList.objects.filter(pk=published.pk).values(**there).first() if there else None
    return next((place for place in range(len(looser)) if row and row[f"at{place}"]), None)


def _table(published: PublishedList, selection: Selection) -> QuerySet[ListEntry]:
    """Select the table a reader looks at: the active, or everybody; of a stream one of its two tables."""
    rows = ListEntry.objects.filter(list=published)
    if is_stream(published) and selection.table:
        rows = rows.filter(provisional=True)
        return rows if selection.everybody else rows.filter(active=True)
    if not selection.everybody:  # of a stream the established alone have such a place
        return rows.filter(active_position__isnull=False)
    return rows.filter(provisional=False) if is_stream(published) else rows


def is_stream(published: PublishedList) -> bool:
    """Return whether a list has two tables, of the established and of the provisional."""
    return published.established is not None


def is_fide(published: PublishedList) -> bool:
    """Return whether a list has the columns of FIDE's lists."""
    return family_of(published.system.key) == "fide"


def page_of(published: PublishedList, selection: Selection) -> tuple[list[tuple[Any, ...]], int]:
    """Read one page: the rank, then ROW, and how many entries there are in all; one query.

    A page of the whole list is found by stored position, so that the last costs what the first does.
    """
    row = columns_of(published)
    columns: tuple[str, ...] = (ranks(selection), *row)
    first = (selection.page - 1) * PAGE
    if selection.is_national and is_fide(published):
        return _page_of_federation(entries(published, selection), selection, row=columns)
    if not selection.is_whole or (selection.table and not selection.everybody):
        rows = entries(published, selection).annotate(found=Window(Count("*")))
        counted = rows.values_list(*columns, "found")
        page = list(counted[first : first + PAGE])
        return [row[:-1] for row in page], page[0][-1] if page else 0
    total, before = _size(published, selection)
    if not selection.by_position:
        ordered = entries(published, selection).values_list(*columns)
        return list(ordered[first : first + PAGE]), total
    place = "position" if selection.everybody else "active_position"
    # In both tables of a stream, and among the active, the places tell who stands there.
    span = (before + first + 1, before + min(first + PAGE, total))
    if selection.weakest_first:
        span = (before + max(total - first - PAGE, 0) + 1, before + total - first)
    found = list_sql.entries_at(published.pk, columns, place, span)
    return found[::-1] if selection.weakest_first else found, total


def columns_of(published: PublishedList) -> tuple[str, ...]:
    """Name the columns of a row of a list page, behind the rank."""
    return FIDE_ROW if is_fide(published) else STREAM_ROW if is_stream(published) else ROW


def ranks(selection: Selection) -> str:
    """Name the column of ranks of a table; the provisional are counted all together."""
    return "rank" if selection.everybody or selection.table else "active_rank"


def _size(published: PublishedList, selection: Selection) -> tuple[int, int]:
    """Return the players of a whole table, and how many stand before it in the order of the list."""
    if not is_stream(published):
        return published.players if selection.everybody else published.active_players, 0
    established = published.established or 0
    if selection.table:
        return published.players - established, established
    return established if selection.everybody else published.active_players, 0


def _page_of_federation(
    rows: QuerySet[ListEntry], selection: Selection, *, row: tuple[str, ...]
) -> tuple[list[tuple[Any, ...]], int]:
    """Read one page of a federation with the places inside it; an index counts and orders its players."""
    # None of those counted is looked at: the condition is the index, and so is the order of the page.
    alone = rows.order_by().values("list").annotate(found=Count("list")).values("found")
    first = (selection.page - 1) * PAGE
    page = list(rows.annotate(found=Subquery(alone)).values_list(*row, "found")[first : first + PAGE])
    total = page[0][-1] if page else 0
    turned = selection.weakest_first
    return [
        (*line[:-1], total - first - at if turned else first + at + 1) for at, line in enumerate(page)
    ], total


def courses(found: Found, players: Sequence[int]) -> dict[int, list[int]]:
    """Read the ratings of some players on this list and those before it, oldest first; one query."""
    lists = [*(row.pk for row in reversed(found.earlier[: COURSE - 1])), found.list.pk]
    known: dict[int, dict[int, int]] = {player: {} for player in players}
    for player, published, rating in list_sql.courses(lists, players):
        known[player][published] = rating
    return {
        player: [ratings[published] for published in lists if published in ratings]
        for player, ratings in known.items()
    }


def choices(published: PublishedList) -> Choices:
    """Return what a list can be filtered by; where it was not stored with the list it is found, and kept."""
    regions = sorted(published.regions.items(), key=lambda region: (region[1], region[0]))
    known = published.known
    if known is None:
        key = f"list-choices-{published.pk}"
        known = cache.get(key)
    if known is None:
        known = list_choices.found(published)
        cache.set(key, known, None)
    if is_fide(published):
        return Choices(known["federations"], regions)
    clubs = [(code, name) for code, name in known["clubs"]]
    return Choices(known["federations"], regions, clubs, known["sexes"], known["years"], known["titles"])


def days(system: str) -> list[date]:
    """Return the dates of the lists of a system, newest first; of more than MANY the last of each month."""
    found = PublishedList.objects.filter(system__key=system, ready=True).order_by("-date")
    every = list(found.values_list("date", flat=True).distinct())
    if len(every) <= MANY:
        return every
    months = {(day.year, day.month): day for day in reversed(every)}
    return sorted({every[0], *months.values()}, reverse=True)


def systems() -> list[RatingSystem]:
    """Return the systems this office runs, in the order of the site."""
    return list(RatingSystem.objects.filter(active=True))


def _ordered(rows: QuerySet[ListEntry], selection: Selection) -> QuerySet[ListEntry]:
    if not selection.by_position:
        return rows.order_by(*_ORDERS[selection.sort])
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

    Who has another name now is found by the one he is listed under too: it stays known.
    """
    return Q(player_id__in=people_named(text)) | _public(text) if text else Q()


def _public(text: str) -> Q:
    """Ask for the player whose number of ours is the text."""
    is_number = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
    return Q(player_id=int(text)) if is_number else Q()
