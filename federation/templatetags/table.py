"""The tag for tables: what is declared in Python, with the cells that need markup set by the page."""

from collections.abc import Callable, Iterator
from functools import partial
from operator import methodcaller
from typing import Any
from urllib.parse import urlencode

from django import template
from django.db.models import Model
from django.template import TemplateSyntaxError
from django.template.base import (
    FilterExpression,
    Node,
    NodeList,
    Parser,
    Token,
    render_value_in_context,
)
from django.template.context import Context
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString
from django_tables2.utils import Accessor, signature

from federation.web.tables import Table, attributes

register = template.Library()
# What the library offers to the `render` of a column.
_OFFERED = frozenset({"value", "record", "column", "bound_column", "bound_row", "table"})


class Cell(Node):
    """The cells of one column; their table sets them."""

    def __init__(self, name: str, nodelist: NodeList) -> None:
        self.name, self.nodelist = name, nodelist


class Caption(Node):
    """What a table is called by those who hear the page; its table sets it."""

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist


class TableNode(Node):
    """A table, its cells, and the content shown without rows."""

    child_nodelists = ("nodelist", "empty")

    def __init__(
        self, table: FilterExpression, names: list[str], nodelist: NodeList, empty: NodeList
    ) -> None:
        self.table, self.names, self.nodelist, self.empty = table, names, nodelist, empty
        cells: list[Any] = nodelist.get_nodes_by_type(Cell)
        self.cells: dict[str, NodeList] = {cell.name: cell.nodelist for cell in cells}
        self.captions: list[Any] = nodelist.get_nodes_by_type(Caption)

    def render(self, context: Context) -> SafeString:
        """Return the table, or the content shown without rows."""
        table: Table = self.table.resolve(context)
        if not len(table.data):  # an unknown name is no table, which raises here
            return self.empty.render(context)
        if unknown := self.cells.keys() - set(table.base_columns) - set(table.columns.names()):
            raise TemplateSyntaxError(f"{type(table).__name__} has no column {', '.join(sorted(unknown))}")
        head = "".join([_head(table, column, context) for column in table.columns])
        rows = "".join(self._rows(table, context))
        opening = f"<table {table.attrs.as_html()}>{self._caption(context)}"
        return SafeString(f"{opening}<thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table>")

    def _caption(self, context: Context) -> str:
        caption = "".join([caption.nodelist.render(context).strip(" \n") for caption in self.captions])
        return f'<caption class="visually-hidden">{caption}</caption>' if caption else ""

    def _rows(self, table: Table, context: Context) -> Iterator[str]:
        """Yield the rows piece by piece; a cell that the page does not set comes from the library."""
        rows = list(table.paginated_rows)
        opens_row = table.opening("tr", table.row_attrs)
        columns = [
            (
                table.opening(column.column.tag, column.column.attrs["td"]),
                self._cell(column, rows[0].record),
                column.column.tag,
            )
            for column in table.columns
        ]
        with context.push():
            for row in rows:
                record = row.record
                context.dicts[-1].update(self._cell_variables(record))
                yield opens_row(record)
                for opens_cell, cell, tag in columns:
                    yield f"{opens_cell(record)}{cell(context, row)}</{tag}>"
                yield "</tr>"

    def _cell(self, bound: Any, record: Any) -> Callable[[Context, Any], str]:
        """Return what sets a cell: the page, the column alone, or the library with all it knows."""
        name = bound.name
        nodelist = self.cells.get(name)
        if nodelist is not None:
            return lambda context, _row: nodelist.render(context).strip(" \n")
        return _own_cell(bound, record) or (
            lambda context, row: render_value_in_context(row.get_cell(name), context)
        )

    def _cell_variables(self, record: Any) -> dict[str, Any]:
        """Return a record by the name, or its values by the names, that the page gives them."""
        if len(self.names) == 1:
            return {self.names[0]: record}
        return dict(zip(self.names, record, strict=True))


def _own_cell(bound: Any, record: Any) -> Callable[[Context, Any], str] | None:
    """Return the writer of a column's cells, equal to the library's; None if the library has to.

    The library checks for every cell whether its field has choices and which arguments `render` takes: a
    hundred tournaments took 49 ms of processor that way, 23 with the results cached.
    """
    column, accessor, render, link = bound.column, bound.accessor, bound.render, bound.link
    read: Callable[[Any], Any] = partial(accessor.resolve, quiet=True)
    if isinstance(record, Model) and getattr(accessor.get_field(record), "choices", None):
        if Accessor.SEPARATOR in accessor:
            return None
        read = methodcaller(f"get_{accessor}_display")
    names, takes_all = signature(render)
    takes = frozenset(names)
    if not takes_all and not takes <= _OFFERED:
        return None
    default, empty, is_plain = bound.default, column.empty_values, takes == {"value"} and not link

    def cell(context: Context, row: Any) -> str:
        value = read(row.record)
        if value in empty:
            return render_value_in_context(default, context)
        if is_plain:
            return render_value_in_context(render(value=value), context)
        offered = {
            "value": value,
            "record": row.record,
            "column": column,
            "bound_column": bound,
            "bound_row": row,
            "table": row.table,
        }
        content = render(**(offered if takes_all else {name: offered[name] for name in names}))
        return render_value_in_context(link(content, **offered) if link else content, context)

    return cell


def _head(table: Table, bound: Any, context: Context) -> str:
    """Return the head of a column; a click on one that is `orderable` orders the rows by it."""
    column, attrs = bound.column, bound.column.attrs["th"]
    label: str = conditional_escape(column.verbose_name)
    if not label:
        return f"<td{attributes(attrs)}></td>"
    if column.hidden:
        label = f'<span class="visually-hidden">{label}</span>'
    ordered = None
    if bound.orderable:
        order = bound.order_by_alias
        address = escape(field_query(context, table.prefixed_order_by_field, order.next))
        label = f'<a href="{address}">{label}</a>'
        if bound.is_ordered:
            ordered = "descending" if order.is_descending else "ascending"
    return f"<th{attributes({'scope': 'col', **attrs, 'aria-sort': ordered})}>{label}</th>"


@register.simple_tag(takes_context=True)
def field_query(context: Any, name: str, value: object) -> str:
    """Write the address's query with one value replaced; another order begins at the first page."""
    values = dict(context["request"].GET.lists())
    if not name.endswith("page"):
        values.pop(name.removesuffix("sort") + "page", None)
    return f"?{urlencode(values | {name: [str(value)]}, doseq=True)}"


@register.tag("cell")
def do_cell(parser: Parser, token: Token) -> Cell:
    """Read `{% cell name %}...{% endcell %}`: the content of a column's cells."""
    _tag, name = token.split_contents()
    nodelist = parser.parse(("endcell",))
    parser.delete_first_token()
    return Cell(name, nodelist)


@register.tag("caption")
def do_caption(parser: Parser, _token: Token) -> Caption:
    """Read `{% caption %}...{% endcaption %}`: what a table is called."""
    nodelist = parser.parse(("endcaption",))
    parser.delete_first_token()
    return Caption(nodelist)


@register.tag("table")
def do_table(parser: Parser, token: Token) -> TableNode:
    """Read `{% table rows each one %}{% cell ... %}{% empty %}...{% endtable %}`."""
    _tag, table, *names = token.split_contents()
    nodelist = parser.parse(("empty", "endtable"))
    empty = NodeList()
    if parser.next_token().contents == "empty":
        empty = parser.parse(("endtable",))
        parser.delete_first_token()
    return TableNode(parser.compile_filter(table), names[1:] or ["record"], nodelist, empty)
