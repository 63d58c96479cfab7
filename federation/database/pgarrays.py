# ruff: noqa: S608 - names are the caller's code and quoted, every value is bound
"""Columns as binary arrays of PostgreSQL: values of one statement, of which `unnest` makes rows.

A few thousand rows are merged so without a table beside the one they go to, whose making, index and
statistics cost more than the rows themselves. The binary form is that of `array_recv` of PostgreSQL
(src/backend/utils/adt/arrayfuncs.c), big-endian throughout.
"""

import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import psycopg
from django.db import connection
from django.db.backends.utils import CursorWrapper
from psycopg.adapt import Dumper

from federation.database import pgcopy

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
    if pgcopy.WRITE.get(oid) == pgcopy.BYTES:
        return not isinstance(value, np.ndarray) and set(map(type, value)) <= {bytes}
    return oid in _ARRAYS and isinstance(value, np.ndarray) and value.dtype.kind in "iufbM"


def of_column(values: Any, oid: int) -> _Array:
    """Return a column that fits as an array; NaN and what a mask hides become NULL."""
    form, size = pgcopy.WRITE[oid], len(values)
    if not size:
        return _CLASSES[oid](_EMPTY.pack(0, 0, oid))
    if form == pgcopy.BYTES:
        parts = [b""] * (2 * size)
        sizes = np.fromiter(map(len, values), ">i4", size).tobytes()
        parts[0::2] = [sizes[at : at + 4] for at in range(0, 4 * size, 4)]
        parts[1::2] = values
        elements = b"".join(parts)
        return _CLASSES[oid](_HEAD.pack(1, 0, oid, size, 1) + elements)
    elements, has_null = pgcopy.elements(np.ma.asarray(values), form)
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
