# ruff: noqa: S608 - names are the caller's code and quoted, every value is bound
"""Columns as binary arrays of PostgreSQL: values of one statement, of which `unnest` makes rows.

A few thousand rows are merged so without a table beside the one they go to, whose making, index and
statistics cost more than the rows themselves. The binary form is that of `array_recv` of PostgreSQL
(src/backend/utils/adt/arrayfuncs.c), big-endian throughout.
"""

import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import psycopg
from django.db import connection
from django.db.backends.utils import CursorWrapper
from psycopg.adapt import Dumper

Array: TypeAlias = np.ndarray[Any, Any]
EPOCH = np.datetime64("2000-01-01", "D")  # day 0 of binary dates
HEADER = b"PGCOPY\n\xff\r\n\x00" + bytes(8)
TRAILER = b"\xff\xff"
BYTES = "bytes"  # instead of a binary form: a column of any width
# dtype kind -> cast, what stands for NULL, binary form
READ = {
    "i": ("bigint", "-1", ">i8"),
    "u": ("bigint", "-1", ">i8"),
    "f": ("double precision", "'NaN'", ">f8"),
    "b": ("boolean", "false", "i1"),
    "M": ("date", "'2000-01-01'", ">i4"),
    "S": ("bytea", "''", BYTES),
}
# PostgreSQL type number -> binary form of a column
WRITE = {20: ">i8", 23: ">i4", 21: ">i2", 701: ">f8", 700: ">f4", 16: "i1", 1082: ">i4", 17: BYTES}
TEXTS = (25, 1043)  # text, character varying: their bytes are those of the letters


# PostgreSQL type number of a column -> that of its arrays
_ARRAYS = {20: 1016, 23: 1007, 21: 1005, 701: 1022, 700: 1021, 16: 1000, 1082: 1182, 17: 1001}
_EMPTY = struct.Struct(">iii")  # dimensions, flags, type of the elements
_HEAD = struct.Struct(">iiiii")  # the same, length, lower bound


class _Array:
    """A column in binary, as a value of a statement; each type of arrays has a class of its own."""

    __slots__ = ("data",)

    def __init__(self, data: bytes) -> None:
        self.data = data


class _ArrayDumper(Dumper):
    """Hands a column over as it is."""

    format = psycopg.pq.Format.BINARY

    def dump(self, obj: _Array) -> bytes:
        """Return the bytes."""
        return obj.data

    def quote(self, obj: _Array) -> bytes:
        """Return a column's placeholder in the text of a statement that is shown, never sent."""
        return f"'{len(obj.data)} bytes'".encode()


_CLASSES: dict[int, type[_Array]] = {oid: type(f"_Array{oid}", (_Array,), {}) for oid in _ARRAYS}
_DUMPERS = {
    array_class: type(f"_Dumper{oid}", (_ArrayDumper,), {"oid": _ARRAYS[oid]})
    for oid, array_class in _CLASSES.items()
}


def fits(values: Sequence[Any], types: Sequence[int]) -> bool:
    """Return whether columns can go as arrays: numbers, booleans, days, and bytes of any length."""
    return all(_fits(value, oid) for value, oid in zip(values, types, strict=True))


def _fits(value: Any, oid: int) -> bool:
    if WRITE.get(oid) == BYTES:
        return not isinstance(value, np.ndarray) and set(map(type, value)) <= {bytes}
    return oid in _ARRAYS and isinstance(value, np.ndarray) and value.dtype.kind in "iufbM"


def of_column(values: Any, oid: int) -> _Array:
    """Return a column that fits as an array; NaN and what a mask hides become NULL."""
    form, size = WRITE[oid], len(values)
    if not size:
        return _CLASSES[oid](_EMPTY.pack(0, 0, oid))
    if form == BYTES:
        parts = [b""] * (2 * size)
        sizes = np.fromiter(map(len, values), ">i4", size).tobytes()
        parts[0::2] = [sizes[at : at + 4] for at in range(0, 4 * size, 4)]
        parts[1::2] = values
        elements = b"".join(parts)
        return _CLASSES[oid](_HEAD.pack(1, 0, oid, size, 1) + elements)
    elements, has_null = packed_elements(np.ma.asarray(values), form)
    return _CLASSES[oid](_HEAD.pack(1, int(has_null), oid, size, 1) + elements)


