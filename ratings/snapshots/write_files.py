"""The files of the snapshot, written part by part from one moment of the database.

Where they go is the caller's: into a folder (`manage.py snapshot --to`), or behind the site.
"""

import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from ratings.snapshots import data_files
from ratings.snapshots.parts import Part, parts, table_of
from ratings.snapshots.rows import rows_of

Note = dict[str, Any]
Report = Callable[[float, str], None]
Keep = Callable[[str, Path], Note]  # a name and the file made: moved to its place, and noted
CSV, PARQUET = "csv", "parquet"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be made: only some parts, or all; what is noted already of parts that have not changed."""

    known: Mapping[str, Note]
    only: Collection[str] | None = None


def make(keep: Keep, wanted: Wanted, *, report: Report) -> dict[str, Note]:
    """Make what is wanted and return what is to be noted of every part, in the order of the tables.

    Files of parts whose facts have not changed are left as they are. Raises OSError.
    """
    with at_one_moment() as moment, _scratch() as folder:
        every, notes = parts(), dict[str, Note]()
        for place, part in enumerate(every):
            report(100 * place / len(every), part.name)
            known = wanted.known.get(part.name)
            if known is not None and _stays(part, known, wanted):
                is_left = wanted.only is not None
                notes[part.name] = known if is_left else {**known, "made": moment.isoformat()}
            else:
                notes[part.name] = _make_part(part, folder, keep) | {"made": moment.isoformat()}
        # PostgreSQL keeps no order of keys.
        return {name: {**note, "place": place} for place, (name, note) in enumerate(notes.items())}


def _stays(part: Part, known: Note, wanted: Wanted) -> bool:
    """Return whether the files noted of a part need not be made again."""
    if not known["formats"]:
        return False
    if wanted.only is not None:
        return part.name not in wanted.only
    has_all = PARQUET in known["formats"] or not data_files.parquet_is_possible()
    return bool(part.basis) and part.basis == known["basis"] and has_all


def _make_part(part: Part, folder: Path, keep: Keep) -> Note:
    columns = table_of(part).columns
    path = folder / f"{part.name}{data_files.CSV_ENDING}"
    count = data_files.write_csv(path, [column.name for column in columns], rows_of(part))
    files = [(CSV, path)]
    if data_files.parquet_is_possible():
        files.append((PARQUET, folder / f"{part.name}{data_files.PARQUET_ENDING}"))
        data_files.convert_to_parquet(path, files[-1][1], columns)
    formats = {form: keep(file.name, file) for form, file in files}
    for _form, file in files:
        file.unlink(missing_ok=True)
    about = {"table": part.table, "system": part.system, "year": part.year, "basis": part.basis}
    return {**about, "rows": count, "formats": formats}


@contextmanager
def at_one_moment() -> Iterator[datetime]:
    """Read everything from one state of the database; give its moment, hold no writer up.

    Inside a transaction of the caller its state is read.
    """
    is_inside = connection.in_atomic_block
    with transaction.atomic():
        if connection.vendor == "postgresql" and not is_inside:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                cursor.execute("SET LOCAL statement_timeout = 0")
        yield timezone.now()


@contextmanager
def _scratch() -> Iterator[Path]:
    """Make a folder in the data folder, which has the room, and take it away."""
    data = Path(settings.DATA_DIR)
    data.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=data, prefix="snapshot-") as folder:
        yield Path(folder)
