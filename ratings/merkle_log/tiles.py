"""The tree and the entries as tiles of 256, as C2SP tlog-tiles lays them out (c2sp.org/tlog-tiles)."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ratings.merkle_log.merkle import HASH_BYTES, whole

HEIGHT = 8
WIDTH = 1 << HEIGHT
HIGHEST = 63  # level
LONGEST_ENTRY = 0xFFFF  # bytes
_NUMBER = re.compile(r"(?:x\d{3}/)*\d{3}")


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """A tile: its level (entries: None), its number in the level and how many hashes or entries it has."""

    level: int | None
    number: int
    width: int = WIDTH

    @property
    def path(self) -> str:
        """The address of the tile below the log's."""
        level = "entries" if self.level is None else str(self.level)
        part = "" if self.width == WIDTH else f".p/{self.width}"
        return f"tile/{level}/{_written(self.number)}{part}"


def _written(number: int) -> str:
    """Write a number in groups of three digits, all but the last with an x: x001/x234/067."""
    groups = [f"{number % 1000:03}"]
    while number := number // 1000:
        groups.append(f"x{number % 1000:03}")
    return "/".join(reversed(groups))


def parse(level: str, rest: str) -> Tile:
    """Return the tile of an address, given as what stands behind `tile/` and behind the level.

    ValueError for any other way of writing it than the one `path` gives.
    """
    number, _, width = rest.partition(".p/")
    if not _NUMBER.fullmatch(number) or not number.isascii():
        raise ValueError(rest)
    tile = Tile(
        None if level == "entries" else int(level),
        int(number.replace("x", "").replace("/", "")),
        int(width) if width else WIDTH,
    )
    known = tile.level is None or 0 <= tile.level <= HIGHEST
    if not known or not 0 < tile.width <= WIDTH or tile.path != f"tile/{level}/{rest}":
        raise ValueError(rest)
    return tile


def widths(size: int, level: int) -> int:
    """Return how many hashes a level has in a tree of some leaves."""
    return size >> (HEIGHT * level)


def tiles_of(size: int, level: int) -> Iterator[Tile]:
    """Yield the tiles of a level of a tree, the last of them perhaps in part."""
    full, part = divmod(widths(size, level), WIDTH)
    yield from (Tile(level, number) for number in range(full))
    if part:
        yield Tile(level, full, part)


def subtree_of(read: Callable[[Tile], bytes], size: int) -> Callable[[int, int], bytes]:
    """Return a function that gives the hash of a whole subtree from tiles of a tree of some leaves."""
    known: dict[Tile, bytes] = {}

    def hashes(tile: Tile) -> bytes:
        if tile not in known:
            known[tile] = read(tile)
            if len(known[tile]) != tile.width * HASH_BYTES:
                raise ValueError(f"{tile.path} has {len(known[tile])} bytes")
        return known[tile]

    def subtree(level: int, number: int) -> bytes:
        row, inside = divmod(level, HEIGHT)
        first = number << inside
        tile, place = divmod(first, WIDTH)
        width = min(WIDTH, widths(size, row) - tile * WIDTH)
        data = hashes(Tile(row, tile, width))[place * HASH_BYTES : (place + (1 << inside)) * HASH_BYTES]
        return whole([data[at : at + HASH_BYTES] for at in range(0, len(data), HASH_BYTES)])

    return subtree


def bundle(entries: Sequence[bytes]) -> bytes:
    """Return entries as one bundle: each behind its length in two bytes; ValueError for one too long."""
    if any(len(entry) > LONGEST_ENTRY for entry in entries):
        raise ValueError("an entry is too long")
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def unbundle(data: bytes, count: int) -> list[bytes]:
    """Return the entries of a bundle; ValueError unless it holds just so many."""
    entries: list[bytes] = []
    at = 0
    while at + 2 <= len(data) and len(entries) < count:
        end = at + 2 + int.from_bytes(data[at : at + 2], "big")
        if end > len(data):
            break
        entries.append(data[at + 2 : end])
        at = end
    if len(entries) != count or at != len(data):
        raise ValueError(f"a bundle of {len(data)} bytes does not hold {count} entries")
    return entries
