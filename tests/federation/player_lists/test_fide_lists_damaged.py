"""FIDE's player lists packed, damaged and hostile: rows, findings or a refusal. People are invented."""

import gzip

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from federation.player_lists.readers.fide_row import FideRow, Seen
from federation.player_lists.readers.row import TEXTS, ListFinding, NoList
from tests import seeds
from tests.federation.player_lists.fide_list_samples import (
    FOA,
    FOA_HEAD,
    HEAD_2011,
    LINE_2003,
    LINE_2011,
    SINGLE,
    SINGLE_HEAD,
    XML,
    codes,
    read,
    text,
    zipped,
)


def test_packed_list_is_unpacked() -> None:
    plain = read(text(SINGLE_HEAD, SINGLE), rate="blitz")[1]

    assert read(gzip.compress(text(SINGLE_HEAD, SINGLE)), rate="blitz")[1] == plain
    assert read(zipped(blitz_oct26frl_dot_txt=text(SINGLE_HEAD, SINGLE)))[1] == plain


@pytest.mark.parametrize(
    ("data", "limit", "code"),
    [
        (b"", 1000, "unknown-list"),
        (b"\n" * 50, 1000, "unknown-list"),
        (b"x" * 900, 1000, "unknown-list"),
        (b"ID number Name only\n", 1000, "unknown-list"),
        (b"\x1f\x8bnot really", 1000, "list-damaged"),
        (gzip.compress(text(FOA_HEAD, FOA))[:-9], 1000, "list-damaged"),
        (b"PK\x03\x04 not really", 1000, "list-damaged"),
        (zipped(a_dot_txt=b"1", b_dot_txt=b"2"), 1000, "list-archive"),
        (zipped(readme_dot_pdf=b"1"), 1000, "list-archive"),
        (gzip.compress(b"\n" * 10_000_000), 1000, "list-too-large"),
        (zipped(a_dot_txt=b" " * 10_000_000), 1000, "list-too-large"),
    ],
)
def test_what_is_no_list_is_refused_with_a_finding(data: bytes, limit: int, code: str) -> None:
    with pytest.raises(NoList) as refusal:
        read(data, limit=limit)

    assert refusal.value.finding.code == code


def test_bad_rows_give_findings_with_their_lines_and_the_others_are_read() -> None:
    other = FOA.replace("99000033", "99000044")
    rows = read(text(
        FOA_HEAD,
        FOA,
        FOA.replace("99000033", "9900O033"),
        FOA.replace("99000033", "00000000"),
        FOA.replace("Osei Lund, Marit", "                "),
        FOA.replace("2398", "23x8"),
        FOA.replace("2398  7 ", "23987776"),
        FOA,
        FOA[:70],
        "",
        "x" * 9000,
        other,
    ))[1]  # fmt: skip

    assert codes(rows) == [
        ("odd-number", 3), ("odd-number", 4), ("no-name", 5), ("odd-rating", 6), ("odd-rating", 7),
        ("number-again", 8), ("short-line", 9), ("odd-number", 11),
    ]  # fmt: skip
    assert [row.line for row in rows if isinstance(row, FideRow)] == [2, 12]
    assert all(row.message for row in rows if isinstance(row, ListFinding))


def test_line_without_end_is_cut_and_not_gathered() -> None:
    data = FOA_HEAD.encode() + b"\n" + b"9" * 5_000_000

    assert codes(read(data)[1]) == [("odd-number", line) for line in range(2, 7)]


def test_numbers_seen_are_told_apart_to_the_bit() -> None:
    seen = Seen()

    assert [seen.add(number) for number in (7, 8, 32_767, 32_768, 99_999_999_999, 7, 32_768)] == [
        True, True, True, True, True, False, False,
    ]  # fmt: skip


FUZZ = settings(max_examples=seeds.examples(150))


@FUZZ
@given(
    base=st.sampled_from(
        [
            zipped(a_dot_txt=text(FOA_HEAD, FOA)),
            text(FOA_HEAD, FOA),
            text(HEAD_2011, LINE_2011),
            text("", LINE_2003),
            XML.encode(),
        ]
    ),
    edits=st.lists(
        st.tuples(
            st.integers(0, 2000),
            st.integers(0, 12),
            st.sampled_from(
                [
                    b"",
                    b" ",
                    b"\n",
                    b"\x00",
                    b"\xff",
                    b"\xb2",
                    b"-",
                    b"99",
                    b"<",
                    b"&a;",
                    b"ID Number Name Fed",
                ]
            ),
        ),
        min_size=1,
        max_size=4,
    ),
)
def test_damaged_list_gives_rows_findings_or_a_refusal(
    base: bytes, edits: list[tuple[int, int, bytes]]
) -> None:
    data = base
    for start, length, snippet in edits:
        at = start % max(len(data), 1)
        data = data[:at] + snippet + data[at + length :]

    try:
        rows = read(data)[1]
    except NoList as refusal:
        rows = [refusal.finding]

    assert {row.code for row in rows if isinstance(row, ListFinding)} <= set(TEXTS)
