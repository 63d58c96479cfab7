"""A bundle's table as a file, written and read, large ones with numpy: plain CSV that needs no quotes.

A cell holds no comma, quote or line break; a missing value is empty. Whole numbers have no sign but a
minus and no leading zeros, other numbers are the shortest decimals that are read back to the same double
(Python's `repr`), days are ISO 8601, flags 1 or 0, texts NFC. One way to write a value, so that the same
facts are the same bytes.
"""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from itertools import repeat
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ratings.list_proof.tables import DAY, FLAG, INTEGER, NUMBER, TEXT, Column, Table

LEAST_BYTES = 1 << 18  # below, cell by cell is as fast
_MOST_DIGITS = 18
_COMMA, _LINE_END, _MINUS, _ZERO = b",\n-0"
_Places = NDArray[np.int64]

LONGEST_TEXT = 400  # characters of a cell
_LARGEST = 10**18
Rows = Iterable[Sequence[Any]]
Columns = dict[str, list[Any]]


class Cells:
    """The cells of a table's rows, as places in its bytes."""

    def __init__(self, body: NDArray[np.uint8], ends: _Places, width: int) -> None:
        self._body = body
        self._starts = np.concatenate((np.zeros(1, np.int64), ends[:-1] + 1)).reshape(-1, width)
        self._ends = ends.reshape(-1, width)

    @property
    def rows(self) -> int:
        """Return how many rows there are."""
        return len(self._ends)

    def texts(self, column: int) -> list[str]:
        """Return the cells of a column as they stand."""
        text = self._body.tobytes().decode("ascii")
        bounds = zip(self._starts[:, column].tolist(), self._ends[:, column].tolist(), strict=True)
        return [text[start:end] for start, end in bounds]

    def is_empty(self, column: int) -> bool:
        """Return whether no cell of a column has anything."""
        return bool((self._starts[:, column] == self._ends[:, column]).all())

    def flags(self, column: int) -> list[bool] | None:
        """Return a column of 1 and 0; None where a cell is another."""
        starts = self._starts[:, column]
        digits = self._body[starts] - np.uint8(_ZERO)  # below 0 it is above 1
        alone = bool((self._ends[:, column] - starts == 1).all()) and bool((digits <= 1).all())
        values: list[bool] = (digits == 1).tolist()
        return values if alone else None

    def integers(self, column: int, *, required: bool) -> list[Any] | None:
        """Return a column of whole numbers as they are written in one way, None for an empty cell.

        None where a cell is not so written, has more than 18 digits, or is empty though `required`.
        """
        starts, ends = self._starts[:, column], self._ends[:, column]
        filled = ends > starts
        if required and not filled.all():
            return None
        starts, ends = starts[filled], ends[filled]
        first = self._body[starts]
        negative = first == _MINUS
        starts = starts + negative
        values = self._digits(starts, ends - starts)
        if values is None or (values[negative] == 0).any():
            return None
        numbers = np.where(negative, -values, values)
        if filled.all():
            return list(numbers.tolist())
        rest = iter(numbers.tolist())
        return [next(rest) if is_filled else None for is_filled in filled.tolist()]

    def _digits(self, starts: _Places, counts: _Places) -> _Places | None:
        """Return numbers of so many digits; None for another character, a leading zero, none or too many."""
        if not counts.size:
            return np.zeros(0, np.int64)
        if int(counts.min()) < 1 or int(counts.max()) > _MOST_DIGITS:
            return None
        if ((self._body[starts] == _ZERO) & (counts > 1)).any():
            return None
        values = np.zeros(starts.size, np.int64)
        for place in range(int(counts.max())):
            within = counts > place
            digits = self._body[np.where(within, starts + place, starts)] - np.uint8(_ZERO)
            if (digits > 9).any():  # decimal digits
                return None
            values = np.where(within, values * 10 + digits, values)
        return values


def quick_cells(data: bytes, *, heading: str, width: int) -> Cells | None:
    """Return the cells of a table's bytes; None of a small one, without numpy, or where rows are not even.

    They give the same values as cell by cell. What this does not take, `read` reads cell by cell and names:
    so nothing is accepted here alone.
    """
    head = f"{heading}\n".encode()
    plain = data.startswith(head) and data.endswith(b"\n") and data.isascii()
    if not hasattr(np, "__version__") or len(data) < LEAST_BYTES or len(data) == len(head) or not plain:
        return None
    body = np.frombuffer(data, np.uint8, offset=len(head))
    ends = np.flatnonzero((body == _COMMA) | (body == _LINE_END))
    if ends.size % width:
        return None
    marks = body[ends].reshape(-1, width)
    if (marks[:, -1] != _LINE_END).any() or (marks[:, :-1] != _COMMA).any():
        return None
    return Cells(body, ends, width)


class BadTable(ValueError):
    """A table that contradicts its description; the text names the place and the fault."""


def _written(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float):
        return repr(value)
    return value.isoformat() if isinstance(value, date) else unicodedata.normalize("NFC", str(value))


