"""Cosignatures of checkpoints by witnesses (c2sp.org/tlog-cosignature, cosignature/v1) with Ed25519 keys.

A witness says: at this second this was the largest checkpoint of the log that was seen, and it continued all
those before.
"""

from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from ratings.merkle_log import ed25519
from ratings.merkle_log.notes import DASH, BadNote, Key, decoded, split

_COSIGNER = b"\x04"
_SECONDS_BYTES, _SIGNATURE_BYTES = 8, 64
_END_OF_TIME = 1 << 63


@dataclass(frozen=True, slots=True)
class CosignerKey:
    """The public key of a witness with the name it signs by."""

    name: str
    public: bytes  # 32

    @property
    def hint(self) -> bytes:
        """The four bytes by which a cosignature says whose it is."""
        return sha256(self.name.encode() + b"\n" + _COSIGNER + self.public).digest()[:4]

    def __str__(self) -> str:
        """Write the verifier key."""
        return f"{self.name}+{self.hint.hex()}+{b64encode(_COSIGNER + self.public).decode()}"


@dataclass(frozen=True, slots=True)
class Cosignature:
    """A cosignature that holds: whose, at which second since 1970, and its line."""

    key: CosignerKey
    at: int
    line: str


def parse_key(text: str) -> CosignerKey:
    """Return the key a verifier key of a witness tells; BadNote for any other text."""
    name, _, rest = text.strip().partition("+")
    hint, _, encoded = rest.partition("+")
    data = decoded(encoded)
    if not name or " " in name or len(data) != 33 or data[:1] != _COSIGNER:
        raise BadNote("This is no verifier key of a witness with Ed25519.")
    key = CosignerKey(name, data[1:])
    if key.hint.hex() != hint:
        raise BadNote("The verifier key does not have the number it says.")
    return key


def message(text: str, at: int) -> bytes:
    """Return what a witness signs: a line that says what this is, the second, the text of the checkpoint."""
    return f"cosignature/v1\ntime {at}\n{text}".encode()


def cosign(text: str, key: CosignerKey, make: Callable[[bytes], bytes], at: int) -> str:
    """Return the line that cosigns the text of a checkpoint; `make` signs with the private key."""
    data = key.hint + at.to_bytes(_SECONDS_BYTES, "big") + make(message(text, at))
    return f"{DASH}{key.name} {b64encode(data).decode()}\n"


def of_note(note: str, keys: Iterable[CosignerKey]) -> list[Cosignature]:
    """Return the cosignatures of known witnesses on a note, in its order; those of others are passed over.

    Raises BadNote where it is no note, or a cosignature of a known witness does not hold.
    """
    text, signatures = split(note)
    by_hint = {(key.name, key.hint): key for key in keys}
    held: dict[CosignerKey, Cosignature] = {}
    for name, data in signatures:
        key = by_hint.get((name, data[:4]))
        if key is not None and key not in held:
            held[key] = _held(text, key, data)
    return list(held.values())


def _held(text: str, key: CosignerKey, data: bytes) -> Cosignature:
    """Check one cosignature; BadNote where it does not hold."""
    second, signature = data[4 : 4 + _SECONDS_BYTES], data[4 + _SECONDS_BYTES :]
    at = int.from_bytes(second, "big")
    is_whole = len(signature) == _SIGNATURE_BYTES and at < _END_OF_TIME
    if not is_whole or not ed25519.verifies(key.public, message(text, at), signature):
        raise BadNote(f"The cosignature of {key.name} does not hold.")
    return Cosignature(key, at, f"{DASH}{key.name} {b64encode(data).decode()}\n")


def lines_of(note: str, keys: Sequence[Key | CosignerKey]) -> str:
    """Return the first line of each of these keys on a note, the one that is checked, by key."""
    first: dict[tuple[str, bytes], str] = {}
    for name, data in split(note)[1]:
        first.setdefault((name, data[:4]), f"{DASH}{name} {b64encode(data).decode()}\n")
    return "".join(first.get((key.name, key.hint), "") for key in keys)
