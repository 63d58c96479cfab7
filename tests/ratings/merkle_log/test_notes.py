"""Signatures and notes: the vectors of RFC 8032 and of c2sp.org/signed-note, then what is not one."""

from base64 import b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.merkle_log import ed25519, notes
from ratings.merkle_log.notes import BadNote, Checkpoint, Key
from tests import seeds

# RFC 8032, section 7.1: TEST 1, TEST 2, TEST 3.
VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]  # fmt: skip
EXAMPLE_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
EXAMPLE = (
    "This is an example message.\n"
    "\n"
    "— example.com/foo "
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)
ORDER = 2**252 + 27742317777372353535851937790883648493


@pytest.mark.parametrize(("key", "message", "signature"), VECTORS)
def test_signatures_of_the_rfc_hold(key: str, message: str, signature: str) -> None:
    assert ed25519.verifies(bytes.fromhex(key), bytes.fromhex(message), bytes.fromhex(signature))


@settings(max_examples=seeds.examples(30))
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=80), st.integers(0, 511))
def test_signature_holds_until_one_bit_of_it_is_turned(seed: bytes, message: bytes, bit: int) -> None:
    private = Ed25519PrivateKey.from_private_bytes(seed)
    public, signature = private.public_key().public_bytes_raw(), private.sign(message)
    turned = (int.from_bytes(signature, "big") ^ (1 << bit)).to_bytes(64, "big")

    assert ed25519.verifies(public, message, signature)
    assert not ed25519.verifies(public, message, turned)
    assert not ed25519.verifies(public, message + b"\0", signature)


def test_second_way_to_write_a_signature_is_refused() -> None:
    private = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
    signature = private.sign(b"list")
    higher = int.from_bytes(signature[32:], "little") + ORDER

    assert not ed25519.verifies(
        private.public_key().public_bytes_raw(), b"list", signature[:32] + higher.to_bytes(32, "little")
    )


@pytest.mark.parametrize(
    ("key", "signature"), [(b"", b""), (b"\xff" * 32, b"\0" * 64), (b"\1" + b"\0" * 31, b"\xff" * 64)]
)
def test_what_is_no_key_or_no_signature_does_not_hold(key: bytes, signature: bytes) -> None:
    assert not ed25519.verifies(key, b"", signature)


def test_example_of_the_specification_is_opened() -> None:
    key = notes.parse_key(EXAMPLE_KEY)

    assert str(key) == EXAMPLE_KEY
    assert notes.open_note(EXAMPLE, [key]) == ("This is an example message.\n", [key])


def test_signature_of_an_unknown_key_is_passed_over_and_one_that_does_not_hold_refuses_the_note() -> None:
    key = notes.parse_key(EXAMPLE_KEY)
    namesake = Key(key.name, b"\0" * 32)

    assert notes.open_note(EXAMPLE, [namesake])[1] == []
    with pytest.raises(BadNote, match="does not hold"):
        notes.open_note(EXAMPLE.replace("example message", "Example message"), [key])


def test_note_is_signed_by_several_keys() -> None:
    signers = [Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32) for number in (1, 2)]
    keys = [Key(f"name{n}", one.public_key().public_bytes_raw()) for n, one in enumerate(signers)]
    note = notes.sign(
        "log\n0\n" + "A" * 43 + "=\n", [(key, one.sign) for key, one in zip(keys, signers, strict=True)]
    )

    assert notes.open_note(note, keys)[1] == keys


@pytest.mark.parametrize(
    "note",
    [
        "", "text\n", "text\n\n", "text\n\n— name\n", "text\n\n— name !!!!\n", "text\n\nname AAAAAAAA\n",
        "text\n\n— name AAAAAAAA", "te\0xt\n\n— name AAAAAAAA\n", "x" * 70_000 + "\n\n— name AAAAAAAA\n",
    ],
    ids=range(9),
)  # fmt: skip
def test_what_is_no_note_is_refused(note: str) -> None:
    with pytest.raises(BadNote):
        notes.open_note(note, [])


@pytest.mark.parametrize("text", ["", "a+b", "a+530d903a+AAAA", EXAMPLE_KEY.replace("530d", "530e"), "ключ"])
def test_what_is_no_verifier_key_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        notes.parse_key(text)


def test_checkpoint_is_read_as_it_is_written() -> None:
    one = Checkpoint("example.org/log", 20_852_163, bytes(range(32)))

    assert notes.parse_checkpoint(one.text) == one
    assert notes.parse_checkpoint(one.text + "more\n") == one


@pytest.mark.parametrize(
    "text",
    [
        "", "log\n5\n", "log\n05\n{root}\n", "log\n-5\n{root}\n", "log\n5\nAAAA\n", "\n5\n{root}\n",
        "log\n٥\n{root}\n",
        "log\n5\n{root}", "log\n" + "9" * 5000 + "\n{root}\n", "log\n5\n{root}\n\nmore\n",
    ],
    ids=range(10),
)  # fmt: skip
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        notes.parse_checkpoint(text.replace("{root}", b64encode(bytes(32)).decode()))
