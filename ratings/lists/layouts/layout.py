"""Declaration of a layout of lists."""

from dataclasses import dataclass

from ratings.exports.listed import AnyRow
from ratings.lists.layouts.list_table import ListTable


@dataclass(frozen=True, slots=True)
class Layout:
    """How the lists of a kind are read and shown."""

    table: type[ListTable]
    exported: type[AnyRow]  # a row of its downloads
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

    def table_asked(self, table: str) -> str:
        """Return which of its tables is asked for, "" for the only one."""
        return table if self.has_tables else ""
