"""Layouts of the lists of rating systems, by the names their declarations use.

Go: grades and clubs. FIDE: titles, K, years of birth, and the place inside a federation that is shown alone.
Online, games that come one by one from servers: deviations with their bands, two tables.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, ClassVar
from urllib.parse import quote

from django.utils.formats import get_format
from django.utils.html import escape
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.privacy.policy import Kind
from federation.vocabulary.countries import fide_letters
from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.charts import bands, figures
from ratings.lists.layouts import columns
from ratings.lists.layouts.cells import day, escaped, month
from ratings.lists.layouts.columns import (
    BY_GAMES,
    INSIDE,
    Cells,
    Column,
    Orders,
    Rows,
    by_figure,
    counts,
    declared,
    each,
)
from ratings.lists.layouts.list_table import Layout, ListTable
from ratings.lists.selection import address
from ratings.rulebook import deviation
from ratings.rulebook.list_fields import STREAM

_NOWHERE = "\0"


def _clubs(
    rows: Rows, codes: Iterable[str], names: Iterable[str], federations: Iterable[str]
) -> tuple[Cells, ...]:
    """Return links to the players of the clubs on the list, and the federations."""
    before, _mark, after = escape(address(rows.selection, club=_NOWHERE)).partition(quote(_NOWHERE))
    known = rows.clubs
    clubs = ((code, name, known.get(code, name)) for code, name in zip(codes, names, strict=True))
    return [_club(before, after, *club) if club[0] else "" for club in clubs], escaped(federations)


@lru_cache(4096)
def _club(before: str, after: str, code: str, name: str, label: str) -> str:
    """Return the link to a club's players by its label, a blank behind; its address is escaped."""
    title, shown = escape(f"{name}, {code}" if name else code), escape(label or code)  # a long name is cut
    return f'<a href="{before}{quote(code)}{after}" title="{title}">{shown}</a> '


class GoTable(ListTable):
    """A list of Go."""

    rank = columns.rank(th="rank", td="rank")
    here = columns.here()
    name = columns.name(columns.names())
    club = Column(
        _("Club"),
        _clubs,
        *("club", "club_name", "federation"),
        td="second club",
        cell='{}<span class="federation">{}</span>',
    )
    grade = columns.declared("grade", td="second grade")
    rating = columns.rating()
    change = columns.change()
    course = columns.course()
    games = columns.declared("games", order=BY_GAMES)
    last = columns.last(_("Last tournament"), month, "last_played", td="number phone-off muted")


GO = Layout(GoTable)


_BORN = pgettext_lazy("of a player", "Born")
_BETWEEN = ", "  # a surname and a given name, as FIDE writes them
_NATIONAL = pgettext_lazy("rank inside a federation", "National")


def _titles(_rows: Rows, titles: Iterable[str], of_women: Iterable[str]) -> tuple[Cells, ...]:
    """Return the titles, else those of women."""
    return (escaped([title or other for title, other in zip(titles, of_women, strict=True)]),)


def _letters(code: str) -> str:
    return escape(fide_letters(code))


def _year(born: int | None) -> str:
    return str(born or "")


class FideTable(ListTable):
    """A list of FIDE."""

    rank = columns.rank(th="rank", td="rank")
    inside = Column(_NATIONAL, counts, INSIDE, th="number", td="number second", named=_NATIONAL)
    here = columns.here()
    title = Column(
        pgettext_lazy("of a chess player", "Title"), _titles, "title", "women_title", td="second grade"
    )
    name = columns.name(columns.names(_BETWEEN))
    federation = Column(
        _("Federation"),
        each(_letters),
        "federation",
        td="second",
        cell='<span class="federation">{}</span>',
    )
    rating = columns.rating(pgettext_lazy("chess", "Rating"))
    change = columns.change()
    course = columns.course()
    games = columns.declared("period_games")
    k = columns.declared("k")
    born = columns.last(_BORN, _year, "birth_year", td="number second muted", named=_BORN)

    published_as: ClassVar[Kind] = Kind.FIDE


class BestTable(FideTable):
    """The best of all players, whose place is their rank; there are no other orders."""

    class Meta:
        exclude = (INSIDE,)
        orderable = False


class TopTable(FideTable):
    """The best of a group, each with the place in it; there are no other orders."""

    inside = Column("#", counts, INSIDE, th="rank", td="rank")
    rank = columns.rank(None, th="number", td="number second", named=_("Rank"))

    class Meta:
        orderable = False
        sequence: ClassVar = (INSIDE, "rank", "...")


