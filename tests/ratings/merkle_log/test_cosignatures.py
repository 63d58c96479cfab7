"""Cosignatures: a checkpoint as real witnesses cosigned it, the specification's examples, what is none."""

from base64 import b64decode, b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ratings.merkle_log import cosignatures, notes
from ratings.merkle_log.cosignatures import CosignerKey
from ratings.merkle_log.notes import BadNote

# A checkpoint of a public log of certificates, cosigned by public witnesses on 24 May 2026.
REAL = """\
arche2025h1.staging.ct.transparency.dev
1432088532
U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=

— arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=
— transparency.dev/DEV:witness-little-garden 2AQqhwAAAABqEiEgzgFIqqhbUoDwjMWE6UP8nd8/KYTzwZ2rhIgcqoXHAwVkjZr4AscylP3v7sEodkRAErumC2q44vdgJY096st5BQ==
— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==
"""  # noqa: E501 - as it is
LOG = "arche2025h1.staging.ct.transparency.dev+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f"
WITNESS = "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2"
# The example of c2sp.org/tlog-cosignature; the specification tells no key of it.
EXAMPLE = (
    "jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA=="
)
EXAMPLE_TEXT = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"
PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KEY = CosignerKey("witness.example.org/w1", PRIVATE.public_key().public_bytes_raw())
TEXT = "ratings.example.org/log\n3\nclItUjDbaPVXRw3DXx2IZYE6zXuwetFSd0FB2uzefTJ=\n"


def test_real_cosignature_of_a_public_witness_holds() -> None:
    key = cosignatures.parse_key(WITNESS)
    found = cosignatures.of_note(REAL, [key])

    assert str(key) == WITNESS
    assert [(one.key, one.at) for one in found] == [(key, 1779573024)]
    assert found[0].line == REAL.splitlines(keepends=True)[-1]
    assert notes.open_note(REAL, [notes.parse_key(LOG)])[1] == [notes.parse_key(LOG)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("1432088532", "1432088533"),
        ("arche2025h1.staging.ct.transparency.dev\n1", "arche2025h2.staging.ct.transparency.dev\n1"),
        ("2net5wAAAABqEiEg", "2net5wAAAABqEiEh"),  # the second
        ("DrAWfBw==", "DrAWfBg=="),
    ],
)
def test_real_cosignature_holds_no_more_where_anything_is_other(before: str, after: str) -> None:
    changed = REAL.replace(before, after)
    assert changed != REAL
    with pytest.raises(BadNote, match=r"cosignature of remora.n621.de does not hold"):
        cosignatures.of_note(changed, [cosignatures.parse_key(WITNESS)])


def test_message_and_framing_are_those_of_the_specification() -> None:
    data = b64decode(EXAMPLE)

    assert len(data) == 4 + 8 + 64
    assert int.from_bytes(data[4:12], "big") == 1679315147
    assert cosignatures.message(EXAMPLE_TEXT, 1679315147) == (
        b"cosignature/v1\ntime 1679315147\n" + EXAMPLE_TEXT.encode()
    )


def test_own_cosignature_is_one_line_that_holds() -> None:
    line = cosignatures.cosign(TEXT, KEY, PRIVATE.sign, 1700000000)
    note = TEXT + "\n" + line

    assert line.startswith("— witness.example.org/w1 ")
    assert line.count("\n") == 1
    assert [(one.at, one.line) for one in cosignatures.of_note(note, [KEY])] == [(1700000000, line)]
    assert cosignatures.of_note(note, []) == []
    # The key of a log with the same bytes is another key: neither passes for the other.
    log = notes.Key(KEY.name, KEY.public)
    assert notes.open_note(note, [log])[1] == []
    signed = notes.sign(TEXT, [(log, PRIVATE.sign)])
    assert cosignatures.of_note(signed, [KEY]) == []


def test_every_bit_of_a_cosignature_counts() -> None:
    data = b64decode(cosignatures.cosign(TEXT, KEY, PRIVATE.sign, 1700000000).split(" ")[-1])
    for bit in range(32, 8 * len(data), 7):
        turned = bytearray(data)
        turned[bit // 8] ^= 1 << bit % 8
        note = f"{TEXT}\n— {KEY.name} {b64encode(turned).decode()}\n"
        with pytest.raises(BadNote):
            cosignatures.of_note(note, [KEY])
    for cut in (5, 12, 75):
        short = f"{TEXT}\n— {KEY.name} {b64encode(data[:cut]).decode()}\n"
        with pytest.raises(BadNote):
            cosignatures.of_note(short, [KEY])


@pytest.mark.parametrize(
    "text",
    [
        "", "name", "name+00000000+AAAA", LOG, WITNESS.replace("da77ade7", "da77ade8"), WITNESS[:-4],
        "+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2",
    ],
)  # fmt: skip
def test_text_that_is_no_key_of_a_witness_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        cosignatures.parse_key(text)


def test_only_the_line_that_was_checked_is_taken_over() -> None:
    good = cosignatures.cosign(TEXT, KEY, PRIVATE.sign, 1700000000)
    bad = cosignatures.cosign(TEXT, KEY, lambda _message: bytes(64), 1700000001)

    assert cosignatures.lines_of(TEXT + "\n" + good + bad, [KEY]) == good
