"""Signed notes and checkpoints (c2sp.org/signed-note, c2sp.org/tlog-checkpoint) with Ed25519 keys."""

import binascii
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import ClassVar, TypeVar

from ratings.merkle_log import ed25519
from ratings.merkle_log.merkle import HASH_BYTES

LONGEST = 64_000  # bytes of a note that is read
_DASH = "\u2014 "


class BadNote(ValueError):
    """A text that is no note, or a note that does not hold; the message is the reason."""


class WrongSignatureError(BadNote):
    """A signature of a known key does not hold."""


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """A public key with the name it signs by; which kind of signatures it makes is one of those below."""

    kind: ClassVar[bytes]
    name: str
    public: bytes  # 32

    @property
    def hint(self) -> bytes:
        """The four bytes in a signature that identify its key."""
        return sha256(self.name.encode() + b"\n" + self.kind + self.public).digest()[:4]

    def __str__(self) -> str:
        """Write the verifier key."""
        return f"{self.name}+{self.hint.hex()}+{b64encode(self.kind + self.public).decode()}"


@dataclass(frozen=True, slots=True)
class Key(VerifierKey):
    """The key of a log: it signs the text of notes with Ed25519."""

    kind: ClassVar[bytes] = b"\x01"


OfKind = TypeVar("OfKind", bound=VerifierKey)


def parse_key(text: str) -> Key:
    """Parse a verifier key; BadNote for any other text."""
    return parse_key_of(Key, text, "This is no verifier key of Ed25519.")


def parse_key_of(kind: type[OfKind], text: str, refusal: str) -> OfKind:
    """Parse a verifier key of a kind; BadNote with the refusal for any other text."""
    name, _, rest = text.strip().partition("+")
    hint, _, encoded = rest.partition("+")
    data = decoded(encoded)
    if not name or len(data) != 33 or data[:1] != kind.kind:
        raise BadNote(refusal)
    key = kind(name, data[1:])
    if key.hint.hex() != hint:
        raise BadNote("The verifier key does not have the number it says.")
    return key


def decoded(text: str) -> bytes:
    """Decode a text in base64, written in the one way there is; no bytes for any other text."""
    try:
        data = b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
    return data if b64encode(data).decode() == text else b""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a log was at some time: how many entries, and the root over them."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """The text that is signed."""
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n"


def sign(text: str, signers: Iterable[tuple[Key, Callable[[bytes], bytes]]]) -> str:
    """Return a text as a note with the signature of each key."""
    signatures = [signature_line(key.name, key.hint + make(text.encode())) for key, make in signers]
    return text + "\n" + "".join(signatures)


def signature_line(name: str, data: bytes) -> str:
    """Return the line of a note that names the signer and has the signature."""
    return f"{_DASH}{name} {b64encode(data).decode()}\n"


def text_of(note: str) -> str:
    """Return what is signed of a note."""
    return note.rpartition("\n\n")[0] + "\n"


def open_note(note: str, keys: Iterable[Key]) -> tuple[str, list[Key]]:
    """Return the text of a note and whose signatures on it hold; those of unknown keys are passed over.

    Raises BadNote where it is no note, WrongSignatureError where a signature of a known key does not hold.
    """
    text, signatures = split(note)
    by_hint = {(key.name, key.hint): key for key in keys}
    signers: list[Key] = []
    for name, data in signatures:
        key = by_hint.get((name, data[:4]))
        if key is None or key in signers:
            continue
        if not ed25519.verifies(key.public, text.encode(), data[4:]):
            raise WrongSignatureError(f"The signature of {name} does not hold.")
        signers.append(key)
    return text, signers


def split(note: str) -> tuple[str, list[tuple[str, bytes]]]:
    """Split a note into its text and its signatures; BadNote where it has another form."""
    head, gap, tail = note.rpartition("\n\n")
    lines = tail[:-1].split("\n") if gap and tail.endswith("\n") else []
    controls = any(character < " " and character != "\n" for character in note)
    if len(note) > LONGEST or controls or not lines or not all(line.startswith(_DASH) for line in lines):
        raise BadNote("This is no signed note.")
    signatures = []
    for line in lines:
        name, _, encoded = line.removeprefix(_DASH).partition(" ")
        data = decoded(encoded)
        if not name or len(data) < 5:
            raise BadNote("A line of signature cannot be read.")
        signatures.append((name, data))
    return head + "\n", signatures


def parse_checkpoint(text: str) -> Checkpoint:
    """Parse a checkpoint; BadNote where the text is none."""
    lines = text.split("\n")
    if len(lines) < 4 or not all(lines[:-1]) or lines[-1]:
        raise BadNote("This is no checkpoint of a log.")
    origin, size, encoded = lines[:3]
    top = decoded(encoded)
    plain = size.isascii() and size.isdigit() and len(size) < 19
    if not plain or str(int(size)) != size or len(top) != HASH_BYTES:
        raise BadNote("This is no checkpoint of a log.")
    return Checkpoint(origin, int(size), top)