FIDE = Layout(
    FideTable,
    filters="ratings/parts/filters_fide.html",
    side="ratings/parts/list_side_fide.html",
    has_top=True,
    is_monthly=True,
    by_register=True,
    is_looked_through=False,
    has_national_ranks=True,
    names_federations=True,
    between=_BETWEEN,
)


Deviations = Sequence[float | None]


def _players(
    rows: Rows, numbers: Cells, surnames: Iterable[str], given: Iterable[str], federations: Sequence[str]
) -> tuple[Cells, ...]:
    """Return numbers and names, and the federations where a page shows several."""
    named = columns.names()(rows, numbers, surnames, given)
    return (*named, escaped(federations)) if _has_federations(rows) else named


def _player(rows: Rows) -> str:
    shown = ' <span class="federation">{}</span>' if _has_federations(rows) else ""
    return columns.linked(rows) + shown


def _has_federations(rows: Rows) -> bool:
    return len(set(rows.values["federation"])) > 1


def _deviations(_rows: Rows, deviations: Deviations) -> tuple[Cells, ...]:
    """Return the deviations with one decimal."""
    separator = str(get_format("DECIMAL_SEPARATOR"))
    return (["" if rd is None else f"{rd:.1f}".replace(".", separator) for rd in deviations],)


def _all_ends(_rows: Rows, ratings: Sequence[int], deviations: Deviations) -> tuple[Cells, ...]:
    """Return the ends of the 95 % bands."""
    return ([_ends(rating, rd) for rating, rd in zip(ratings, deviations, strict=True)],)


def _bars(_rows: Rows, ratings: Sequence[int], deviations: Deviations) -> tuple[Cells, ...]:
    """Draw the bands, all between the same ends."""
    certain = zip(ratings, deviations, strict=True)
    drawn = [None if rd is None else bands.Band("", rating, rd) for rating, rd in certain]
    span = bands.span_of([band for band in drawn if band is not None])
    return ([bands.small(band, span) if band else "" for band in drawn],)


def _ends(rating: int, rd: float | None) -> str:
    return "" if rd is None else " – ".join(figures.plain(end) for end in deviation.band(rating, rd))


class OnlineTable(ListTable):
    """A list of games that come one by one. Courses are shown where there are no deviations."""

    rank = columns.rank(th="rank", td="rank")
    here = columns.here()
    name = columns.name(_players, also=("federation",), cell=_player)
    rating = columns.rating()
    deviation = Column(
        "± RD",
        _deviations,
        "deviation",
        th="number",
        td="number deviation",
        order=by_figure("deviation"),
        cell="± {}",
    )
    ends = Column(_("95% band"), _all_ends, "rating", "deviation", th="number", td="number second muted")
    bar = Column("", _bars, "rating", "deviation", th="bar", td="bar phone-off")
    course = columns.course()
    change = columns.change()
    games = columns.declared("games", order=BY_GAMES)
    last = columns.last(_("Last game"), day, "last_played", td="number second muted")

    css: ClassVar[str] = "rows list stream"

    @classmethod
    def hidden(cls, rows: Rows) -> tuple[str, ...]:
        """Show deviations or courses, whichever there are."""
        has_deviations = any(rd is not None for rd in rows.values["deviation"])
        return (*super().hidden(rows), *(("course",) if has_deviations else ("deviation", "ends", "bar")))


class LiveTable(OnlineTable):
    """The standing between two lists: there are no lists behind it, nor other orders."""

    class Meta:
        orderable = False
        exclude = ("course",)


ONLINE = Layout(
    OnlineTable,
    filters="ratings/parts/filters_stream.html",
    side="ratings/parts/list_side_stream.html",
    file=STREAM,
    has_tables=True,
    by_register=True,
)


LAYOUTS: Mapping[str, Layout] = {"go": GO, "fide": FIDE, "online": ONLINE}
# The orders a list can have, by name of the column.
SORTED: Mapping[str, Orders] = {
    name: column.orders
    for layout in LAYOUTS.values()
    for name, column in layout.table.base_columns.items()
    if column.orders
}


@cache
def layout_of(system_key: str) -> Layout:
    """Return the layout of the lists of a system, with the columns its declaration names."""
    system = CATALOGUE[system_key]
    return with_columns(LAYOUTS[system.layout], system.columns)


def with_columns(layout: Layout, names: tuple[str, ...]) -> Layout:
    """Return a layout with the columns named, its own or as declared; without names with all of its own.

    Raises LookupError for a column neither has.
    """
    if not names:
        return layout
    chosen = {name: layout.table.base_columns.get(name) or declared(name) for name in names}
    table: Any = type(layout.table.__name__, (layout.table,), {})
    table.base_columns = chosen
    return replace(layout, table=table)
