"""Where an entry stands among the pages of its list."""

from ratings.lists.selection import PAGE, Selection, address
from ratings.models import ListEntry


def query_of(entry: ListEntry) -> str:
    """Write the query of the page of its list an entry stands on, of the active where he is one; no query.

    The entry's list must be loaded.
    """
    own = entry.active_position
    selection = Selection(everybody=own is None, table="provisional" if entry.provisional else "")
    before = (entry.list.established or 0) if entry.provisional else 0  # in the other table of the list
    page = ((own or entry.position) - before - 1) // PAGE + 1
    return address(selection, page=page)
