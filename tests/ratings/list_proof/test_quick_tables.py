"""Tables read at once with numpy: the values of the reader cell by cell, or none, whatever the bytes are."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.list_proof import computed, table_files
from ratings.list_proof.table_files import BadTable
from ratings.list_proof.tables import Column, Table

GAMES = Table(
    "games",
    "Games.",
    (
        Column("number", "integer", ""),
        Column("white", "integer", "", required=False),
        Column("rated", "boolean", ""),
        Column("day", "date", ""),
        Column("points", "number", "", required=False),
    ),
)
HEAD = b"number,white,rated,day,points\n"
rows = st.lists(
    st.tuples(
        st.integers(-(10**18) + 1, 10**18 - 1),
        st.none() | st.integers(-12, 12),
        st.booleans(),
        st.dates(),
        st.none() | st.floats(allow_nan=False, allow_infinity=False),
    ),
    min_size=1,
    max_size=6,
)


@pytest.fixture(autouse=True, scope="module")
def _small_is_large() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_files, "LEAST_BYTES", 0)
        patch.setattr(computed, "LEAST_ROWS", 1)
        yield


def cell_by_cell(data: bytes) -> table_files.Columns | None:
    try:
        return table_files._read_lines(GAMES, data)
    except BadTable:
        return None


def at_once(data: bytes) -> table_files.Columns | None:
    try:
        return table_files._read_at_once(GAMES, data)
    except BadTable:
        return None


@given(rows)
def test_table_as_it_is_written_is_read_at_once(made: list[tuple[object, ...]]) -> None:
    data = table_files.write(GAMES, made)

    found = at_once(data)

    assert found is not None
    assert list(zip(*found.values(), strict=True)) == made


@given(rows, st.data())
def test_damaged_table_is_read_as_cell_by_cell_or_not_at_all(
    made: list[tuple[object, ...]], drawn: st.DataObject
) -> None:
    data = bytearray(table_files.write(GAMES, made))
    for _ in range(drawn.draw(st.integers(1, 3))):
        place = drawn.draw(st.integers(len(HEAD), len(data) - 1))
        new = drawn.draw(st.sampled_from([b"", b"0", b"9", b"-", b",", b"\n", b" ", b"+", b"\xc3", b"\r"]))
        data[place : place + drawn.draw(st.integers(0, 1))] = new

    found = at_once(bytes(data))

    assert found is None or found == cell_by_cell(bytes(data))


@pytest.mark.parametrize("cell", ["-0", "00", "01", "+1", " 1", "1 ", "", "1_0", "1" * 19, "٣", "--1", "1e3"])
def test_whole_number_written_in_another_way_is_left_to_the_reader_of_cells(cell: str) -> None:
    row = f"{cell},1,1,2024-02-29,0.5\n".encode()

    assert at_once(HEAD + row) is None
    assert cell_by_cell(HEAD + row) is None or len(cell) == 19


@given(st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), min_size=1, max_size=6))
def test_order_of_rows_is_that_of_python(made: list[tuple[int, int]]) -> None:
    assert computed.rise(list(zip(*made, strict=True))) == (sorted(made) == made)


def test_columns_of_other_than_whole_numbers_are_left_to_python() -> None:
    assert computed.rise([[1, None], [1, 2]]) is None
    assert computed.rise([[1, 2**70]]) is None
    assert computed.rise([[True, False]]) is None


def test_place_of_each_code_or_nothing_where_one_is_not_there() -> None:
    among = np.array([7, 3, 5])

    found = computed.places_of(np.array([5, 7, 7]), among)

    assert found is not None
    assert found.tolist() == [3, 1, 1]
    assert computed.places_of(np.array([5, 8]), among) is None
