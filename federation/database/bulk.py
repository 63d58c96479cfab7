# ruff: noqa: S608 - names are the caller's code and quoted, every value is bound
"""Columns in and out of the database, by engine: COPY on PostgreSQL, cursors on SQLite.

Writes run on Django's connection and so inside its transaction, reads on the connection `reading` gives: the
same one, or, for a public page, a replica. SQL carries %s for values; where there are values, a percent sign
of its own is doubled, as for any Django cursor. Table and column names come from our own models, never from a
visitor.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from typing import Any, TypeAlias

import numpy as np
import psycopg
from django.conf import settings
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import Model

from federation.database import pgarrays, reading

Array: TypeAlias = np.ndarray[Any, Any]
Column: TypeAlias = Array | Sequence[Any]

AT_ONCE = 20_000  # rows merged by one statement at most
_ROWS = 50_000  # rows fetched or sent at a time
_ASKED = 3  # times a connection is asked a statement before it keeps the plan
_PLAIN = {str, bytes, int, bool, type(None)}  # what every driver takes as it is


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge did, in rows."""

    created: int
    changed: int
    unchanged: int


# --- reading


def read_columns(sql: str, params: Sequence[Any], dtypes: Sequence[np.dtype[Any]]) -> tuple[Array, ...]:
    """Read a query's columns as arrays (n,), one for each dtype, in the order of the query's rows.

    NULL becomes NaN in a float column, -1 in an integer one, False, 2000-01-01 and "" (dtype object: texts;
    dtype S: bytes).
    As many dtypes as columns (else ValueError, or PostgreSQL's own complaint).
    """
    wanted = [np.dtype(dtype) for dtype in dtypes]
    if reading.connection.vendor == "postgresql":
        return _read_postgresql(sql, params, wanted)
    with reading.connection.cursor() as cursor:
        cursor.execute(sql, list(params) or None)
        if len(cursor.description) != len(wanted):
            raise ValueError(f"{len(cursor.description)} columns for {len(wanted)} dtypes")
        parts: list[list[Array]] = [[np.empty(0, pgarrays.kept(dtype))] for dtype in wanted]
        while rows := cursor.fetchmany(_ROWS):
            for part, values, dtype in zip(parts, zip(*rows, strict=True), wanted, strict=True):
                part.append(_from_python(values, dtype))
    return tuple(np.concatenate(part) for part in parts)


def is_key(number: int) -> bool:
    """Return whether a number out of an address may be a row's; SQL written out takes no larger one."""
    return 0 <= number < 2**63


def rows(sql: str, params: Sequence[Any], *, binary: bool = False) -> list[tuple[Any, ...]]:
    """Read the rows of a statement that pages execute again and again, with the same text each time.

    To plan it takes PostgreSQL longer than to carry it out: a connection that was asked a few times keeps the
    plan (settings.PREPARED_STATEMENTS). `binary`: the values come as the server has them, figures in half the
    time; for numbers, texts, days and bytes, of which Django has no reading of its own.
    """
    with reading.connection.cursor() as cursor:
        if reading.connection.vendor == "postgresql" and settings.PREPARED_STATEMENTS:
            _keep_plans(cursor, binary=binary)
        cursor.execute(sql, params)
        records: list[tuple[Any, ...]] = cursor.fetchall()
    return records


def _keep_plans(cursor: CursorWrapper, *, binary: bool) -> None:
    """Let the server bind the values: what Django's own cursors send is a new text each time."""
    cursor.cursor.close()
    psycopg_connection = reading.connection.connection
    psycopg_connection.prepare_threshold = _ASKED
    cursor.cursor = psycopg.Cursor(psycopg_connection)
    cursor.cursor.format = psycopg.pq.Format(binary)


def listed(values: Sequence[str]) -> tuple[str, Any]:
    """Return the FROM clause of many texts, a table `v` with a column `value`, and its value.

    Joined with CROSS JOIN and WHERE: of a plain JOIN, SQLite may read the whole list once for every row.
    """
    if reading.connection.vendor == "postgresql":
        return "unnest(%s::text[]) AS v(value)", pgarrays.texts_literal(values)
    return "json_each(%s) AS v", json.dumps(list(values))


def listed_keys(values: Sequence[int]) -> tuple[str, Any]:
    """Return the same of many keys of rows: the planner knows how many there are, and looks each up."""
    if reading.connection.vendor == "postgresql":
        return "unnest(%s::bigint[]) AS v(value)", f"{{{','.join(map(str, values))}}}"
    return "json_each(%s) AS v", json.dumps(list(values))


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
        return np.array([pgarrays.EPOCH if value is None else value for value in values], "datetime64[D]")
    pieces = np.empty(len(values), object)
    nothing = b"" if kind == "S" else ""
    pieces[:] = [nothing if value is None else value for value in values]
    return pieces


def _read_postgresql(sql: str, params: Sequence[Any], dtypes: list[np.dtype[Any]]) -> tuple[Array, ...]:
    """Read columns as arrays made by the server: one message, not one a row, three times as fast."""
    names = [f"c{place}" for place in range(len(dtypes))]
    columns = ", ".join(
        f"array_agg(coalesce({name}::{cast}, {null}))"
        for name, (cast, null, _) in zip(
            names, (pgarrays.READ.get(d.kind, ("text", "''", "")) for d in dtypes), strict=True
        )
    )
    statement = f"COPY (SELECT {columns} FROM ({sql}) AS q({', '.join(names)})) TO STDOUT (FORMAT BINARY)"
    # Django wraps none of COPY's errors.
    with reading.connection.wrap_database_errors, reading.connection.cursor() as cursor:
        # The values are bound first: Django's wrapper that counts statements takes none with COPY.
        bound = reading.connection.ops.compose_sql(statement, list(params)) if params else statement  # type: ignore[attr-defined]  # PostgreSQL alone composes; the stubs know the base class
        with cursor.copy(bound) as copy:
            data = b"".join(bytes(block) for block in copy)
    arrays, at = [], len(pgarrays.HEADER) + 2
    for dtype in dtypes:
        array, at = pgarrays.array_at(data, at, dtype)
        arrays.append(array)
    return tuple(arrays)


