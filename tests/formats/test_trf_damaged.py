"""FIDE tournament reports that are damaged: findings in their places, and never more than that."""

from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import seeds
from tests.formats.trf_samples import ABOUT, FILES, TRF16, TRF26, changed, player, rows
from tournaments.formats.table import FORMATS, read, write
from tournaments.formats.trf import layout
from tournaments.inspection.inspection import inspect
from tournaments.reports.findings import TEXTS, Finding, Place, Severity, Unreadable
from tournaments.reports.outcomes import Outcome


@pytest.mark.parametrize(
    ("old", "new", "code", "place"),
    [
        ("1990/11/30  1.5", "1990/11/30/ 1.5", "filled-column", Place(13, 80, entrant=1)),
        ("Alpha, Anne" + " " * 23, "A" * 34, "filled-column", Place(13, 48, entrant=1)),
        ("001    2", "001   x2", "unreadable-line", Place(14, 5)),
        ("001    2", "001    1", "duplicate-number", Place(14, 5, entrant=2)),
        ("   1 b 0", "   4 b 0", "unknown-opponent", Place(14, 92, 1, 2)),
        ("   1 b 0", "   2 b 0", "plays-himself", Place(14, 92, 1, 2)),
        ("   1 b 0", "   1 b 1", "result-mismatch", Place(13, 92, 1, 1)),
        ("   1 b 0", "   1 b =", "result-mismatch", Place(13, 92, 1, 1)),
        ("   1 b 0", "   1 w 0", "colour-mismatch", Place(13, 92, 1, 1)),
        ("   1 b 0", "   1 b H", "unknown-result", Place(14, 99, 1, 2)),
        ("   1 b 0", "   1 x 0", "unknown-result", Place(14, 92, 1, 2)),
        ("   1 b 0", "   1 b10", "unknown-result", Place(14, 92, 1, 2)),
        ("0000 - H", "0000 - 1", "unknown-result", Place(14, 109, 2, 2)),
        ("   7 b +", "   7 b 1", "default-mismatch", Place(16, 92, 1, 4)),
        (" wg Alpha", " xy Alpha", "odd-title", Place(13, 11, entrant=1)),
        ("w wg Alpha", "x wg Alpha", "odd-sex", Place(13, 10, entrant=1)),
        ("2301", "23x1", "odd-rating", Place(13, 49, entrant=1)),
        ("2301 NOR", "2301 N0R", "odd-federation", Place(13, 54, entrant=1)),
        ("1990/11/30", "1990/31/11", "odd-birth-date", Place(13, 70, entrant=1)),
        ("1990/11/30  1.5", "1990/11/30  x.5", "odd-score", Place(13, 81, entrant=1)),
        ("1990/11/30  1.5", "1990/11/30  2.0", "score-mismatch", Place(13, 81, entrant=1)),
        ("062 5", "062 6", "count-mismatch", Place(6, 5)),
        ("042 2025/09/13", "042 last week", "impossible-date", Place(4, 5)),
        ("032 NOR", "032 Norway", "odd-federation", Place(3, 5)),
        ("XXR 3", "XXR many", "odd-rounds", Place(12, 5)),
        ("XXR 3", "XXR 1", "round-beyond", Place(round=2)),
        ("XXR 3", "132".ljust(91) + "25/19/13", "odd-round-date", Place(12, 92, 1)),
        ("XXR 3", "455 what", "unknown-record", Place(12)),
        ("XXR 3", "142 3\n310   1 Example Club" + " " * 23 + "EXCLUB", "filled-column", Place(13, 47)),
        ("XXR 3", "142 3\n310   x Example Club", "unreadable-line", Place(13, 5)),
        ("XXR 3", "142 3\nNOR    9 m  A Nobody", "unknown-opponent", Place(13, 5)),
        ("XXR 3", "142 3\n240 Q   1    1", "unreadable-line", Place(13, 5)),
        ("XXR 3", "142 3\n240 H   1    9", "unknown-opponent", Place(13, 11)),
    ],
)
def test_what_cannot_be_right_is_found_in_its_place(old: str, new: str, code: str, place: Place) -> None:
    report = changed(old, new)

    assert [finding.place for finding in report.findings if finding.code == code] == [place]


@pytest.mark.parametrize(("mine", "theirs"), [("=", "0"), ("0", "=")])
def test_half_point_against_none_is_a_ruling_that_wants_a_look(mine: str, theirs: str) -> None:
    text = TRF16.replace("   2 w 1", f"   2 w {mine}", 1).replace("   1 b 0", f"   1 b {theirs}", 1)
    report = read(text.encode())

    ruled = [(one.severity, one.place) for one in report.findings if one.code == "ruled-half"]
    assert ruled == [(Severity.WARNING, Place(13, 92, 1, 1))]
    assert "error" not in {one.severity for one in inspect(report)}
    assert (report.pairings[0].white, report.pairings[0].outcome) == (1, Outcome.UNKNOWN)


