"""Layouts of the lists of rating systems, by the names their declarations use."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.lists.layouts.columns import Orders, declared
from ratings.lists.layouts.fide import FIDE
from ratings.lists.layouts.go import GO
from ratings.lists.layouts.list_table import Layout
from ratings.lists.layouts.online import ONLINE

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
