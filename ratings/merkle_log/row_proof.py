"""Proof of one row: it stands in a list whose entry stands in a signed log; one text, checked by itself.

The entry of a list has the root of a tree over its rows (`tree`); a row is a leaf, as its line of CSV without
the end of the line. docs/proof.md states the form.
"""

from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ratings.merkle_log import merkle
from ratings.merkle_log.merkle import HASH_BYTES
from ratings.merkle_log.notes import Key, decoded
from ratings.merkle_log.reader import Differs, Unreadable, checkpoint, said

FORM = "palmares-row-proof@v1"
LONGEST = 64_000  # characters of a proof that is read
HEIGHT = 8
WIDTH = 1 << HEIGHT  # rows of a block, whose hash is stored
_MOST_HASHES = 64  # of a path; a tree of 2**64 leaves has no longer one
Block = Callable[[int], Sequence[bytes]]  # number of a block of rows -> hashes of its leaves


@dataclass(frozen=True, slots=True)
class RowProof:
    """A row with its path to the root of its list; the list's entry with its path to the root of the log."""

    row: str
    place: int  # among the rows, from 0
    rows: int
    path: Sequence[bytes]
    entry: str
    index: int  # of the entry in the log, from 0
    entry_path: Sequence[bytes]
    note: str  # the signed checkpoint


def subtree_of(blocks: bytes, leaves: Block) -> merkle.Subtree:
    """Return what gives hashes of subtrees over rows from those of whole blocks; others from their rows."""

    def subtree(level: int, number: int) -> bytes:
        if level >= HEIGHT:
            first, end = (place << (level - HEIGHT) for place in (number, number + 1))
            return merkle.whole([blocks[at * HASH_BYTES : (at + 1) * HASH_BYTES] for at in range(first, end)])
        first = number << level
        inside = first % WIDTH
        return merkle.whole(leaves(first // WIDTH)[inside : inside + (1 << level)])

    return subtree


def write(proof: RowProof) -> str:
    """Write a proof as text."""
    lines = [
        FORM,
        f"row {proof.row}",
        f"place {proof.place} of {proof.rows}",
        *_written(proof.path),
        f"entry {proof.entry}",
        f"index {proof.index}",
        *_written(proof.entry_path),
    ]
    return "\n".join(lines) + "\n\n" + proof.note


def _written(path: Sequence[bytes]) -> list[str]:
    return [b64encode(node).decode() for node in path]


def parse(text: str) -> RowProof:
    """Read a proof; Unreadable for any other text."""
    if len(text) > LONGEST:
        raise Unreadable("The proof is too long.")
    head, gap, note = text.replace("\r\n", "\n").partition("\n\n")
    lines = _Lines(head.split("\n"))
    if not gap or lines.next() != FORM:
        raise Unreadable(f"This is no proof: it does not begin with {FORM}.")
    row = lines.after("row ")
    place, _, rows = lines.after("place ").partition(" of ")
    path = lines.hashes()
    entry, index = lines.after("entry "), lines.after("index ")
    proof = RowProof(row, _number(place), _number(rows), path, entry, _number(index), lines.hashes(), note)
    if lines.next():
        raise Unreadable("The proof has lines that do not belong to it.")
    return proof


class _Lines:
    """The lines of a proof, one after the other."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines, self._at = lines, 0

    def next(self) -> str:
        """Return the next line and pass it; "" behind the last."""
        self._at += 1
        return self._lines[self._at - 1] if self._at <= len(self._lines) else ""

    def after(self, word: str) -> str:
        """Return what stands behind a word that the next line begins with."""
        line = self.next()
        if not line.startswith(word):
            raise Unreadable(f"The proof has no line “{word.strip()}” where it must stand.")
        return line.removeprefix(word)

    def hashes(self) -> list[bytes]:
        """Return the hashes of the next lines."""
        hashes: list[bytes] = []
        while len(hashes) < _MOST_HASHES and self._at < len(self._lines):
            data = decoded(self._lines[self._at])
            if len(data) != HASH_BYTES:
                break
            hashes.append(data)
            self._at += 1
        return hashes


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 19) or str(int(text)) != text:
        raise Unreadable("A number of the proof is none.")
    return int(text)


def check(proof: RowProof, keys: Sequence[Key] = ()) -> dict[str, Any]:
    """Return the log's entry of the list, with `size` and `origin` of the log.

    Raises Differs where the proof does not hold. Without keys the signature is not checked: a text from a
    stranger is then only known to fit together.
    """
    end = checkpoint(proof.note.encode(), keys)
    document = said(proof.entry.encode())
    leaf = merkle.leaf_hash(proof.entry.encode())
    if not merkle.includes(leaf, proof.index, end.size, proof.entry_path, end.root):
        raise Differs(f"The entry is not entry {proof.index} of the log that was signed.")
    top = document.get("tree")
    if not isinstance(top, str) or document.get("rows") != proof.rows:
        raise Differs(f"The entry is not that of a list of {proof.rows} rows.")
    if not merkle.includes(
        merkle.leaf_hash(proof.row.encode()), proof.place, proof.rows, proof.path, _hash(top)
    ):
        raise Differs("The row does not stand in the list of the entry.")
    return {**document, "size": end.size, "origin": end.origin}


def _hash(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""
