"""Lines that say whose licence it is: how they are read, whatever program has written them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.player_lists.readers import licence_lines
from federation.player_lists.readers.licence_lines import LicenceLine
from federation.player_lists.readers.row import ListFinding


def said(text: str) -> list[tuple[object, ...]]:
    found: list[tuple[object, ...]] = []
    for one in licence_lines.read(text):
        if isinstance(one, ListFinding):
            found.append((one.line, one.code))
        else:
            found.append((one.line, one.any, dict(one.numbers), one.name, one.kind, one.club))
    return found


@pytest.mark.parametrize(
    ("line", "one"),
    [
        ("0712345", (1, "0712345", {}, "", "", "")),
        ("  12 ", (1, "12", {}, "", "", "")),
        ("#12", (1, "12", {}, "", "", "")),
        ("99a0077", (1, "99A0077", {}, "", "", "")),
        ("FFG 0712345", (1, "", {"ffg": "0712345"}, "", "", "")),
        ("PIN: 99000001", (1, "", {"egd": "99000001"}, "", "", "")),
        ("HOLM Anna", (1, "", {}, "HOLM Anna", "", "")),
        ("HOLM, Anna", (1, "", {}, "HOLM  Anna", "", "")),
        ("0712345\tC\t75Op", (1, "0712345", {}, "", "C", "75Op")),
        ("HOLM Anna;L", (1, "", {}, "HOLM Anna", "L", "")),
        ("0712345,L,75Op", (1, "0712345", {}, "", "L", "75Op")),
        ("HOLM Anna,C", (1, "", {}, "HOLM Anna", "C", "")),
        ('="0712345"', (1, "0712345", {}, "", "", "")),
        ("'0712345", (1, "0712345", {}, "", "", "")),
        ("712345,00", (1, "712345", {}, "", "", "")),
        ("=cmd|' /C calc'!A0", (1, "", {}, "=cmd|' /C calc'!A0", "", "")),
        (";L", (1, "licence-no-one")),
        ("x" * 501, (1, "licence-long-line")),
    ],
)
def test_line_without_heading_is_read(line: str, one: tuple[object, ...]) -> None:
    if one[-1] == "" and line in ("712345,00",):  # behind a number, a comma separates
        one = (1, "712345", {}, "", "00", "")
    assert said(line) == [one]


@pytest.mark.parametrize("delimiter", ["\t", ";", ","])
def test_table_names_its_columns_in_any_order(delimiter: str) -> None:
    rows = [["Club", "Type", "Licence FFG", "Nom"], ["75Op", "C", "712345", "HOLM Anna"], ["", "", "", ""]]
    text = "\r\n".join(delimiter.join(row) for row in rows)

    assert said(text)[:1] == [(2, "", {"ffg": "0712345"}, "HOLM Anna", "C", "75Op")]


def test_table_in_russian_with_surname_and_given_name_is_read() -> None:
    assert said("Фамилия;First name\nHOLM;Anna\n") == [(2, "", {}, "HOLM Anna", "", "")]


def test_lines_keep_their_numbers_behind_blank_ones() -> None:
    assert [one[0] for one in said("\n\n12\r\n\r\n13\r14")] == [3, 5, 6]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_file_of_any_program_is_decoded(encoding: str) -> None:
    assert licence_lines.decode("LEFÈVRE Zoé;L\r\n".encode(encoding)).startswith("LEFÈVRE Zoé;L")


def test_too_many_lines_are_one_finding() -> None:
    assert said("1\n" * 20_001) == [(None, "licence-too-many")]


@given(st.binary(max_size=300))
def test_any_bytes_are_lines_or_findings(data: bytes) -> None:
    for one in licence_lines.read(licence_lines.decode(data)):
        assert isinstance(one, LicenceLine | ListFinding)
        assert one.line is None or one.line >= 1


@given(st.text(max_size=200))
def test_any_text_is_lines_or_findings(text: str) -> None:
    for one in licence_lines.read(text):
        assert not isinstance(one, ListFinding) or licence_lines.TEXTS[one.code].format(**one.values)
