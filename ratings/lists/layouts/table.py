"""Layouts of the lists of rating systems, by the names their declarations use."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.lists.layouts.columns import Orders
from ratings.lists.layouts.fide import FIDE
from ratings.lists.layouts.go import GO
from ratings.lists.layouts.layout import Layout
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
    declared = CATALOGUE[system_key]
    return with_columns(LAYOUTS[declared.layout], declared.columns)


def with_columns(layout: Layout, names: tuple[str, ...]) -> Layout:
    """Return a layout with some of its columns, in their order; without names with all.

    Raises LookupError for a column the layout does not have.
    """
    if not names:
        return layout
    chosen = {name: layout.table.base_columns[name] for name in names}
    table: Any = type(layout.table.__name__, (layout.table,), {})
    table.base_columns = chosen
    return replace(layout, table=table)
