"""The rows of a published list without names, in one form only: what an entry of the log has the digest of.

Who is hidden or erased keeps number and figures, so that the bytes are the same for ever.
The row of a player is proved to be on a list from the log as it was signed last.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from federation.models import Player
from ratings.merkle_log import merkle
from ratings.merkle_log.reader import checkpoint
from ratings.merkle_log.row_proof import WIDTH, RowProof, subtree_of
from ratings.models import ListEntry, PublishedList
from ratings.public_log import reading
from ratings.rulebook.list_fields import PROOF, names_in, stored_in

_AT_ONCE = 2000


@dataclass(frozen=True, slots=True)
class Digest:
    """What the rows of a list come to."""

    sha256: str  # of all lines, the head too
    rows: int
    tree: str  # root of the tree over the rows (docs/proof.md)
    blocks: bytes  # of each 256 rows, without the last that are fewer, the hash of their subtree


def lines(published: PublishedList) -> Iterator[str]:
    """Yield the rows of a list as lines of CSV: by position, floats as Python's `repr`, none as ""."""
    yield ",".join(names_in(PROOF)) + "\n"
    rows = ListEntry.objects.filter(list=published).order_by("position").values_list(*stored_in(PROOF))
    for row in rows.iterator(chunk_size=_AT_ONCE):
        yield ",".join(map(_written, row)) + "\n"


def block(published: PublishedList, number: int) -> list[str]:
    """Read the rows of a block, 256 from `number` * 256 on, as their leaves are hashed."""
    first = number * WIDTH + 1
    rows = ListEntry.objects.filter(list=published, position__range=(first, first + WIDTH - 1))
    return [",".join(map(_written, row)) for row in rows.order_by("position").values_list(*stored_in(PROOF))]


def leaves(rows: Iterable[str]) -> list[bytes]:
    """Return the hashes of rows as leaves."""
    return [merkle.leaf_hash(row.encode()) for row in rows]


def _written(value: object) -> str:
    """Write a value: a flag as 1 or 0, a float so that it is read back to the last bit."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    return repr(value) if isinstance(value, float) else str(value)


def digest(published: PublishedList) -> Digest:
    """Hash the rows of a list: in a row, and as a tree."""
    whole, count = hashlib.sha256(), 0
    blocks, behind = bytearray(), list[bytes]()
    for number, line in enumerate(lines(published)):
        whole.update(line.encode())
        if number:
            behind.append(merkle.leaf_hash(line[:-1].encode()))
            count = number
        if len(behind) == WIDTH:
            blocks += merkle.whole(behind)
            behind.clear()
    root = merkle.root(count, subtree_of(bytes(blocks), lambda _number: behind))
    return Digest(whole.hexdigest(), count, root.hex(), bytes(blocks))


def proof_of(published: PublishedList, player: Player) -> RowProof | None:
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

    def hashes(number: int) -> list[bytes]:
        if number not in known:
            known[number] = block(published, number)
        return leaves(known[number])

    path = merkle.inclusion_proof(place, rows, subtree_of(bytes(entry.row_blocks or b""), hashes))
    number, inside = divmod(place, WIDTH)
    row = (known.get(number) or block(published, number))[inside]
    entry_path = merkle.inclusion_proof(entry.place, size, reading.subtree(size))
    return RowProof(row, place, rows, path, entry.data, entry.place, entry_path, head.checkpoint)


def proof_name(published: PublishedList, number: int) -> str:
    """Return what the file of a proof is called."""
    day = published.date.isoformat()
    return f"{published.system.key}_{day}_r{published.revision}_proof_{number}.txt"
