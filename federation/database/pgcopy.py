"""The binary form PostgreSQL's COPY reads and writes: columns to bytes and back. Pure, numpy only.

https://www.postgresql.org/docs/15/sql-copy.html, "Binary Format"; big-endian throughout.
"""

import struct
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

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
    """Pack masked columns into the rows of a binary COPY; a NULL is the size -1 with no bytes behind it."""
    rows, present = _rows(columns, forms, more=0)
    return rows.tobytes() if present.all() else rows[present].tobytes()


def elements(column: Any, form: str) -> tuple[bytes, bool]:
    """Pack a masked column into the elements of an array, and say whether a NULL is among them."""
    rows, present = _rows([column], [form], more=0)
    rows, present = rows[:, 2:], present[:, 2:]  # without the number of fields
    whole = bool(present.all())
    return (rows.tobytes() if whole else rows[present].tobytes()), not whole


def _rows(columns: list[Any], forms: list[str], *, more: int) -> tuple[Array, Array]:
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
    rows, present = _rows(columns, forms, more=len(pieces))
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
