"""One form for the files of a bundle: what is not that form is refused with a sentence, bounded."""

import io
import struct
import zipfile
import zlib
from random import Random

import pytest

from ratings.list_proof import archive
from ratings.list_proof.archive import BadArchive

FILES = [("datapackage.json", b"{}\n"), ("games.csv", b"event,round\n" + b"1,2\n" * 500)]


def test_same_files_are_the_same_bytes_and_come_back() -> None:
    made = archive.pack(FILES)

    assert made == archive.pack(FILES)
    assert list(archive.unpack(made).items()) == FILES
    with zipfile.ZipFile(io.BytesIO(made)) as zipped:  # any program reads it
        assert zipped.testzip() is None
        assert [(one.filename, zipped.read(one)) for one in zipped.infolist()] == FILES


def test_bit_turned_anywhere_leaves_no_other_contents() -> None:
    made, dice, refused = archive.pack(FILES), Random(3), 0
    for _ in range(1000):
        bit = dice.randrange(8 * len(made))
        turned = bytearray(made)
        turned[bit // 8] ^= 1 << bit % 8
        try:
            assert list(archive.unpack(bytes(turned)).items()) == FILES, bit
        except BadArchive:
            refused += 1
    assert refused > 900


@pytest.mark.parametrize("cut", [0, 1, 21, 22, 50, 200])
def test_bundle_cut_short_or_with_bytes_before_or_behind_is_refused(cut: int) -> None:
    made = archive.pack(FILES)

    for other in (made[:cut], made[: len(made) - cut - 1], made + b"x" * (cut + 1), b"x" * (cut + 1) + made):
        with pytest.raises(BadArchive):
            archive.unpack(other)


def _zipped(name: str, data: bytes, *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as zipped:
        zipped.writestr(name, data)
    return made.getvalue()


@pytest.mark.parametrize("name", ["../outside", "/etc/passwd", "a/b", "..\\x", "", "\x1b[2J", ".hidden", "é"])
def test_names_that_lead_elsewhere_are_refused(name: str) -> None:
    with pytest.raises(BadArchive):
        archive.unpack(archive.pack([(name, b"x")]))


def test_bomb_is_refused_before_it_is_inflated() -> None:
    bomb = _zipped("games.csv", bytes(300 << 20))
    assert len(bomb) < 1 << 20

    with pytest.raises(BadArchive, match="inflate to more"):
        archive.unpack(bomb)


def test_bomb_that_tells_a_small_length_is_inflated_to_that_length_only() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    stream = packer.compress(bytes(64 << 20)) + packer.flush()
    made = archive._joined([(b"games.csv", zlib.crc32(b""), stream, 1000)])

    with pytest.raises(BadArchive, match="not as long"):
        archive.unpack(made)


def test_zip_of_another_program_and_stored_files_are_refused() -> None:
    for other in (_zipped("games.csv", b"1\n" * 9), _zipped("games.csv", b"1", method=zipfile.ZIP_STORED)):
        with pytest.raises(BadArchive):
            archive.unpack(other)


def test_too_many_files_and_a_file_twice_are_refused() -> None:
    end = struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, 60000, 60000, 0, 0, 0)

    with pytest.raises(BadArchive, match="60000 files"):
        archive.unpack(end)
    with pytest.raises(BadArchive, match="twice"):
        archive.unpack(archive.pack([("a.csv", b"1"), ("a.csv", b"2")]))
    with pytest.raises(ValueError, match="too large"):
        archive.pack([(f"{number}.csv", b"") for number in range(17)])
