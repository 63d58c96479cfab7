"""A log as a stranger reads it from an address or folder, compared with the last checkpoint.

Data that do not lead to the root count for nothing.
"""

import json
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from ratings.merkle_log import merkle, notes
from ratings.merkle_log.notes import BadNote, Checkpoint, Key, WrongSignatureError
from ratings.merkle_log.tiles import LONGEST_ENTRY, WIDTH, Tile, subtree_of, tiles_of, unbundle

Fetch = Callable[[str], bytes]
SECONDS = 30
MOST_BYTES = WIDTH * (LONGEST_ENTRY + 2)


class Unreadable(Exception):
    """The thing to read is missing, or has no form that could be checked; the message names it."""


class Missing(Unreadable):
    """Nothing is there."""


class Differs(Exception):
    """Data read contradict what is known; the message is the difference."""


def from_folder(folder: Path) -> Fetch:
    """Return what reads the files of a copied log below a folder."""

    def fetch(path: str) -> bytes:
        try:
            with (folder / path).open("rb") as opened:
                return _bounded(opened.read(MOST_BYTES + 1), path)
        except OSError as problem:
            raise Unreadable(f"{folder / path}: {problem.strerror}") from problem

    return fetch


def from_address(address: str) -> Fetch:
    """Return what reads a log below an address; Unreadable for any other than http and https."""
    if urllib.parse.urlsplit(address).scheme not in ("http", "https"):
        raise Unreadable(f"{address} is neither a folder nor an address")
    base = address.rstrip("/") + "/"
    opener = urllib.request.build_opener()

    def fetch(path: str) -> bytes:
        try:
            with opener.open(base + path, timeout=SECONDS) as answer:
                return _bounded(answer.read(MOST_BYTES + 1), path)
        except (OSError, ValueError) as problem:
            raise Unreadable(f"{base}{path}: {problem}") from problem

    return fetch


def _bounded(data: bytes, path: str) -> bytes:
    if len(data) > MOST_BYTES:
        raise Unreadable(f"{path} is too long")
    return data


def checkpoint(note: bytes, keys: Sequence[Key] = ()) -> Checkpoint:
    """Return the checkpoint of a note; Unreadable for another text, Differs where none of the keys signed it.

    Without keys no signature is asked for: what is known of the tree is in the tree.
    """
    try:
        text, signers = notes.open_note(note.decode(), keys)
        end = notes.parse_checkpoint(text)
    except UnicodeDecodeError as problem:
        raise Unreadable("The checkpoint is no text.") from problem
    except WrongSignatureError as problem:
        raise Differs(str(problem)) from problem
    except BadNote as problem:
        raise Unreadable(str(problem)) from problem
    if keys and not signers:
        raise Differs("The checkpoint is not signed by the key given.")
    return end


