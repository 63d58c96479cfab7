"""The Merkle tree of RFC 6962, 2.1: roots, proofs and how they are checked (RFC 9162, 2.1.3 and 2.1.4)."""

from collections.abc import Callable, Sequence
from hashlib import sha256

# `(level, number)` -> hash of the whole subtree of 2**level leaves that begins at leaf number * 2**level.
Subtree = Callable[[int, int], bytes]
EMPTY = sha256(b"").digest()
HASH_BYTES = 32


def leaf_hash(entry: bytes) -> bytes:
    """Return the hash of an entry as a leaf."""
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of a node from those below it."""
    return sha256(b"\x01" + left + right).digest()


def whole(hashes: Sequence[bytes]) -> bytes:
    """Return the root of a whole subtree from its 2**n hashes of one level."""
    row = list(hashes)
    while len(row) > 1:
        row = [node_hash(row[place], row[place + 1]) for place in range(0, len(row), 2)]
    return row[0]


def root(size: int, subtree: Subtree) -> bytes:
    """Return the root of a tree of some leaves."""
    return _range_root(0, size, subtree) if size else EMPTY


def _range_root(first: int, end: int, subtree: Subtree) -> bytes:
    """Return the root over leaves from `first`, a multiple of the largest power of two below, up to `end`."""
    width = end - first
    if width & (width - 1) == 0:
        level = width.bit_length() - 1
        return subtree(level, first >> level)
    half = _split(width)
    return node_hash(_range_root(first, first + half, subtree), _range_root(first + half, end, subtree))


def _split(width: int) -> int:
    """Return the largest power of two below a width of at least 2."""
    return 1 << ((width - 1).bit_length() - 1)


def inclusion_proof(place: int, size: int, subtree: Subtree) -> list[bytes]:
    """Return the audit path of the leaf at a place (from 0), from below; ValueError outside the tree."""
    if not 0 <= place < size:
        raise ValueError(f"no leaf {place} in a tree of {size}")
    path: list[bytes] = []
    first, end = 0, size
    while end - first > 1:
        middle = first + _split(end - first)
        if place < middle:
            path.append(_range_root(middle, end, subtree))
            end = middle
        else:
            path.append(_range_root(first, middle, subtree))
            first = middle
    return path[::-1]


def consistency_proof(old: int, new: int, subtree: Subtree) -> list[bytes]:
    """Return the proof that a tree of `old` leaves begins that of `new`; ValueError unless 0 < old <= new."""
    if not 0 < old <= new:
        raise ValueError(f"no proof from {old} to {new}")
    path: list[bytes] = []
    first, end, known = 0, new, True  # known: the reader has the root of first..old himself
    while old < end:
        middle = first + _split(end - first)
        if old <= middle:
            path.append(_range_root(middle, end, subtree))
            end = middle
        else:
            path.append(_range_root(first, middle, subtree))
            first, known = middle, False
    if not known:
        path.append(_range_root(first, end, subtree))
    return path[::-1]


def includes(leaf: bytes, place: int, size: int, path: Sequence[bytes], top: bytes) -> bool:
    """Return whether an audit path leads from a leaf to a root (RFC 9162, 2.1.3.2)."""
    if not 0 <= place < size:
        return False
    here, last, node = place, size - 1, leaf
    for sibling in path:
        if last == 0:
            return False
        if here & 1 or here == last:
            node = node_hash(sibling, node)
            while not here & 1 and here:
                here, last = here >> 1, last >> 1
        else:
            node = node_hash(node, sibling)
        here, last = here >> 1, last >> 1
    return last == 0 and node == top


def extends(old: int, new: int, old_root: bytes, new_root: bytes, path: Sequence[bytes]) -> bool:
    """Return whether a proof shows that a tree begins another (RFC 9162, 2.1.4.2); an empty one does."""
    if old > new or old < 0:
        return False
    if old == new or old == 0:
        same = old_root == new_root if old == new else old_root == EMPTY
        return same and not path
    proof = [old_root, *path] if old & (old - 1) == 0 else list(path)
    if not proof:
        return False
    here, last = old - 1, new - 1
    while here & 1:
        here, last = here >> 1, last >> 1
    first = second = proof[0]
    for sibling in proof[1:]:
        if last == 0:
            return False
        if here & 1 or here == last:
            first, second = node_hash(sibling, first), node_hash(sibling, second)
            while not here & 1 and here:
                here, last = here >> 1, last >> 1
        else:
            second = node_hash(second, sibling)
        here, last = here >> 1, last >> 1
    return last == 0 and first == old_root and second == new_root
