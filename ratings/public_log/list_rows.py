"""The rows of a published list without names, in one form only: what an entry of the log has the digest of.

Who is hidden or erased keeps number and figures, so that the bytes are the same for ever.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ratings.merkle_log import merkle
from ratings.merkle_log.row_proof import WIDTH, subtree_of
from ratings.models import ListEntry, PublishedList
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
