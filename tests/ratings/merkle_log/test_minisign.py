"""Signatures of minisign: one its own program accepted, then what no longer holds."""

import shutil
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.merkle_log import minisign
from ratings.merkle_log.notes import BadNote
from tests import seeds

PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KEY = PRIVATE.public_key().public_bytes_raw()
DATA, COMMENT = b"number,rank\n1,1\n", "file:list.zip, année 2026"
ABOUT = "signature of ratings.example.org/log"
PUBLIC = "RWRWR1qnVGNHTAOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"
SIGNATURE = (
    f"untrusted comment: {ABOUT}\n"
    "RURWR1qnVGNHTG7rXRFqrS3AfHltW8yfgqE+EskaBU3Dzuz+kHWWg3zCHw4oekpb491snR5h8pXxJ45MF0BhC7C5bEXvyS5meg8=\n"
    f"trusted comment: {COMMENT}\n"
    "N3d0e0gzPyvVMqN3z5/tqQDRuRbl8SWPAUL9Zg9YvtSHmsnFFnMM4kipFoDmm4YHwix1sULVWU4Su5p7sSW3Dw==\n"
)
PROGRAM = shutil.which("minisign")


def digest(data: bytes) -> bytes:
    hashed = minisign.file_hash()
    hashed.update(data)
    return hashed.digest()


def signed(data: bytes, comment: str = COMMENT) -> str:
    return minisign.sign(digest(data), key=KEY, make=PRIVATE.sign, comment=comment, about=ABOUT)


def test_signature_and_key_are_those_the_program_accepted() -> None:
    assert (minisign.public_key(KEY), signed(DATA)) == (PUBLIC, SIGNATURE)
    assert minisign.open_signature(SIGNATURE, digest(DATA), KEY) == COMMENT


@pytest.mark.skipif(PROGRAM is None, reason="no minisign on this machine")
@pytest.mark.parametrize(("data", "status"), [(DATA, 0), (DATA + b"2,2\n", 1)])
def test_program_says_the_same(tmp_path: Path, data: bytes, status: int) -> None:
    (tmp_path / "list.zip").write_bytes(data)
    (tmp_path / "list.zip.minisig").write_text(signed(DATA))

    ran = subprocess.run(
        [str(PROGRAM), "-Vm", "list.zip", "-P", PUBLIC],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert ran.returncode == status
    assert (COMMENT in ran.stdout) == (status == 0)


@settings(max_examples=seeds.examples(60))
@given(st.integers(0, len(SIGNATURE) - 1), st.characters(codec="utf-8", exclude_characters="\r\n"))
def test_character_changed_is_refused_but_in_the_comment_nobody_trusts(place: int, put: str) -> None:
    changed = SIGNATURE[:place] + put + SIGNATURE[place + 1 :]
    free = len("untrusted comment: ") <= place < SIGNATURE.index("\n")
    if changed == SIGNATURE or free:
        assert minisign.open_signature(changed, digest(DATA), KEY) == COMMENT
        return

    with pytest.raises(BadNote):
        minisign.open_signature(changed, digest(DATA), KEY)


@pytest.mark.parametrize("text", ["", "x", SIGNATURE * 2, SIGNATURE.replace("\n", "\r\n"), "a" * 9000])
def test_other_text_is_no_signature(text: str) -> None:
    with pytest.raises(BadNote, match="no signature of minisign"):
        minisign.open_signature(text, digest(DATA), KEY)


def test_other_file_and_other_key_are_told_apart() -> None:
    other = Ed25519PrivateKey.from_private_bytes(b"o" * 32).public_key().public_bytes_raw()

    with pytest.raises(BadNote, match="of the file does not hold"):
        minisign.open_signature(SIGNATURE, digest(b"other"), KEY)
    with pytest.raises(BadNote, match="another key"):
        minisign.open_signature(SIGNATURE, digest(DATA), other)
