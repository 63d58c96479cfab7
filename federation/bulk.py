# ruff: noqa: S608 - names are the caller's code and quoted, every value is bound
"""Columns in and out of the database, on both it may be: COPY on PostgreSQL, cursors on SQLite.

Everything runs on Django's connection and so inside its transaction. SQL carries %s for values; where there
are values, a percent sign of its own is doubled, as for any Django cursor. Table and column names come from
our own models, never from a visitor.
"""

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from typing import Any, TypeAlias

import numpy as np
from django.db import connection, transaction

Array: TypeAlias = np.ndarray[Any, Any]
Column: TypeAlias = Array | Sequence[Any]

_ROWS = 50_000  # rows fetched or sent at a time
_EPOCH = np.datetime64("2000-01-01", "D")  # day 0 of PostgreSQL's binary dates
_HEADER = b"PGCOPY\n\xff\r\n\x00" + bytes(8)
_TRAILER = b"\xff\xff"
# dtype kind -> cast, what stands for NULL, binary form
_READ = {
    "i": ("bigint", "-1", ">i8"),
    "u": ("bigint", "-1", ">i8"),
    "f": ("double precision", "'NaN'", ">f8"),
    "b": ("boolean", "false", "i1"),
    "M": ("date", "'2000-01-01'", ">i4"),
}
# PostgreSQL type number -> binary form of a column of fixed width
_PLAIN = {str, int, bool, type(None)}  # what every driver takes as it is
_WRITE = {20: ">i8", 23: ">i4", 21: ">i2", 701: ">f8", 700: ">f4", 16: "i1", 1082: ">i4"}


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge did, in rows."""

    created: int
    changed: int
    unchanged: int


# --- reading


def read_columns(sql: str, params: Sequence[Any], dtypes: Sequence[np.dtype[Any]]) -> tuple[Array, ...]:
    """Read a query's columns as arrays (n,), one for each dtype, in the order of the query's rows.

    NULL becomes NaN in a float column, -1 in an integer one, False, 2000-01-01 and "" (dtype object: texts).
    As many dtypes as columns (else ValueError, or PostgreSQL's own complaint).
    """
    wanted = [np.dtype(dtype) for dtype in dtypes]
    if connection.vendor == "postgresql":
        return _read_postgresql(sql, params, wanted)
    with connection.cursor() as cursor:
        cursor.execute(sql, list(params) or None)
        if len(cursor.description) != len(wanted):
            raise ValueError(f"{len(cursor.description)} columns for {len(wanted)} dtypes")
        parts: list[list[Array]] = [[np.empty(0, _kept(dtype))] for dtype in wanted]
        while rows := cursor.fetchmany(_ROWS):
            for part, values, dtype in zip(parts, zip(*rows, strict=True), wanted, strict=True):
                part.append(_from_python(values, dtype))
    return tuple(np.concatenate(part) for part in parts)


def _kept(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Give the dtype a column is kept in: texts as objects, days as datetime64[D], the rest as asked."""
    if dtype.kind == "M":
        return np.dtype("datetime64[D]")
    return dtype if dtype.kind in _READ else np.dtype(object)


def _from_python(values: Sequence[Any], dtype: np.dtype[Any]) -> Array:
    kind = dtype.kind
    if kind == "f":
        return np.array(values, dtype)  # None is NaN by itself
    if kind in "iu":
        try:
            return np.array(values, dtype)
        except TypeError:
            return np.array([-1 if value is None else value for value in values], dtype)
    if kind == "b":
        return np.array([bool(value) for value in values], dtype)
    if kind == "M":
        return np.array([_EPOCH if value is None else value for value in values], "datetime64[D]")
    texts = np.empty(len(values), object)
    texts[:] = ["" if value is None else value for value in values]
    return texts


def _read_postgresql(sql: str, params: Sequence[Any], dtypes: list[np.dtype[Any]]) -> tuple[Array, ...]:
    """Read columns as arrays made by the server: one message, not one a row, three times as fast."""
    names = [f"c{place}" for place in range(len(dtypes))]
    columns = ", ".join(
        f"array_agg(coalesce({name}::{cast}, {null}))"
        for name, (cast, null, _) in zip(
            names, (_READ.get(d.kind, ("text", "''", "")) for d in dtypes), strict=True
        )
    )
    statement = f"COPY (SELECT {columns} FROM ({sql}) AS q({', '.join(names)})) TO STDOUT (FORMAT BINARY)"
    # The values are bound first: Django's wrapper that counts statements takes none with COPY.
    bound = connection.ops.compose_sql(statement, list(params)) if params else statement  # type: ignore[attr-defined]
    with connection.cursor() as cursor, cursor.copy(bound) as copy:
        data = b"".join(bytes(block) for block in copy)
    arrays, at = [], len(_HEADER) + 2
    for dtype in dtypes:
        array, at = _array_at(data, at, dtype)
        arrays.append(array)
    return tuple(arrays)


def _array_at(data: bytes, at: int, dtype: np.dtype[Any]) -> tuple[Array, int]:
    """Take the array that begins at byte `at`, and the byte behind it."""
    (size,) = struct.unpack_from(">i", data, at)
    at += 4
    if size < 0:  # array_agg of no rows is NULL
        return np.empty(0, _kept(dtype)), at
    (count,) = struct.unpack_from(">i", data, at + 12)  # dimensions, flags, type, length, lower bound
    if dtype.kind not in _READ:
        return _texts(data, at + 20, count), at + size
    form = np.dtype([("size", ">i4"), ("value", _READ[dtype.kind][2])])
    values = np.frombuffer(data, form, count, at + 20)["value"]
    if dtype.kind == "M":
        return _EPOCH + values.astype("timedelta64[D]"), at + size
    return values.astype(dtype), at + size


def _texts(data: bytes, at: int, count: int) -> Array:
    texts = np.empty(count, object)
    for place in range(count):
        end = at + 4 + int.from_bytes(data[at : at + 4], "big")
        texts[place] = data[at + 4 : end].decode()
        at = end
    return texts


# --- writing


def write_columns(table: str, columns: Mapping[str, Column]) -> int:
    """Insert rows given as columns of equal length; return how many.

    NaN, None and whatever a masked array masks become NULL. Arrays of numbers, booleans and days are fastest.
    """
    names, values = list(columns), list(columns.values())
    count = len(values[0]) if values else 0
    if any(len(value) != count for value in values):
        raise ValueError("columns of different lengths")
    if not count:
        return 0
    quoted = ", ".join(connection.ops.quote_name(name) for name in names)
    if connection.vendor == "postgresql":
        _write_postgresql(connection.ops.quote_name(table), quoted, values)
        return count
    marks = ", ".join(["%s"] * len(names))
    statement = f"INSERT INTO {connection.ops.quote_name(table)} ({quoted}) VALUES ({marks})"
    with connection.cursor() as cursor:
        for part in _slices(values, count):
            cursor.executemany(statement, list(zip(*map(_as_python, part), strict=True)))
    return count


def _slices(values: list[Column], count: int) -> Iterator[list[Column]]:
    for start in range(0, count, _ROWS):
        yield [value[start : start + _ROWS] for value in values]


def _as_python(column: Column) -> list[Any]:
    """Give a column as values a database driver takes; days and times as each database wants them."""
    if not isinstance(column, np.ndarray):
        kinds = set(map(type, column))
        return list(column) if kinds <= _PLAIN else [_adapted(value) for value in column]
    hidden = np.ma.getmaskarray(column).copy()
    plain = np.ma.getdata(column)
    if plain.dtype.kind == "f":
        hidden |= np.isnan(plain)
    listed = plain.astype("datetime64[D]").astype(str).tolist() if plain.dtype.kind == "M" else plain.tolist()
    if not hidden.any():
        return list(listed)
    return [None if hide else value for hide, value in zip(hidden.tolist(), listed, strict=True)]


def _adapted(value: Any) -> Any:
    if isinstance(value, float) and value != value:  # NaN
        return None
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, date):
        return connection.ops.adapt_datefield_value(value)
    return value