@dataclass(frozen=True, slots=True)
class Log:
    """A log at one checkpoint."""

    fetch: Fetch
    end: Checkpoint

    @property
    def subtree(self) -> merkle.Subtree:
        """What gives hashes of subtrees; they prove nothing before a proof made of them holds."""
        return subtree_of(lambda tile: self.fetch(tile.path), self.end.size)

    def check_extends(self, old: Checkpoint) -> None:
        """Raise Differs unless the log still begins with all it had at an older checkpoint."""
        if old.origin != self.end.origin:
            raise Differs(f"The older checkpoint is of {old.origin}, this log is {self.end.origin}.")
        if old.size > self.end.size:
            raise Differs(f"The log had {old.size} entries and has {self.end.size}.")
        proof: list[bytes] = []
        if 0 < old.size < self.end.size:
            proof = self._proved(lambda: merkle.consistency_proof(old.size, self.end.size, self.subtree))
        if not merkle.extends(old.size, self.end.size, old.root, self.end.root, proof):
            raise Differs(f"The first {old.size} entries are not the ones of the older checkpoint.")

    def entries(self) -> Iterator[tuple[int, bytes]]:
        """Yield every entry with its place, each shown to be in the tree.

        Every tile of the tree is read and compared too. Raises Differs where an entry or a hash is not the
        one the root was made of.
        """
        subtree = self.subtree
        hashes: list[bytes] = []  # of the level above: one a full tile
        for tile in tiles_of(self.end.size, 0):
            begin = tile.number * WIDTH
            address = Tile(None, tile.number, tile.width).path
            try:
                entries = unbundle(self.fetch(address), tile.width)
            except ValueError as problem:
                raise Differs(f"{address}: {problem}") from problem
            leaves = list(map(merkle.leaf_hash, entries))
            self._check_leaves(begin, leaves, subtree)
            if tile.width == WIDTH:
                hashes.append(merkle.whole(leaves))
            yield from enumerate(entries, start=begin)
        self._check_tiles_above(hashes)

    def _check_leaves(self, begin: int, leaves: Sequence[bytes], subtree: merkle.Subtree) -> None:
        """Compare the leaves of a tile with its hashes, and these with the root.

        The path of the first leaf passes by all others of its tile.
        """
        stored = self._proved(lambda: [subtree(0, begin + place) for place in range(len(leaves))])
        for place, (leaf, hashed) in enumerate(zip(leaves, stored, strict=True), start=begin):
            if leaf != hashed:
                raise Differs(f"Entry {place} is not the one the root was made of.")
        path = self._proved(lambda: merkle.inclusion_proof(begin, self.end.size, subtree))
        if not merkle.includes(leaves[0], begin, self.end.size, path, self.end.root):
            raise Differs(f"Entries {begin} to {begin + len(leaves) - 1} are not those the root was made of.")

    def _check_tiles_above(self, hashes: list[bytes]) -> None:
        """Compare the tiles of level 1 and above with the hashes of level 1."""
        level = 1
        while hashes:
            for tile in tiles_of(self.end.size, level):
                first = tile.number * WIDTH
                if self.fetch(tile.path) != b"".join(hashes[first : first + tile.width]):
                    raise Differs(f"{tile.path} is not made of the entries.")
            full = range(0, len(hashes) - WIDTH + 1, WIDTH)
            hashes = [merkle.whole(hashes[first : first + WIDTH]) for first in full]
            level += 1

    @staticmethod
    def _proved(make: Callable[[], list[bytes]]) -> list[bytes]:
        try:
            return make()
        except ValueError as problem:
            raise Differs(str(problem)) from problem


def said(entry: bytes) -> dict[str, Any]:
    """Return an entry as a dictionary; Unreadable where it is no JSON of an object."""
    try:
        document = json.loads(entry)
    except (ValueError, RecursionError) as problem:
        raise Unreadable("An entry is no JSON.") from problem
    if not isinstance(document, dict):
        raise Unreadable("An entry is no JSON of an object.")
    return document


class Verdict(StrEnum):
    """The outcome of a look at a log since the last one."""

    SAME = "same"
    GROWN = "grown"
    OLDER = "older"  # an old checkpoint given again, while the log still has what came after it
    REWRITTEN = "rewritten"
    SHRUNK = "shrunk"


EVIDENCE = frozenset((Verdict.REWRITTEN, Verdict.SHRUNK))


def compare_checkpoints(old: Checkpoint | None, new: Checkpoint, fetch: Fetch) -> Verdict:
    """Compare a log's newest checkpoint, its signature and name being checked, with the last one.

    Tiles are not signed. Only those that lead to the root the log itself has signed are evidence about it;
    others are a fault on the way.

    Raises Unreadable where tiles are missing, or do not lead to the root that was signed.
    """
    if old is None or old.size == 0:
        _check_root(new, fetch)
        return Verdict.GROWN
    if new.size == old.size:
        return Verdict.SAME if new.root == old.root else Verdict.REWRITTEN
    if new.size > old.size:
        return Verdict.GROWN if _root_within(old.size, new, fetch) == old.root else Verdict.REWRITTEN
    try:
        begins = _root_within(new.size, old, fetch)
    except (Missing, Unproved):
        _check_root(new, fetch)
        return Verdict.SHRUNK
    return Verdict.OLDER if begins == new.root else Verdict.REWRITTEN


class Unproved(Unreadable):
    """Tiles that do not lead to the root that was signed."""

    def __init__(self) -> None:
        super().__init__("The tiles do not lead to the root that was signed.")


def _root_within(size: int, end: Checkpoint, fetch: Fetch) -> bytes:
    """Return the root over the first leaves of a log, proved by the root it signed; raises Unproved."""
    subtree = Log(fetch, end).subtree
    try:
        begins = merkle.root(size, subtree)
        proof = merkle.consistency_proof(size, end.size, subtree) if size else []
    except ValueError as problem:
        raise Unproved from problem
    if not merkle.extends(size, end.size, begins, end.root, proof):
        raise Unproved
    return begins


def _check_root(end: Checkpoint, fetch: Fetch) -> None:
    """Raise Unproved unless the tiles lead to the root of a checkpoint."""
    _root_within(end.size, end, fetch)
