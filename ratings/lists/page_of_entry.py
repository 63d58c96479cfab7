"""Page of an entry in its list."""

from ratings.lists.selection import PAGE, Selection, address
from ratings.models import ListEntry


def query_of(entry: ListEntry) -> str:
    """Write the query of the page of its list an entry stands on, of the active where they are one; no query.

    The entry's list must be loaded.
    """
    established = entry.list.established or 0
    return query_at(
        entry.position, entry.active_position, is_provisional=entry.provisional, established=established
    )


def query_at(position: int, own: int | None, *, is_provisional: bool, established: int) -> str:
    """Write the query of the page of a list an entry stands on; `own`: its position among the active.

    `established`: entries of the other table of the list, which come first.
    """
    selection = Selection(everybody=own is None, table="provisional" if is_provisional else "")
    before = established if is_provisional else 0
    return address(selection, page=((own or position) - before - 1) // PAGE + 1)