def _write_postgresql(table: str, quoted: str, values: list[Column]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {quoted} FROM {table} LIMIT 0")
        forms = [_WRITE.get(column.type_code) for column in cursor.description]
        fixed = [form for form in forms if form]
        binary = len(fixed) == len(values) and all(
            isinstance(value, np.ndarray) and value.dtype.kind in "iufbM" for value in values
        )
        form = "(FORMAT BINARY)" if binary else ""
        with cursor.copy(f"COPY {table} ({quoted}) FROM STDIN {form}") as copy:
            if binary:
                copy.write(_HEADER)
                for part in _slices(values, len(values[0])):
                    copy.write(_packed([np.ma.asarray(column) for column in part], fixed))
                copy.write(_TRAILER)
            else:
                for part in _slices(values, len(values[0])):
                    for row in zip(*map(_as_python, part), strict=True):
                        copy.write_row(row)


def _packed(columns: list[Any], forms: list[str]) -> bytes:
    """Pack columns into the rows of a binary COPY; a NULL is the size -1 with no bytes behind it."""
    fields = [("fields", ">i2")]
    for place, form in enumerate(forms):
        fields += [(f"size{place}", ">i4"), (f"value{place}", form)]
    layout = np.dtype(fields)
    rows = np.zeros(len(columns[0]), layout)
    rows["fields"] = len(forms)
    raw = rows.view(np.uint8).reshape(len(rows), layout.itemsize)
    kept = np.ones(raw.shape, bool)
    for place, (column, form) in enumerate(zip(columns, forms, strict=True)):
        plain, hidden = np.ma.getdata(column), np.ma.getmaskarray(column).copy()
        if plain.dtype.kind == "f":
            hidden |= np.isnan(plain)
        if plain.dtype.kind == "M":
            plain = (plain.astype("datetime64[D]") - _EPOCH).astype(np.int64)
        rows[f"value{place}"] = np.where(hidden, 0, plain)
        width = np.dtype(form).itemsize
        rows[f"size{place}"] = np.where(hidden, -1, width)
        start = layout.fields[f"value{place}"][1]  # type: ignore[index]
        kept[hidden, start : start + width] = False
    return rows.tobytes() if kept.all() else raw[kept].tobytes()


# --- merging


def stage_and_merge(table: str, columns: Mapping[str, Column], *, key: Sequence[str]) -> Merged:
    """Stage rows beside a table, change what differs in those whose key is there, insert the rest.

    The columns `key` identify a row (no NULL in them, no key twice); equal rows are not touched.
    """
    quote = connection.ops.quote_name
    target, stage = quote(table), quote("staged")
    names = [quote(name) for name in columns]
    others = [quote(name) for name in columns if name not in key]
    listed = ", ".join(names)
    same_row = " AND ".join(f"t.{quote(name)} = s.{quote(name)}" for name in key)
    differs = "IS DISTINCT FROM" if connection.vendor == "postgresql" else "IS NOT"
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS staged")
        cursor.execute(f"CREATE TEMP TABLE {stage} AS SELECT {listed} FROM {target} LIMIT 0")
        count = write_columns("staged", columns)
        cursor.execute(f"CREATE INDEX staged_key ON {stage} ({', '.join(map(quote, key))})")
        cursor.execute("ANALYZE staged")
        changed = 0
        if others:
            moves = ", ".join(f"{name} = s.{name}" for name in others)
            moved = " OR ".join(f"t.{name} {differs} s.{name}" for name in others)
            cursor.execute(
                f"UPDATE {target} AS t SET {moves} FROM {stage} AS s WHERE {same_row} AND ({moved})"
            )
            changed = cursor.rowcount
        cursor.execute(
            f"INSERT INTO {target} ({listed}) SELECT {listed} FROM {stage} AS s "
            f"WHERE NOT EXISTS (SELECT 1 FROM {target} AS t WHERE {same_row})"
        )
        created = cursor.rowcount
        cursor.execute(f"DROP TABLE {stage}")
    return Merged(created=created, changed=changed, unchanged=count - created - changed)


def reserve_ids(table: str, count: int) -> list[int]:
    """Take `count` unused primary keys of a table, so that rows and what points at them go in as columns.

    Inside a transaction only: SQLite holds its write lock from the beginning of one.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)", [table, count]
            )
            return [row[0] for row in islice(cursor.fetchall(), count)]
        cursor.execute("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = %s", [table])
        last = int(cursor.fetchone()[0])
    return list(range(last + 1, last + count + 1))
