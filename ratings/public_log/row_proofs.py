"""Proofs that the row of a player is on a list, from the log as it was signed last."""

import json

from federation.models import Player
from ratings.merkle_log import merkle
from ratings.merkle_log.reader import checkpoint
from ratings.merkle_log.row_proof import WIDTH, RowProof, subtree_of
from ratings.models import ListEntry, PublishedList
from ratings.public_log import list_rows, reading


def of(published: PublishedList, player: Player) -> RowProof | None:
    """Make the proof of a player's row; None where the list has none, or the log does not have the list yet.

    Reads at most 511 rows of the list, independent of its length.
    """
    entry, head = reading.entry_of(published), reading.head()
    listed = (
        ListEntry.objects.filter(list=published, player=player).values_list("position", flat=True).first()
    )
    if listed is None or entry is None or head is None or not head.checkpoint:
        return None
    document, size = json.loads(entry.data), checkpoint(head.checkpoint.encode()).size
    if "tree" not in document or entry.place >= size:
        return None
    place, rows = listed - 1, document["rows"]
    known: dict[int, list[str]] = {}

    def leaves(number: int) -> list[bytes]:
        if number not in known:
            known[number] = list_rows.block(published, number)
        return list_rows.leaves(known[number])

    path = merkle.inclusion_proof(place, rows, subtree_of(bytes(entry.row_blocks or b""), leaves))
    number, inside = divmod(place, WIDTH)
    row = (known.get(number) or list_rows.block(published, number))[inside]
    entry_path = merkle.inclusion_proof(entry.place, size, reading.subtree(size))
    return RowProof(row, place, rows, path, entry.data, entry.place, entry_path, head.checkpoint)


def name_of(published: PublishedList, number: int) -> str:
    """Return what the file of a proof is called."""
    day = published.date.isoformat()
    return f"{published.system.key}_{day}_r{published.revision}_proof_{number}.txt"
