"""Parquet files of the snapshot, by DuckDB (requirements/snapshots.txt) if installed.

DuckDB runs within limits: half a gigabyte, one thread, files of one folder alone, no network, no extensions
that are not part of it, and its settings closed behind that.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from ratings.snapshots.schema import DATE, FLAG, JSON, MOMENT, NUMBER, TEXT, WHOLE, Column

ENDING = ".parquet"
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


def is_possible() -> bool:
    """Return whether DuckDB is installed."""
    return find_spec("duckdb") is not None


def convert(source: Path, target: Path, columns: Sequence[Column]) -> None:
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
    """Return the statements that keep DuckDB in bounds, the one that closes its settings last."""
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
