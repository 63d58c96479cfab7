"""The tables of an earlier version, as it made them: an SQLite file, or what pg_dump writes.

To make them again by migrations takes ten seconds of a processor, and shows less: what an office of that
version has was made by the migrations of its day.
"""

import lzma
import subprocess
from pathlib import Path

from django.conf import settings
from django.db import connection

from tests.faults import clusters

PRESET = 9 | lzma.PRESET_EXTREME


def file_of(office: Path, vendor: str) -> Path:
    """Return where the tables of an office lie, for a kind of database."""
    ending = ".sqlite3.xz" if vendor == "sqlite" else ".sql.xz"
    return office.with_name(office.name.replace("office-", "tables-").removesuffix(".json.xz") + ending)


def write(office: Path) -> None:
    """Write the tables of the database of this process."""
    connection.close()
    whole = _file() if connection.vendor == "sqlite" else _dump()
    file_of(office, connection.vendor).write_bytes(lzma.compress(whole, preset=PRESET))


def make(office: Path) -> None:
    """Make the tables in the empty database of this process."""
    whole = lzma.decompress(file_of(office, connection.vendor).read_bytes())
    if connection.vendor == "sqlite":
        connection.close()
        Path(settings.DATABASES["default"]["NAME"]).write_bytes(whole)
        return
    with connection.cursor() as cursor:
        cursor.execute(whole.decode())
    connection.close()  # the dump has left it without a search path


def _file() -> bytes:
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA journal_mode=DELETE")
    connection.close()
    return Path(settings.DATABASES["default"]["NAME"]).read_bytes()


def _dump() -> bytes:
    """Return statements alone, without the commands of psql that newer versions of pg_dump write as well."""
    folder, found = clusters.programs() or Path(), connection.settings_dict
    address = (
        f"postgresql://{found['USER']}:{found['PASSWORD']}@{found['HOST']}:{found['PORT']}/{found['NAME']}"
    )
    command = [str(folder / "pg_dump"), "--no-owner", "--no-privileges", "--inserts", f"--dbname={address}"]
    text = subprocess.run(command, capture_output=True, check=True, timeout=600).stdout
    return b"".join(line for line in text.splitlines(keepends=True) if not line.startswith(b"\\"))
