"""A value has one way to be written: the reader takes that one and names the cell of any other."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.list_proof import table_files
from ratings.list_proof.table_files import BadTable
from ratings.list_proof.tables import Column, Table

ONE = Table(
    "things",
    "Things.",
    (
        Column("number", "integer", ""),
        Column("level", "number", "", required=False),
        Column("day", "date", ""),
        Column("on", "boolean", ""),
        Column("text", "string", "", required=False),
    ),
    ("number",),
)
ROW = "1,0.1,2024-02-29,1,5k"
words = st.text(
    st.characters(exclude_categories=["C", "Z"], exclude_characters=',"'), min_size=1, max_size=20
)


@given(
    st.lists(
        st.tuples(
            st.integers(-(10**17), 10**17),
            st.none() | st.floats(allow_nan=False, allow_infinity=False),
            st.dates(),
            st.booleans(),
            st.none() | words,
        ),
        unique_by=lambda row: row[0],
        max_size=8,
    )
)
def test_what_is_written_is_read_back(rows: list[tuple[object, ...]]) -> None:
    data = table_files.write(ONE, rows)
    found = table_files.read(ONE, data)
    again = list(zip(*found.values(), strict=True))

    assert [row[:4] for row in again] == [row[:4] for row in rows]
    assert table_files.write(ONE, again) == data


def test_row_is_written_as_documented() -> None:
    row = (7, -1720.25, date(2024, 2, 29), True, "e\u0301")

    assert table_files.write(ONE, [row]) == "number,level,day,on,text\n7,-1720.25,2024-02-29,1,é\n".encode()


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("01,0.1,2024-02-29,1,5k", 'line 2, number: "01" is no integer'),
        ("+1,0.1,2024-02-29,1,5k", "number"),
        ("1_0,0.1,2024-02-29,1,5k", "number"),
        ("١,0.1,2024-02-29,1,5k", "number"),
        (f"{10**30},0.1,2024-02-29,1,5k", "number"),
        ("1," + "9" * 5000 + ",2024-02-29,1,5k", "level"),
        ("1,0.10,2024-02-29,1,5k", "level"),
        ("1,nan,2024-02-29,1,5k", "level"),
        ("1,1e999,2024-02-29,1,5k", "level"),
        ("1,0.1,2024-02-30,1,5k", "day"),
        ("1,0.1,20240229,1,5k", "day"),
        ("1,0.1,2024-02-29,2,5k", "on"),
        ("1,0.1,2024-02-29,,5k", "on"),
        ('1,0.1,2024-02-29,1,"5k"', "text"),
        ("1,0.1,2024-02-29,1,e\u0301", "text"),
        ("1,0.1,2024-02-29,1,a\x1b[2J", r'text: "a\?\[2J"'),
        ("1,0.1,2024-02-29,1", "4 cells and not 5"),
        ("1,0.1,2024-02-29,1,5k,", "6 cells and not 5"),
        (f"{ROW}\n{ROW}", "line 3: number 1 stands twice"),
        (f"{ROW}\r", "text"),
        (f"{ROW}\n", "1 cells"),
    ],
)
def test_any_other_way_is_refused_with_its_place(row: str, told: str) -> None:
    with pytest.raises(BadTable, match=told):
        table_files.read(ONE, f"number,level,day,on,text\n{row}\n".encode())


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"number\n", b"number,level,day,on,text", b"\xff\n", b"\xef\xbb\xbf"]
)
def test_file_without_its_head_or_end_is_refused(data: bytes) -> None:
    with pytest.raises(BadTable):
        table_files.read(ONE, data)
