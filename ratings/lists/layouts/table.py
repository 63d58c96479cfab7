"""Which layout the lists of a rating system have: the one place that chooses."""

from collections.abc import Mapping

from federation.vocabulary.systems.catalogue import CATALOGUE
from federation.vocabulary.systems.declaration import Cadence
from ratings.lists.layouts.columns import Orders
from ratings.lists.layouts.fide import FIDE
from ratings.lists.layouts.go import GO
from ratings.lists.layouts.layout import Layout
from ratings.lists.layouts.online import ONLINE

LAYOUTS: Mapping[Cadence, Layout] = {
    Cadence.BY_EVENT: GO,
    Cadence.BY_PERIOD: FIDE,
    Cadence.BY_GAME: ONLINE,
}
# The orders a list can have, by name of the column.
SORTED: Mapping[str, Orders] = {
    name: column.orders
    for layout in LAYOUTS.values()
    for name, column in layout.table.base_columns.items()
    if column.orders
}


def layout_of(system_key: str) -> Layout:
    """Return how the lists of a system look."""
    return LAYOUTS[CATALOGUE[system_key].cadence]
