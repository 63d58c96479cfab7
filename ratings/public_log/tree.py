"""Tiles of the tree in the database: read by pages, extended by the writer of entries."""

from collections.abc import Sequence

from ratings.merkle_log import merkle
from ratings.merkle_log.merkle import HASH_BYTES
from ratings.merkle_log.tiles import HEIGHT, WIDTH, Tile, subtree_of
from ratings.models import LogTile

_FULL = WIDTH * HASH_BYTES


def hashes(tile: Tile) -> bytes | None:
    """Return the hashes of a tile, of one in part the beginning of what is written of it; None: not yet."""
    rows = LogTile.objects.filter(level=tile.level or 0, number=tile.number).values_list("hashes", flat=True)
    stored = rows.first()
    wanted = tile.width * HASH_BYTES
    return bytes(stored[:wanted]) if stored is not None and len(stored) >= wanted else None


def extend(size: int, leaves: Sequence[bytes]) -> None:
    """Add the hashes of leaves behind a tree of some; the caller holds the log's row."""
    level, first, row = 0, size, list(leaves)
    while row:
        written = _append(level, first, row)
        first >>= HEIGHT
        row, level = written, level + 1


def _append(level: int, first: int, row: Sequence[bytes]) -> list[bytes]:
    """Write hashes of a level from a place on; return those of the tiles that are full now."""
    full: list[bytes] = []
    done = 0
    while done < len(row):
        number, inside = divmod(first + done, WIDTH)
        known = hashes(Tile(level, number, inside)) if inside else b""
        if known is None:
            raise RuntimeError(f"tile {level}/{number} of the log lacks hashes")
        fitting = row[done : done + WIDTH - inside]
        data = known + b"".join(fitting)
        LogTile.objects.update_or_create(level=level, number=number, defaults={"hashes": data})
        if len(data) == _FULL:
            full.append(merkle.whole([data[at : at + HASH_BYTES] for at in range(0, _FULL, HASH_BYTES)]))
        done += len(fitting)
    return full


def subtree(size: int) -> merkle.Subtree:
    """Return what gives hashes of whole subtrees of the tree of some leaves."""
    return subtree_of(_read, size)


def _read(tile: Tile) -> bytes:
    tile_hashes = hashes(tile)
    if tile_hashes is None:
        raise RuntimeError(f"the log lacks {tile.path}")
    return tile_hashes


def root(size: int) -> bytes:
    """Return the root of the tree of some leaves."""
    return merkle.root(size, subtree(size))
