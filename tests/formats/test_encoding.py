"""Bytes that are, and are not, a text."""

import gzip
import io
import zipfile

import pytest

from tests.formats.samples import TOU, opengotha
from tournaments.formats.shared.encoding import LIMIT, decode
from tournaments.formats.table import read
from tournaments.reports.findings import Unreadable

BOMB = gzip.compress(b"0" * 5_000_000)


def _archive() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("report.tou", TOU)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty-file"),
        (b" \r\n\t", "empty-file"),
        (b"\xef\xbb\xbf\n", "empty-file"),
        (b"\xff\xfe", "empty-file"),
        (BOMB, "compressed"),
        (_archive(), "compressed"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "binary-file"),
        (b"\xff\xfe\x00", "mis-encoded"),
        (b"plain words that are no table", "unknown-format"),
        (b"\x7fELF\x02\x01\x01" + b"\x00" * 9, "binary-file"),
    ],
)
def test_bytes_that_are_no_report_are_refused(data: bytes, code: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read(data)

    assert refusal.value.finding.code == code


def test_file_above_the_limit_is_refused_unread() -> None:
    with pytest.raises(Unreadable) as refusal:
        read(TOU.encode(), limit=100)

    assert (
        refusal.value.finding.message == f"The file has {len(TOU.encode())} bytes; at most 100 are accepted."
    )


def test_file_of_exactly_the_limit_is_read() -> None:
    data = TOU.encode()

    assert len(read(data, limit=len(data)).entrants) == 5
    assert len(data) < LIMIT


@pytest.mark.parametrize(
    ("codec", "name"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-16", "utf-16"),
        ("utf-32", "utf-32"),
        ("iso-8859-15", "iso-8859-15"),
    ],
)
def test_text_is_found_in_every_encoding(codec: str, name: str) -> None:
    report = read(TOU.encode(codec))

    assert (report.encoding, report.entrants[2].given_name) == (name, "Chloé")


def test_western_bytes_of_windows_are_cp1252() -> None:
    source = decode(";vill=L’Œuf\n".encode("cp1252"))

    assert (source.encoding, source.text, source.findings) == ("cp1252", ";vill=L’Œuf\n", ())


def test_declared_encoding_of_xml_is_used() -> None:
    data = (
        opengotha()
        .replace("UTF-8", "ISO-8859-2")
        .replace("Anne", "Ołga")
        .replace("İ", "I")
        .encode("iso-8859-2")
    )

    report = read(data)

    assert (report.encoding, report.entrants[0].given_name) == ("iso-8859-2", "Ołga")


def test_xml_that_lies_about_its_encoding_is_read_with_a_warning() -> None:
    report = read(opengotha().replace("İ", "I").encode("iso-8859-15"))

    assert (report.entrants[2].given_name, [f.code for f in report.findings]) == (
        "Chloé",
        ["encoding-guessed"],
    )


@pytest.mark.parametrize("name", ["base64", "unicode_escape", "utf-7", "zlib", "nonsense"])
def test_codec_that_would_unpack_or_evaluate_is_never_used(name: str) -> None:
    assert read(opengotha().replace("UTF-8", name).encode()).encoding == "utf-8"
