"""Rows as CSV packed by gzip, and as Parquet by DuckDB; the same rows give the same bytes."""

from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

from federation.vocabulary.spreadsheets import cell
from ratings.exports.streamed import compress_pieces, csv_lines
from ratings.snapshots.tables import DATE, FLAG, JSON, MOMENT, NUMBER, TEXT, WHOLE, Column, Row

CSV_ENDING = ".csv.gz"
_ROWS = 2000  # in one piece
PARQUET_ENDING = ".parquet"
MEMORY = "512MB"
# JSON stays a text, which every reader of Parquet knows.
_TYPES = {
    TEXT: "VARCHAR",
    JSON: "VARCHAR",
    WHOLE: "BIGINT",
    NUMBER: "DOUBLE",
    FLAG: "BOOLEAN",
    DATE: "DATE",
    MOMENT: "TIMESTAMP",
}
_ROW_GROUP = 100_000


def write_csv(path: Path, names: Sequence[str], rows: Iterable[Row]) -> int:
    """Write a heading and rows, UTF-8 without a mark; return how many rows. Raises OSError."""
    counted = _Counted(rows)
    with path.open("wb") as file:
        file.writelines(compress_pieces(_pieces(names, counted)))
    return counted.count


def _pieces(names: Sequence[str], rows: Iterable[Row]) -> Iterator[bytes]:
    yield csv_lines([names])
    turns = iter(rows)
    while piece := list(islice(turns, _ROWS)):
        yield csv_lines([map(cell, row) for row in piece])


class _Counted:
    """Rows that are counted as they are read."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows, self.count = rows, 0

    def __iter__(self) -> Iterator[Row]:
        for row in self._rows:
            self.count += 1
            yield row


def parquet_is_possible() -> bool:
    """Return whether DuckDB is installed (requirements/snapshots.txt)."""
    return find_spec("duckdb") is not None


def convert_to_parquet(source: Path, target: Path, columns: Sequence[Column]) -> None:
    """Write a CSV as Parquet beside it: the same bytes by the same version of DuckDB.

    Both files lie in one folder, whose name has no quotation mark. Raises duckdb.Error.
    """
    import duckdb

    with duckdb.connect(":memory:") as connection:
        for statement in _bounds(source.parent):
            connection.execute(statement)
        connection.execute(
            f"COPY (FROM {_reading(source, columns)}) TO {_text(target)}"
            f" (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {_ROW_GROUP})"
        )


def _bounds(folder: Path) -> list[str]:
    """Return the statements that keep DuckDB in bounds, the one that closes its settings last.

    Half a gigabyte, one thread, files of one folder alone, no network, no extensions that are not part of it.
    """
    return [
        f"SET memory_limit = '{MEMORY}'",
        "SET threads = 1",
        "SET preserve_insertion_order = true",
        f"SET temp_directory = {_text(folder / 'duckdb')}",
        "SET autoinstall_known_extensions = false",
        "SET autoload_known_extensions = false",
        "SET allow_community_extensions = false",
        f"SET allowed_directories = [{_text(folder)}]",
        "SET enable_external_access = false",
        "SET lock_configuration = true",
    ]


def _reading(source: Path, columns: Sequence[Column]) -> str:
    """Return the call that reads the CSV as these columns: nothing about it is guessed."""
    types = ", ".join(f"{_text(column.name)}: '{_TYPES[column.type]}'" for column in columns)
    texts = ", ".join(_text(column.name) for column in columns if column.type in (TEXT, JSON))
    never_null = f", force_not_null = [{texts}]" if texts else ""  # an empty list is refused
    return (
        f"read_csv({_text(source)}, auto_detect = false, header = true, compression = 'gzip', delim = ',',"
        " quote = '\"', escape = '\"', new_line = '\\r\\n', nullstr = '', max_line_size = 16777216,"
        f" columns = {{{types}}}, parallel = false{never_null})"
    )


def _text(value: object) -> str:
    """Return a text as SQL writes one."""
    return "'" + str(value).replace("'", "''") + "'"
