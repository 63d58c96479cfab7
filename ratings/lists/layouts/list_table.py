"""Layouts of lists, and the table of a list page: its rows are set by a template of one row."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar, NamedTuple

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from federation.privacy import policy
from federation.web.jinja import rendered
from ratings.lists.layouts.cells import filled, hole
from ratings.lists.layouts.columns import HERE, INSIDE, RANK, Column, Rows
from ratings.lists.selection import Selection, address
from ratings.rulebook.list_fields import FIELDS, GO


class Head(NamedTuple):
    """The head of a column: `following` is the order its link leads to, "" for none."""

    label: str
    css: str
    following: str
    direction: str  # as aria-sort has it


class Body(NamedTuple):
    """The cells of a column: their class, and their label on a telephone, "" for none."""

    name: str
    column: Column
    css: str
    label: str


def hidden_fields(kind: policy.Kind) -> frozenset[str]:
    """Name the fields no page of lists of a kind may show."""
    return frozenset(
        field.name
        for field in FIELDS
        # rows hold names as they may be shown; of numbers the age decides, too
        if field.policy not in ("", "name", "number") and not policy.is_shown(field.policy, kind)
    )


class ListTable(tables.Table):
    """What the columns of a list are, in which order, and which of them sort it.

    The rows come sorted from the database, and their cells are set for a whole page at once: the library's
    own gave 44 pages a second where these give 352. So a table has no rows, and one serves all pages.
    """

    css: ClassVar[str] = "rows list"  # the library leaves a Meta to its own class
    published_as: ClassVar[policy.Kind] = policy.Kind.OTHER  # of the privacy policy

    def __init__(self, sort: str = "", exclude: Sequence[str] = ()) -> None:
        super().__init__([], order_by=sort, exclude=exclude, attrs={"class": self.css})
        self.heads = [_head(bound) for bound in self.columns]
        self.bodies = [_body(bound) for bound in self.columns]

    @classmethod
    @lru_cache(256)
    def arranged(cls, sort: str, hidden: tuple[str, ...], _language: str | None) -> "ListTable":
        """Return the table in an order, without some columns; cached: making it takes a millisecond."""
        return cls(sort, hidden)

    @classmethod
    @cache
    def reads(cls) -> tuple[str, ...]:
        """Name the fields of an entry its columns read, beside the rank."""
        named = dict.fromkeys(name for column in cls.base_columns.values() for name in column.reads)
        return tuple(name for name in named if name not in (RANK, INSIDE, HERE))

    @classmethod
    def hidden(cls, rows: Rows) -> tuple[str, ...]:
        """Name the columns a page does not show: places where all are shown, internal fields."""
        absent = [name for name in (HERE, INSIDE) if name not in rows.values]
        private = hidden_fields(cls.published_as)
        return (
            *absent,
            *(name for name, column in cls.base_columns.items() if private.intersection(column.reads)),
        )


@dataclass(frozen=True, slots=True)
class Layout:
    """How the lists of a kind are read and shown."""

    table: type[ListTable]
    file: str = GO  # whose columns its downloads have
    filters: str = "ratings/parts/filters.html"
    side: str = "ratings/parts/list_side.html"
    # The first hundred of a group have a page.
    has_top: bool = False
    # A list is named by its month.
    is_monthly: bool = False
    # Two tables, of the established and of the provisional.
    has_tables: bool = False
    # A federation that is shown alone has places of its own.
    has_national_ranks: bool = False
    # A name is looked for in the register, whose index finds one among millions.
    by_register: bool = False
    # What the entries can be filtered by is looked for in them; there are not too many.
    is_looked_through: bool = True
    # Federations are countries: named in filters, by FIDE's letters in rows.
    names_federations: bool = False
    # Stands between a surname and a given name.
    between: str = " "

    def table_asked(self, table: str) -> str:
        """Return which of its tables is asked for, "" for the only one."""
        return table if self.has_tables else ""


def _head(bound: tables.columns.BoundColumn) -> Head:
    label, css = str(bound.header), bound.column.attrs["th"]["class"]
    if not bound.orderable:
        return Head(label, css, "", "")
    order = bound.order_by_alias
    direction = ("descending" if order.is_descending else "ascending") if bound.is_ordered else ""
    return Head(label, css, str(order.next), direction)


def _body(bound: tables.columns.BoundColumn) -> Body:
    td = bound.column.attrs["td"]
    return Body(bound.name, bound.column, td["class"], str(td["data-label"]))


def set_table(kind: type[ListTable], rows: Rows, *, caption: str = "") -> SafeString:
    """Return the rows of a page under their heads, "" for none; columns escape all user input.

    The `caption` is for those who hear the page.
    """
    if not rows.values:
        return SafeString()
    table = kind.arranged(rows.selection.sort, kind.hidden(rows), get_language())
    context = {
        "kind": table.attrs["class"],
        "caption": caption,
        "columns": addressed(table.heads, rows.selection),
        "rows": mark_safe(_rows(table, rows)),  # noqa: S308 - each cell was escaped
    }
    return rendered("list_rows.html", context)


def addressed(heads: Sequence[Head], selection: Selection) -> list[Head]:
    """Put the addresses that sort a list in the place of its orders."""
    return [
        head._replace(following=address(selection, sort=head.following)) if head.following else head
        for head in heads
    ]


def _rows(table: ListTable, rows: Rows) -> str:
    cells: dict[str, Sequence[object]] = {"number": rows.values["player_id"]}
    columns = []
    for body in table.bodies:
        holes = []
        for at, values in enumerate(body.column.cells(rows)):
            cells[f"{body.name}{at}"] = values
            holes.append(hole(f"{body.name}{at}"))
        columns.append((body.css, body.label, format_html(body.column.html(rows), *holes)))
    return filled("list_row.html", cells, {"columns": columns})
