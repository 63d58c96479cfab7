"""State of the snapshot: one row, locked last of all (docs/decisions/09-databases.md)."""

from collections.abc import Iterable

from federation.database import reading
from ratings.models import Snapshot

KEY = 1


def current() -> Snapshot:
    """Return what is noted, an empty row where nothing is yet.

    Read from the primary: a replica might still give a name that was withdrawn.
    """
    with reading.from_primary():
        row = Snapshot.objects.filter(pk=KEY).first() or Snapshot(pk=KEY)
    row.files = dict(sorted(row.files.items(), key=lambda item: int(item[1]["place"])))
    return row


def locked() -> Snapshot:
    """Return the row, locked until the end of the transaction."""
    Snapshot.objects.get_or_create(pk=KEY)
    return Snapshot.objects.select_for_update().get(pk=KEY)


def withdraw(names: Iterable[str]) -> None:
    """Block the files of some parts until they are made again; in the transaction of the act.

    What is being made meanwhile is not noted: it was read before.
    """
    row = locked()
    for name in names:
        row.withdrawals[name] = row.withdrawals.get(name, 0) + 1
        if name in row.files:
            row.files[name]["formats"] = {}
    row.save(update_fields=["files", "withdrawals"])