# --- writing


def write_columns(table: str, columns: Mapping[str, Column]) -> int:
    """Insert rows given as columns of equal length; return how many.

    NaN, None and masked values of a masked array become NULL. Arrays of numbers, booleans and days are
    fastest.
    """
    names, values = list(columns), list(columns.values())
    count = len(values[0]) if values else 0
    if any(len(value) != count for value in values):
        raise ValueError("columns of different lengths")
    if not count:
        return 0
    if connection.vendor == "postgresql":
        order = sorted(names, key=lambda name: not _is_fixed(columns[name]))  # texts and bytes behind numbers
        _write_postgresql(table, {name: columns[name] for name in order})
        return count
    quoted = ", ".join(connection.ops.quote_name(name) for name in names)
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
    """Return a column as values a database driver takes; days and times in the form of each database."""
    if not isinstance(column, np.ndarray):
        kinds = set(map(type, column))
        return list(column) if kinds <= _PLAIN else [_adapt_value(value) for value in column]
    hidden = np.ma.getmaskarray(column).copy()
    plain = np.ma.getdata(column)
    if plain.dtype.kind == "f":
        hidden |= np.isnan(plain)
    listed = plain.astype("datetime64[D]").astype(str).tolist() if plain.dtype.kind == "M" else plain.tolist()
    if not hidden.any():
        return list(listed)
    return [None if hide else value for hide, value in zip(hidden.tolist(), listed, strict=True)]


def _adapt_value(value: Any) -> Any:
    if isinstance(value, float) and value != value:  # NaN
        return None
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, date):
        return connection.ops.adapt_datefield_value(value)
    return value


def _write_postgresql(table: str, columns: Mapping[str, Column]) -> None:
    values = list(columns.values())
    pack = _packing(values, _types(table, columns))
    quoted = ", ".join(map(connection.ops.quote_name, columns))
    form = "(FORMAT BINARY)" if pack else ""
    statement = f"COPY {connection.ops.quote_name(table)} ({quoted}) FROM STDIN {form}"
    with (
        connection.cursor() as cursor,
        connection.wrap_database_errors,
        cursor.copy(statement) as copy,
    ):  # Django wraps no errors of COPY
        if pack:
            copy.write(pgarrays.HEADER)
            for part in _slices(values, len(values[0])):
                copy.write(pack(part))
            copy.write(pgarrays.TRAILER)
        else:
            for part in _slices(values, len(values[0])):
                for row in zip(*map(_as_python, part), strict=True):
                    copy.write_row(row)


def _types(table: str, names: Iterable[str]) -> list[int]:
    """Return the type numbers of columns."""
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(map(quote, names))} FROM {quote(table)} LIMIT 0")
        return [column.type_code for column in cursor.description]


def _packing(values: list[Column], types: Sequence[int]) -> Callable[[list[Column]], bytes] | None:
    """Return what packs columns in binary: arrays of fixed width, texts and bytes behind; None: as texts."""
    fixed = sum(map(_is_fixed, values))
    forms = [pgarrays.WRITE.get(oid, "") for oid in types[:fixed]]
    if not fixed or not all(forms) or pgarrays.BYTES in forms:
        return None
    if fixed == len(values):
        return lambda part: pgarrays.packed([np.ma.asarray(column) for column in part], forms)
    if not all(map(_are_pieces, values[fixed:], types[fixed:])):
        return None
    return lambda part: pgarrays.packed_with_pieces(
        [np.ma.asarray(column) for column in part[:fixed]],
        forms,
        [_as_pieces(column) for column in part[fixed:]],
    )


def _are_pieces(column: Column, oid: int) -> bool:
    """Return whether a column without NULL holds texts or bytes, as its type in the table does."""
    kind = str if oid in pgarrays.TEXTS else bytes if pgarrays.WRITE.get(oid) == pgarrays.BYTES else None
    return kind is not None and set(map(type, column)) == {kind}


def _as_pieces(column: Column) -> list[bytes]:
    return [value.encode() if isinstance(value, str) else value for value in column]


def _is_fixed(column: Column) -> bool:
    return isinstance(column, np.ndarray) and column.dtype.kind in "iufbM"


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


def merge(table: str, columns: Mapping[str, Column], *, key: Sequence[str]) -> Merged:
    """Do the same with a few thousand rows whose key has an index: without a table beside.

    On PostgreSQL columns of numbers, days and bytes go as values of one statement; columns of other types are
    staged.
    """
    values = list(columns.values())
    if connection.vendor != "postgresql" or len(values[0]) > AT_ONCE:
        return stage_and_merge(table, columns, key=key)
    types = _types(table, columns)
    if not pgarrays.fits(values, types):
        return stage_and_merge(table, columns, key=key)
    with transaction.atomic():
        typed = dict(zip(columns, zip(values, types, strict=True), strict=True))
        changed, created = pgarrays.merge(table, typed, key)
    return Merged(created=created, changed=changed, unchanged=len(values[0]) - created - changed)


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


def refresh_statistics(*models: type[Model]) -> None:
    """Analyze tables that many rows were written to; autovacuum would do so minutes later.

    Until it has, it plans as for empty tables: names of a congress were searched for 16 to 108 s, not 0.2 s.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for model in models:
                cursor.execute(f"ANALYZE {connection.ops.quote_name(model._meta.db_table)}")
