"""Cosignatures of checkpoints by witnesses, with Ed25519 keys.

The form is c2sp.org/tlog-cosignature, cosignature/v1. A witness states: at this second this was the largest
checkpoint of the log that was seen, and it continued all those before.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ratings.merkle_log import ed25519
from ratings.merkle_log.notes import BadNote, VerifierKey, parse_key_of, signature_line, split, text_of

_NO_KEY = "This is no verifier key of a witness with Ed25519."
_SECONDS_BYTES, _SIGNATURE_BYTES = 8, 64
_END_OF_TIME = 1 << 63


@dataclass(frozen=True, slots=True)
class CosignerKey(VerifierKey):
    """The key of a witness: it signs checkpoints with the second at which it saw them."""

    kind: ClassVar[bytes] = b"\x04"


@dataclass(frozen=True, slots=True)
class Cosignature:
    """A cosignature that holds: whose, at which second since 1970, and its line."""

    key: CosignerKey
    at: int
    line: str


def parse_key(text: str) -> CosignerKey:
    """Parse a verifier key of a witness; BadNote for any other text."""
    if " " in text.strip().partition("+")[0]:
        raise BadNote(_NO_KEY)
    return parse_key_of(CosignerKey, text, _NO_KEY)


def message(text: str, at: int) -> bytes:
    """Return the text a witness signs: a line with its purpose, the second, the text of the checkpoint."""
    return f"cosignature/v1\ntime {at}\n{text}".encode()


def cosign(text: str, key: CosignerKey, make: Callable[[bytes], bytes], at: int) -> str:
    """Return the line that cosigns the text of a checkpoint; `make` signs with the private key."""
    return signature_line(key.name, key.hint + at.to_bytes(_SECONDS_BYTES, "big") + make(message(text, at)))


def of_note(note: str, keys: Iterable[CosignerKey]) -> list[Cosignature]:
    """Return the cosignatures of known witnesses on a note, in its order; those of others are passed over.

    Raises BadNote where it is no note, or a cosignature of a known witness does not hold.
    """
    text, signatures = split(note)
    by_hint = {(key.name, key.hint): key for key in keys}
    by_key: dict[CosignerKey, Cosignature] = {}
    for name, data in signatures:
        key = by_hint.get((name, data[:4]))
        if key is not None and key not in by_key:
            by_key[key] = _held(text, key, data)
    return list(by_key.values())


def _held(text: str, key: CosignerKey, data: bytes) -> Cosignature:
    """Check one cosignature; BadNote where it does not hold."""
    second, signature = data[4 : 4 + _SECONDS_BYTES], data[4 + _SECONDS_BYTES :]
    at = int.from_bytes(second, "big")
    is_whole = len(signature) == _SIGNATURE_BYTES and at < _END_OF_TIME
    if not is_whole or not ed25519.verifies(key.public, message(text, at), signature):
        raise BadNote(f"The cosignature of {key.name} does not hold.")
    return Cosignature(key, at, signature_line(key.name, data))


def signed_by(note: str, keys: Sequence[VerifierKey]) -> str:
    """Return a note with the lines of these keys alone, the first of each, by key."""
    return text_of(note) + "\n" + lines_of(note, keys)


def lines_of(note: str, keys: Sequence[VerifierKey]) -> str:
    """Return the first line of each of these keys on a note, the one that is checked, by key."""
    first: dict[tuple[str, bytes], str] = {}
    for name, data in split(note)[1]:
        first.setdefault((name, data[:4]), signature_line(name, data))
    return "".join(first.get((key.name, key.hint), "") for key in keys)
