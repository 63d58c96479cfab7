"""The columns lists are made of: what heads them, what they read of an entry, how their cells are set."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import django_tables2 as tables
from django.db.models import F
from django.db.models.expressions import OrderBy
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ratings.lists.layouts import cells
from ratings.lists.layouts.cells import escaped
from ratings.lists.selection import Selection
from ratings.rulebook import list_fields
from ratings.rulebook.list_fields import TEXT


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a page: `values` has the rank and what the columns of its layout read, for every row."""

    selection: Selection
    values: Mapping[str, Sequence[Any]]
    courses: Mapping[int, Sequence[int]] = field(default_factory=dict)
    inactive: str = ""  # the word for inactive players, where the system has its own
    clubs: Mapping[str, str] = field(default_factory=dict)  # what clubs are called, by code


RANK = "rank"  # stored under two names, for everybody and for the active
INSIDE = "inside"  # the place inside a federation or a group, which no entry stores
HERE = "here"  # the place among those a filter leaves, which no entry stores either
Cells = Sequence[object]  # escaped, one for each row
Setting = Callable[..., tuple[Cells, ...]]  # of the rows and of each field that is read
Order = tuple[str | OrderBy, ...]
Orders = tuple[Order, Order]  # of the entries of a list, ascending and descending
_RATING = _("Rating")
_BY_PLACE: Orders = ("position",), ("-position",)
BY_GAMES: Orders = ("games", "position"), ("-games", "position")  # everybody has some


class Column(tables.Column):
    """A column whose cells `setting` sets for a whole page, out of the fields it reads.

    `order`: it can be sorted by. `td`: class of its cells; `named`: what they are called on a telephone;
    `cell`: their HTML, a brace for each of the sequences `setting` returns, or what gives that for rows.
    """

    def __init__(
        self,
        label: str | Promise,
        setting: Setting,
        *reads: str,
        th: str = "",
        td: str = "",
        named: str | Promise = "",
        order: Orders | None = None,
        highest_first: bool = True,
        cell: str | Callable[[Rows], str] = "{}",
    ) -> None:
        attrs = {"th": {"class": th}, "td": {"class": td, "data-label": named}}
        orderable = None if order else False  # None: where the table is
        super().__init__(label, orderable=orderable, attrs=attrs, initial_sort_descending=highest_first)
        self.reads, self.setting, self.orders, self.cell = reads, setting, order, cell

    def cells(self, rows: Rows) -> tuple[Cells, ...]:
        """Return what goes into the braces of the cells, row by row."""
        return self.setting(rows, *(rows.values[name] for name in self.reads))

    def html(self, rows: Rows) -> str:
        """Return the HTML of a cell."""
        return self.cell if isinstance(self.cell, str) else self.cell(rows)


def counts(_rows: Rows, values: Iterable[int | None]) -> tuple[Cells, ...]:
    """Write counts and places, nothing for none."""
    return (cells.counts(values),)


def figures(_rows: Rows, values: Cells) -> tuple[Cells, ...]:
    """Leave figures as they are."""
    return (values,)


def texts(_rows: Rows, values: Iterable[str]) -> tuple[Cells, ...]:
    """Escape texts."""
    return (escaped(values),)


def each(setting: Callable[[Any], str]) -> Setting:
    """Return each different figure once."""
    return lambda _rows, values: (cells.set_each(values, setting),)


def by_figure(name: str) -> Orders:
    """Return the orders by a figure; who has none comes last in both."""
    figure = F(name)
    return (figure.asc(nulls_last=True), "position"), (figure.desc(nulls_last=True), "position")


def rank(order: Orders | None = _BY_PLACE, **options: Any) -> Column:
    """Return the column of ranks, with the places won behind them; nothing for who is not ranked."""

    def setting(_rows: Rows, ranks: Iterable[int | None], moves: Cells) -> tuple[Cells, ...]:
        return cells.counts(ranks), cells.set_each(moves, cells.places)

    reads = (RANK, "rank_change")
    return Column(_("Rank"), setting, *reads, order=order, highest_first=False, cell="{}{}", **options)


def here() -> Column:
    """Return the column of places among those a filter leaves."""
    label = pgettext_lazy("place among those a filter leaves", "Place")
    return Column(label, counts, HERE, th="number", td="number second", named=label)


def linked(_rows: Rows) -> str:
    """Return the HTML of a link to a player, for their number and their name."""
    return f'<a href="{escape(reverse("players"))}{{}}/">{{}}</a>'


def names(between: str = " ") -> Setting:
    """Return how numbers and names are set, a surname and what stands `between` it and a given name."""

    def setting(
        _rows: Rows, numbers: Cells, surnames: Iterable[str], given: Iterable[str]
    ) -> tuple[Cells, ...]:
        parts = zip(surnames, given, strict=True)
        return numbers, escaped([f"{first}{between}{rest}" if rest else first for first, rest in parts])

    return setting


def name(setting: Setting, *, also: Sequence[str] = (), cell: Callable[[Rows], str] = linked) -> Column:
    """Return the column of names, which lead to the players; set by `names`."""
    order = ("search_key", "position"), ("-search_key", "-position")
    reads = ("player_id", "surname", "given_name", *also)
    return Column(_("Name"), setting, *reads, td="name", order=order, highest_first=False, cell=cell)


def rating(label: str | Promise = _RATING) -> Column:
    """Return the column of ratings."""
    css = "number rating"
    return Column(label, each(cells.rating), "rating", th=css, td=css, order=_BY_PLACE)


def change() -> Column:
    """Return the column of what was won or lost since the list before."""
    label, order = pgettext_lazy("of a rating", "Change"), by_figure("change")
    return Column(label, each(cells.change), "change", th="number", td="number second", order=order)


def course() -> Column:
    """Return the column of the ratings on this list and those before it, as small lines."""

    def setting(rows: Rows, numbers: Iterable[int]) -> tuple[Cells, ...]:
        return (cells.sparks(numbers, rows.courses),)

    return Column(_("Trend"), setting, "player_id", th="spark", td="spark phone-off")


def declared(name: str, *, td: str = "", order: Orders | None = None) -> Column:
    """Return the column of a field as it is declared; LookupError for one that has no such column."""
    field = list_fields.named(name)
    if not field.label:
        raise LookupError(f"{name} is declared without a column")
    label = _(field.label)
    if field.type == TEXT:
        return Column(label, texts, name, td=td or "second", order=order)
    return Column(label, counts, name, th="number", td=td or "number second", named=label, order=order)


def last(label: str | Promise, setting: Callable[[Any], str], of: str, **options: Any) -> Column:
    """Return a column that also marks inactive players, where all are shown."""

    def both(rows: Rows, values: Cells, active: Sequence[bool]) -> tuple[Cells, ...]:
        word = rows.inactive or _("inactive")
        inactive = cells.absent(active, str(word)) if rows.selection.everybody else [""] * len(active)
        return inactive, cells.set_each(values, setting)

    return Column(label, both, of, "active", th="number", cell="{}{}", **options)