def write(table: Table, rows: Rows) -> bytes:
    """Return a table as the bytes of its file."""
    lines = [",".join(table.names)]
    lines += [",".join(map(_written, row)) for row in rows]
    return ("\n".join(lines) + "\n").encode()


def read(table: Table, data: bytes) -> Columns:
    """Return the columns of a table's file, by name; cells that are empty are None. Raises BadTable."""
    columns = _read_at_once(table, data) or _read_lines(table, data)
    if table.key:
        _check_key(table, columns)
    return columns


def _read_at_once(table: Table, data: bytes) -> Columns | None:
    """Return the columns of a large table; None where it is small, or a cell has to be looked at."""
    cells = quick_cells(data, heading=",".join(table.names), width=len(table.columns))
    if cells is None:
        return None
    columns: Columns = {}
    for place, column in enumerate(table.columns):
        values: list[Any] | None
        if column.type == INTEGER:
            values = cells.integers(place, required=column.required)
        elif column.type == FLAG and column.required:
            values = cells.flags(place)
        elif not column.required and cells.is_empty(place):
            values = [None] * cells.rows
        else:
            values = _read_column(table, column, cells.texts(place))
        if values is None:
            return None
        columns[column.name] = values
    return columns


def _read_lines(table: Table, data: bytes) -> Columns:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise BadTable(f"{table.file} is not UTF-8.") from None
    lines = text.split("\n")
    if lines.pop() != "" or not lines or lines[0] != ",".join(table.names):
        raise BadTable(
            f"{table.file} does not have the columns {', '.join(table.names)}, or has no last line."
        )
    width, count = len(table.columns), len(lines) - 1
    commas = list(map(str.count, lines, repeat(",")))
    if commas.count(width - 1) != len(lines):
        place = next(at for at, number in enumerate(commas) if number != width - 1)
        raise BadTable(f"{table.file}, line {place + 1}: {commas[place] + 1} cells and not {width}.")
    # All cells at once, a column every so many: a list a line would take far longer.
    flat = ",".join(lines[1:]).split(",") if count else []
    cells = [flat[place::width] for place in range(width)]
    return {
        column.name: _read_column(table, column, list(of))
        for column, of in zip(table.columns, cells, strict=True)
    }


def _check_key(table: Table, all_columns: Columns) -> None:
    columns = [all_columns[name] for name in table.key]
    keys = columns[0] if len(columns) == 1 else list(zip(*columns, strict=True))
    if len(set(keys)) == len(keys):
        return
    seen: set[Any] = set()
    for place, key in enumerate(keys, start=2):
        if key in seen:
            raise BadTable(f"{table.file}, line {place}: {', '.join(table.key)} {key} stands twice.")
        seen.add(key)


def _read_column(table: Table, column: Column, cells: list[str]) -> list[Any]:
    filled = cells if column.required else [cell for cell in cells if cell]
    try:
        values = _READERS[column.type](filled)
    except (ValueError, OverflowError):
        values = _one_by_one(table, column, cells)
    if column.required:
        return values
    rest = iter(values)
    return [next(rest) if cell else None for cell in cells]


def _one_by_one(table: Table, column: Column, cells: list[str]) -> list[Any]:
    """Find the cell that cannot be read, and raise BadTable for it."""
    for place, cell in enumerate(cells, start=2):
        if cell or column.required:
            try:
                _READERS[column.type]([cell])
            except (ValueError, OverflowError):
                shown = "".join(character if character.isprintable() else "?" for character in cell[:40])
                raise BadTable(
                    f'{table.file}, line {place}, {column.name}: "{shown}" is no {column.type}.'
                ) from None
    raise BadTable(f"{table.file}: {column.name} cannot be read.")


def _integers(cells: list[str]) -> list[Any]:
    values = list(map(int, cells))
    if list(map(str, values)) != cells or (values and not -_LARGEST < min(values) <= max(values) < _LARGEST):
        raise ValueError
    return values


def _numbers(cells: list[str]) -> list[Any]:
    values = list(map(float, cells))
    if list(map(repr, values)) != cells or not all(map(isfinite, values)):
        raise ValueError
    return values


def _days(cells: list[str]) -> list[Any]:
    values = list(map(date.fromisoformat, cells))
    if [value.isoformat() for value in values] != cells:
        raise ValueError
    return values


def _flags(cells: list[str]) -> list[Any]:
    return [{"0": False, "1": True}[cell] if cell in ("0", "1") else _refuse() for cell in cells]


def _refuse() -> bool:
    raise ValueError


def _texts(cells: list[str]) -> list[Any]:
    for cell in set(cells):
        if len(cell) > LONGEST_TEXT or not cell or not cell.isprintable() or '"' in cell:
            raise ValueError
        if not unicodedata.is_normalized("NFC", cell):
            raise ValueError
    return list(cells)


_READERS: Mapping[str, Callable[[list[str]], list[Any]]] = {
    INTEGER: _integers,
    NUMBER: _numbers,
    TEXT: _texts,
    DAY: _days,
    FLAG: _flags,
}