def merge(table: str, columns: Mapping[str, tuple[Any, int]], key: Sequence[str]) -> tuple[int, int]:
    """Update the rows of a table whose key exists, insert the rest; return how many of each.

    `columns`: values and type number by name. Inside a transaction: each row is looked up by its key in an
    index, which planner settings enforce until it is done. It would read the whole table for a few thousand
    rows; and of INSERT ... ON CONFLICT the row before was not cleared from its page, so that the table grew.
    """
    size = len(next(iter(columns.values()))[0])
    with connection.cursor() as cursor:
        cursor.execute(_LOOK_UP, ["off"] * 2)
        _bind_at_the_server(cursor)
        cursor.execute(_update(table, columns, key), _values(columns))
        fresh = np.ones(size, bool)
        fresh[[row - 1 for (row,) in cursor.fetchall()]] = False
        changed, created = int(size - fresh.sum()), 0
        if fresh.any():
            rest = {name: (_rows(values, fresh), oid) for name, (values, oid) in columns.items()}
            cursor.execute(_insert(table, columns, key), _values(rest))
            created = cursor.rowcount
        cursor.execute(_LOOK_UP, ["on"] * 2)
    return changed, created


_LOOK_UP = "SELECT set_config('enable_mergejoin', %s, true), set_config('enable_hashjoin', %s, true)"


def _update(table: str, columns: Iterable[str], key: Sequence[str]) -> str:
    """Write the statement that changes rows and returns the places, from 1 on, of those it changed."""
    quote = connection.ops.quote_name
    others = [quote(name) for name in columns if name not in key]
    moves = ", ".join(f"{name} = s.{name}" for name in others)
    moved = " OR ".join(f"t.{name} IS DISTINCT FROM s.{name}" for name in others)
    source = f"unnest({_marks(columns)}) WITH ORDINALITY AS s({', '.join(map(quote, columns))}, place)"
    return (
        f"UPDATE {quote(table)} AS t SET {moves} FROM {source}"
        f" WHERE {_same_row(key)} AND ({moved}) RETURNING s.place"
    )


def _insert(table: str, columns: Iterable[str], key: Sequence[str]) -> str:
    """Write the statement that inserts the rows whose key is not there."""
    names = ", ".join(map(connection.ops.quote_name, columns))
    target = connection.ops.quote_name(table)
    return (
        f"INSERT INTO {target} ({names}) SELECT {names} FROM unnest({_marks(columns)}) AS s({names})"
        f" WHERE NOT EXISTS (SELECT 1 FROM {target} AS t WHERE {_same_row(key)})"
    )


def _same_row(key: Sequence[str]) -> str:
    return " AND ".join(f"t.{name} = s.{name}" for name in map(connection.ops.quote_name, key))


def _marks(columns: Iterable[str]) -> str:
    return ", ".join("%s" for _ in columns)


def _values(columns: Mapping[str, tuple[Any, int]]) -> list[Any]:
    """Return columns as the values of a statement; the stubs know no type but their own."""
    return [of_column(values, oid) for values, oid in columns.values()]


def _rows(values: Any, mask: Any) -> Any:
    """Return the rows of a column a mask (n) names."""
    if isinstance(values, np.ndarray):
        return values[mask]
    return [values[row] for row in np.flatnonzero(mask).tolist()]


def _bind_at_the_server(cursor: CursorWrapper) -> None:
    """Let the statement take its values in binary: Django's own cursors write them into its text."""
    cursor.cursor.close()
    for array_class, dumper in _DUMPERS.items():
        connection.connection.adapters.register_dumper(array_class, dumper)
    cursor.cursor = psycopg.Cursor(connection.connection)


