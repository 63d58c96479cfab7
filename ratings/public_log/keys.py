"""Private keys of the log and of the witness: files of the machine that signs; no web process reads them."""

import os
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

from ratings.merkle_log.notes import Key


class UnreadableKey(Exception):
    """The file of the key holds none; the message names the file."""


@dataclass(frozen=True, slots=True)
class Signer:
    """A key with its private half."""

    key: Key
    sign: Callable[[bytes], bytes]


def path() -> Path:
    """Return where the key lies."""
    return Path(settings.PUBLIC_LOG_KEY)


def witness_path() -> Path:
    """Return where the key lies by which other logs are cosigned; never the same as that of the log."""
    return Path(settings.WITNESS_KEY)


def load(name: str, file: Path) -> Signer | None:
    """Return the key of a file under a name; None where there is no file. Raises UnreadableKey."""
    try:
        text = file.read_text("ascii")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as problem:
        raise UnreadableKey(f"{file} cannot be read: {problem}") from problem
    try:
        private = Ed25519PrivateKey.from_private_bytes(b64decode(text.strip(), validate=True))
    except ValueError as problem:
        raise UnreadableKey(f"{file} holds no key of the log.") from problem
    return _signer(name, private)


def load_or_make(name: str, file: Path) -> Signer:
    """Return the key of a file, made there if missing. Raises UnreadableKey."""
    signer = load(name, file)
    if signer is None:
        try:
            return make(name, file)
        except FileExistsError:  # another process has just made it
            signer = load(name, file)
    if signer is None:
        raise UnreadableKey(f"{file} came and went.")
    return signer


def make(name: str, file: Path) -> Signer:
    """Make a key in a file only its owner may read; FileExistsError if the file exists."""
    private = Ed25519PrivateKey.generate()
    raw = private.private_bytes(
        serialization.Encoding.Raw, serialization.PrivateFormat.Raw, serialization.NoEncryption()
    )
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(b64encode(raw) + b"\n")
        opened.flush()
        os.fsync(opened.fileno())
    return _signer(name, private)


def _signer(name: str, private: Ed25519PrivateKey) -> Signer:
    public = private.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    return Signer(Key(name, public), private.sign)
