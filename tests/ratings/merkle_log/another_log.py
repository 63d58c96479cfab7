"""A log of somebody else, in memory: its entries may be changed, which an honest log never does."""

from collections.abc import Iterable

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ratings.merkle_log import merkle, notes, tiles
from ratings.merkle_log.merkle import leaf_hash
from ratings.merkle_log.notes import Checkpoint, Key
from ratings.merkle_log.reader import Missing

SEED = bytes(range(1, 33))


class AnotherLog:
    """A log signed by a key of its own."""

    def __init__(self, origin: str = "other.example.org/log", *, seed: bytes = SEED) -> None:
        self.private = Ed25519PrivateKey.from_private_bytes(seed)
        self.key = Key(origin, self.private.public_key().public_bytes_raw())
        self.leaves: list[bytes] = []
        self.entries: list[bytes] = []  # those that were added here

    def add(self, count: int, *, mark: bytes = b"") -> "AnotherLog":
        """Add entries."""
        first = len(self.leaves)
        added = [mark + b'{"place":%d}' % number for number in range(first, first + count)]
        self.entries += added
        self.leaves += map(leaf_hash, added)
        return self

    @property
    def end(self) -> Checkpoint:
        """The newest checkpoint, unsigned."""
        return Checkpoint(self.key.name, len(self.leaves), merkle.root(len(self.leaves), self._subtree))

    @property
    def note(self) -> str:
        """The newest checkpoint, signed."""
        return notes.sign(self.end.text, [(self.key, self.private.sign)])

    def _subtree(self, level: int, number: int) -> bytes:
        return merkle.whole(self.leaves[number << level : (number + 1) << level])

    def _level(self, level: int) -> list[bytes]:
        count = len(self.leaves) >> (tiles.HEIGHT * level)
        return [self._subtree(tiles.HEIGHT * level, number) for number in range(count)]

    def fetch(self, path: str) -> bytes:
        """Return a file of the log; Missing where there is none."""
        if path == "checkpoint":
            return self.note.encode()
        level, _, rest = path.removeprefix("tile/").partition("/")
        tile = tiles.parse(level, rest)
        first = tile.number * tiles.WIDTH
        if tile.level is None:
            return tiles.bundle(self.entries[first : first + tile.width])
        found = self._level(tile.level)[first : first + tile.width]
        if len(found) < tile.width:
            raise Missing(path)
        return b"".join(found)


def paths_of(size: int) -> list[str]:
    """Return the path of every file of a log of so many entries."""
    levels = [tile.path for level in range(3) for tile in tiles.tiles_of(size, level)]
    return ["checkpoint", *levels, *entry_files(size)]


def entry_files(size: int) -> list[str]:
    """Return the paths of the entries of a log of so many."""
    return [tiles.Tile(None, tile.number, tile.width).path for tile in tiles.tiles_of(size, 0)]


def ends(log: AnotherLog, sizes: Iterable[int]) -> list[Checkpoint]:
    """Return the checkpoints of the beginnings of a log."""
    made = []
    for size in sizes:
        part = AnotherLog(log.key.name)
        part.leaves = log.leaves[:size]
        made.append(part.end)
    return made