def kept(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return the dtype of a column: texts and bytes as objects, days as datetime64[D], or as asked."""
    if dtype.kind == "M":
        return np.dtype("datetime64[D]")
    return dtype if dtype.kind in READ and dtype.kind != "S" else np.dtype(object)


def array_at(data: bytes, at: int, dtype: np.dtype[Any]) -> tuple[Array, int]:
    """Take the array that begins at byte `at`, and the byte behind it."""
    (size,) = struct.unpack_from(">i", data, at)
    at += 4
    if size < 0:  # array_agg of no rows is NULL
        return np.empty(0, kept(dtype)), at
    (count,) = struct.unpack_from(">i", data, at + 12)  # dimensions, flags, type, length, lower bound
    if dtype.kind == "S" or dtype.kind not in READ:
        return _pieces(data, at + 20, count, texts=dtype.kind != "S"), at + size
    form = np.dtype([("size", ">i4"), ("value", READ[dtype.kind][2])])
    values = np.frombuffer(data, form, count, at + 20)["value"]
    if dtype.kind == "M":
        return EPOCH + values.astype("timedelta64[D]"), at + size
    return values.astype(dtype), at + size


def _pieces(data: bytes, at: int, count: int, *, texts: bool) -> Array:
    pieces = np.empty(count, object)
    for place in range(count):
        end = at + 4 + int.from_bytes(data[at : at + 4], "big")
        pieces[place] = data[at + 4 : end].decode() if texts else data[at + 4 : end]
        at = end
    return pieces


def packed(columns: list[Any], forms: list[str]) -> bytes:
    """Pack masked columns into the rows of a binary COPY; a NULL is the size -1 with no bytes behind it.

    https://www.postgresql.org/docs/15/sql-copy.html, "Binary Format".
    """
    rows, present = _row_bytes(columns, forms, more=0)
    return rows.tobytes() if present.all() else rows[present].tobytes()


def packed_elements(column: Any, form: str) -> tuple[bytes, bool]:
    """Pack a masked column into the elements of an array, and say whether a NULL is among them."""
    rows, present = _row_bytes([column], [form], more=0)
    rows, present = rows[:, 2:], present[:, 2:]  # without the number of fields
    whole = bool(present.all())
    return (rows.tobytes() if whole else rows[present].tobytes()), not whole


def _row_bytes(columns: list[Any], forms: list[str], *, more: int) -> tuple[Array, Array]:
    """Return the bytes of rows (n, width), and which of them are present; `more` columns follow elsewhere."""
    fields = [("fields", ">i2")]
    for place, form in enumerate(forms):
        fields += [(f"size{place}", ">i4"), (f"value{place}", form)]
    layout = np.dtype(fields)
    rows = np.zeros(len(columns[0]), layout)
    rows["fields"] = len(forms) + more
    raw = rows.view(np.uint8).reshape(len(rows), layout.itemsize)
    present = np.ones(raw.shape, bool)
    for place, (column, form) in enumerate(zip(columns, forms, strict=True)):
        plain, hidden = np.ma.getdata(column), np.ma.getmaskarray(column).copy()
        if plain.dtype.kind == "f":
            hidden |= np.isnan(plain)
        if plain.dtype.kind == "M":
            plain = (plain.astype("datetime64[D]") - EPOCH).astype(np.int64)
        rows[f"value{place}"] = np.where(hidden, 0, plain) if hidden.any() else plain
        width = np.dtype(form).itemsize
        rows[f"size{place}"] = np.where(hidden, -1, width)
        # this dtype is made of fields; the stubs allow one without
        start = layout.fields[f"value{place}"][1]  # type: ignore[index]
        present[hidden, start : start + width] = False
    return raw, present


def packed_with_pieces(columns: list[Any], forms: list[str], pieces: Sequence[Sequence[bytes]]) -> bytes:
    """Pack masked columns, at least one, and behind them columns of bytes of any length into rows."""
    rows, present = _row_bytes(columns, forms, more=len(pieces))
    ends = np.cumsum(present.sum(axis=1)).tolist()
    fronts, begun, parts = rows[present].tobytes(), 0, list[bytes]()
    for end, *row_pieces in zip(ends, *pieces, strict=True):
        parts.append(fronts[begun:end])
        for piece in row_pieces:
            parts += (len(piece).to_bytes(4, "big"), piece)
        begun = end
    return b"".join(parts)


def texts_literal(values: Sequence[str]) -> str | list[str]:
    """Return texts as an array is written; as they are where one holds NUL, which PostgreSQL refuses."""
    joined = "\0".join(values)
    if not values or joined.count("\0") != len(values) - 1:
        return list(values)
    escaped = joined.replace("\\", "\\\\").replace('"', '\\"').replace("\0", '","')
    return f'{{"{escaped}"}}'