def test_half_point_against_a_forfeit_is_no_ruling() -> None:
    report = changed("   7 b +", "   7 b =")

    assert "ruled-half" not in [one.code for one in report.findings]


def test_year_of_two_figures_with_two_readings_asks() -> None:
    report = changed("042 2025/09/13", "042 11.09.26")

    asked = [(one.code, one.place, dict(one.values)) for one in report.findings if "date" in one.code]
    values = {"text": "11.09.26", "date": "2011-09-26", "second": "2026-09-11"}
    assert asked == [("ambiguous-date", Place(4, 5), values)]
    assert report.start == date(2011, 9, 26)


@pytest.mark.parametrize("written", ["26.13.11", "11.05.32", "11.05.11", "2025/09/13", "13. 09. 2025"])
def test_date_with_one_reading_does_not_ask(written: str) -> None:
    report = changed("042 2025/09/13", f"042 {written}")

    assert "ambiguous-date" not in [one.code for one in report.findings]


def test_game_that_only_one_line_knows_is_an_error_of_both_and_no_game() -> None:
    report = changed("   1 b 0", "   3 b 0")

    assert [(f.code, f.place) for f in report.findings] == [
        ("opponent-mismatch", Place(13, 92, 1, 1)),
        ("opponent-mismatch", Place(14, 92, 1, 2)),
    ]
    assert [game.white for game in report.pairings if game.round == 1] == [5]


def test_damaged_field_is_empty_and_its_neighbours_are_not() -> None:
    first = changed("1990/11/30  1.5", "1990/11/30/ 1.5").entrants[0]

    assert (first.birth, first.score, first.rank, first.rating) == ("", "", "1", 2301.0)


FUZZ = settings(max_examples=seeds.examples(150), suppress_health_check=[HealthCheck.too_slow])
SNIPPETS = [
    "", " ", "\n", "\r", "\t", "\x00", "²", "é", "0000", "9999", "   1 w 1", "0000 - H", "001    1",
    "142 999", "XXR 99", "132", "240 H  99    1", "310   1", "013",
    "FRA    1", "222 9/9:9", "1.5", "2301", "2025/99/99",
]  # fmt: skip


def _used(data: bytes) -> tuple[Finding, ...]:
    """Read and use a report as the rest of the program does, or give the refusal."""
    try:
        report = read(data)
    except Unreadable as refusal:
        return (refusal.finding,)
    people = set(range(1, len(report.entrants) + 1))
    for pairing in report.pairings:
        assert pairing.white != pairing.black
        assert {pairing.white, pairing.black} <= people
        assert 1 <= pairing.round <= report.rounds
    assert {bye.entrant for bye in report.byes} <= people
    assert all(1 <= bye.round <= report.rounds for bye in report.byes)
    assert [entrant.number for entrant in report.entrants] == sorted(people)
    for key, entry in FORMATS.items():
        if entry.writer:
            write(report, key)
    return inspect(report)


@pytest.mark.parametrize("dialect", list(FILES))
@FUZZ
@given(
    edits=st.lists(
        st.tuples(st.integers(0, 4000), st.integers(0, 12), st.sampled_from(SNIPPETS)), min_size=1, max_size=4
    )
)
def test_damaged_report_is_a_report_or_unreadable(dialect: str, edits: list[tuple[int, int, str]]) -> None:
    text = FILES[dialect]
    for start, length, snippet in edits:
        at = start % len(text) if text else 0
        text = text[:at] + snippet + text[at + length :]

    findings = _used(text.encode())

    assert {finding.code for finding in findings} <= set(TEXTS)
    assert all(finding.message and str(finding.place) for finding in findings)


@pytest.mark.parametrize("dialect", list(FILES))
def test_report_cut_off_anywhere_is_a_report_or_unreadable(dialect: str) -> None:
    data = FILES[dialect].encode()
    for end in range(0, len(data), 11):
        assert {finding.code for finding in _used(data[:end])} <= set(TEXTS)


def test_report_of_many_rounds_stops_at_the_most() -> None:
    line = player(1, "A", *["0000 - Z"] * 120)
    report = read((ABOUT + rows(line)).encode())

    assert (report.rounds, len(report.byes)) == (99, 99)
    assert ("round-beyond", Place(12, 1082, 100, 1)) in [(f.code, f.place) for f in report.findings]


@pytest.mark.parametrize("line", ["FRA 1 23", "SEE 2 10 minutes break", "FRA    1", "FRA 1   "])
def test_line_whose_number_does_not_stand_in_its_columns_is_no_national_record(line: str) -> None:
    assert [found.code for found in layout.lines(line)] == (["national"] if line == "FRA    1" else [])
    read((TRF26 + line + "\n").encode())
