"""Signatures of files in the form of minisign (jedisct1.github.io/minisign, version 0.11, prehashed).

They are made here and opened by minisign itself; `open_signature` is what tests open each of them with.
"""

import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import blake2b, sha256

from ratings.merkle_log import ed25519
from ratings.merkle_log.notes import BadNote, decoded

_KEY, _PREHASHED = b"Ed", b"ED"
_NUMBER_BYTES, _SIGNATURE_BYTES = 8, 64
_FORM = re.compile(
    r"untrusted comment: [^\r\n]*\n([A-Za-z0-9+/=]+)\ntrusted comment: ([^\r\n]*)\n([A-Za-z0-9+/=]+)\n?"
)
LONGEST = 2000  # characters of a signature that is read


def number_of(public: bytes) -> bytes:
    """Return the eight bytes in a signature that identify its key; minisign lets them be any."""
    return sha256(public).digest()[:_NUMBER_BYTES]


def public_key(public: bytes) -> str:
    """Write a public key of 32 bytes as `minisign -P` takes it."""
    return b64encode(_KEY + number_of(public) + public).decode()


def file_hash() -> blake2b:
    """Return the hash that takes the bytes of a file, and whose digest is signed."""
    return blake2b(digest_size=64)


def sign(digest: bytes, *, key: bytes, make: Callable[[bytes], bytes], comment: str, about: str) -> str:
    """Return the four lines that sign a file with this digest.

    `key`: the public half, `make`: signs with the private one; `comment`: the line that is signed too,
    `about`: the one that is not. Neither may have line breaks.
    """
    signature = make(digest)
    first = b64encode(_PREHASHED + number_of(key) + signature).decode()
    last = b64encode(make(signature + comment.encode())).decode()
    return f"untrusted comment: {about}\n{first}\ntrusted comment: {comment}\n{last}\n"


def open_signature(text: str, digest: bytes, key: bytes) -> str:
    """Return the trusted comment of a signature of a file with this digest by a public key of 32 bytes.

    Raises BadNote where the text is no such signature, or it does not hold.
    """
    match = _FORM.fullmatch(text) if len(text) <= LONGEST else None
    first, last = (decoded(match[1]), decoded(match[3])) if match else (b"", b"")
    whole = len(_PREHASHED) + _NUMBER_BYTES + _SIGNATURE_BYTES
    if match is None or len(first) != whole or len(last) != _SIGNATURE_BYTES or first[:2] != _PREHASHED:
        raise BadNote("This is no signature of minisign.")
    if first[2:10] != number_of(key):
        raise BadNote("The file is signed by another key.")
    signature, comment = first[10:], match[2]
    if not ed25519.verifies(key, digest, signature):
        raise BadNote("The signature of the file does not hold.")
    if not ed25519.verifies(key, signature + comment.encode(), last):
        raise BadNote("The comment of the signature was changed.")
    return comment
