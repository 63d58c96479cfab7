"""Whatever the bytes are: a report or Unreadable, and nothing else."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import seeds
from tests.formats.samples import H9, TOU, opengotha
from tournaments.formats.spreadsheet import reader as spreadsheet
from tournaments.formats.table import FORMATS, read, write
from tournaments.inspection.inspection import inspect
from tournaments.reports.findings import MOST, TEXTS, Finding, Unreadable

FILES = {
    "opengotha": opengotha().encode(),
    "h9": H9.encode(),
    "tou": TOU.encode("iso-8859-15"),
    "spreadsheet": spreadsheet.template("en"),
}
TEXTS_TO_INSERT = (
    "",
    " ",
    "\x00",
    "\n",
    "\r",
    ";",
    '"',
    "|",
    "<",
    ">",
    "&",
    "{0}",
    "²",
    "0+",
    "1-",
    "9999+/w99",
)
MARKUP_TO_INSERT = ("<!DOCTYPE a>", "<!ENTITY b 'c'>", "; HA[h9]", ";size=", "2024-99-99", "\ufeff")
SNIPPETS = st.sampled_from(
    [b"\xff", b"\xe9", *(text.encode() for text in (*TEXTS_TO_INSERT, *MARKUP_TO_INSERT))]
)
FUZZ = settings(max_examples=seeds.examples(150), suppress_health_check=[HealthCheck.too_slow])


def _findings(data: bytes) -> tuple[Finding, ...]:
    """Read and use a report as the rest of the program does, or give the refusal."""
    try:
        report = read(data)
    except Unreadable as refusal:
        return (refusal.finding,)
    for pairing in report.pairings:
        assert pairing.white != pairing.black
        assert {pairing.white, pairing.black} <= set(range(1, len(report.entrants) + 1))
        assert 1 <= pairing.round <= report.rounds
    assert [entrant.number for entrant in report.entrants] == list(range(1, len(report.entrants) + 1))
    for key, entry in FORMATS.items():
        if entry.writer:
            write(report, key)
    return inspect(report)


def _assert_said(findings: tuple[Finding, ...]) -> None:
    assert {finding.code for finding in findings} <= set(TEXTS)
    assert all(finding.message and str(finding.place) for finding in findings)


@FUZZ
@given(st.binary(max_size=400))
def test_any_bytes_are_a_report_or_unreadable(data: bytes) -> None:
    _assert_said(_findings(data))


@FUZZ
@given(st.text(max_size=300))
def test_any_text_is_a_report_or_unreadable(text: str) -> None:
    _assert_said(_findings(text.encode("utf-8", "replace")))


@pytest.mark.parametrize("name", list(FILES))
@FUZZ
@given(edits=st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 12), SNIPPETS), min_size=1, max_size=4))
def test_damaged_file_is_a_report_or_unreadable(name: str, edits: list[tuple[int, int, bytes]]) -> None:
    data = FILES[name]
    for start, length, snippet in edits:
        at = start % len(data) if data else 0
        data = data[:at] + snippet + data[at + length :]

    _assert_said(_findings(data))


@pytest.mark.parametrize("name", list(FILES))
def test_file_cut_off_anywhere_is_a_report_or_unreadable(name: str) -> None:
    for end in range(0, len(FILES[name]), 7):
        _assert_said(_findings(FILES[name][:end]))


@pytest.mark.parametrize("name", list(FILES))
def test_untouched_file_reads_as_its_own_format(name: str) -> None:
    assert read(FILES[name], filename="misleading.bin").format == name


def test_deeply_nested_xml_is_read_without_recursion() -> None:
    data = b"<Tournament>" + b"<a>" * 100_000 + b"</a>" * 100_000 + b"</Tournament>"

    assert [f.code for f in read(data).findings] == ["bad-number", "no-entrants"]


@pytest.mark.parametrize("filling", ["A ", "   ", "| ", "1+", "9 "])
def test_line_of_a_million_signs_is_refused_at_once(filling: str) -> None:
    data = (";size=19\n   1 A" + filling * 500_000 + "B 1D\n").encode()

    assert [f.code for f in _findings(data)] == ["unknown-format"]


def test_file_of_errors_only_is_summed_up() -> None:
    row = "ALPHA;Anne;1d;1+w0\n"
    findings = _findings(("Surname;Given name;Grade;R1\n" + row * 5_000).encode())

    assert (len(findings), findings[-1].code) == (MOST + 1, "more-findings")
