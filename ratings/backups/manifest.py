"""Manifest of a backup: its files with digests, the contents of its database; the size of each table."""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db import DatabaseError, connection

NAME = "manifest.json"
FORM = 1
Ask = Callable[[str], Sequence[Sequence[Any]]]  # a statement without values, and its rows
# Partitions count as the table they are of.
_POSTGRESQL = """SELECT coalesce(pg_partition_root(c.oid), c.oid)::regclass::text,
 sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE c.relkind = 'r' AND n.nspname = current_schema() GROUP BY 1"""
_SQLITE = """SELECT m.tbl_name, SUM(s.pgsize) FROM dbstat s JOIN sqlite_master m ON m.name = s.name
 WHERE s.aggregate = TRUE GROUP BY m.tbl_name"""


class BackupError(Exception):
    """A backup cannot be made, read or restored; the message is the reason."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a database holds: how many rows each table has, which migrations, and where its journal ends."""

    counts: dict[str, int]
    migrations: list[str]
    place: int
    digest: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of a backup."""

    version: str
    kind: str  # "sqlite" or "postgresql"
    made: str
    files: dict[str, str]  # name -> SHA-256
    contents: Contents
    form: int = FORM


def tables() -> list[str]:
    """Return the names of all our tables and of those of the libraries, in order."""
    models = apps.get_models(include_auto_created=True)
    return sorted({model._meta.db_table for model in models if model._meta.managed and not model._meta.proxy})


def read_contents(ask: Ask, names: Iterable[str]) -> Contents:
    """Read the contents of a database through any connection; `names` are its tables of interest."""
    migrations = sorted(f"{app}.{name}" for app, name in ask("SELECT app, name FROM django_migrations"))
    head = ask("SELECT place, digest FROM federation_journalhead")
    place, digest = head[0] if head else (0, "")
    counts = {name: ask(" ".join(("SELECT count(*) FROM", f'"{name}"')))[0][0] for name in names}
    return Contents(counts, migrations, place, digest)


def digest_of(file: Path) -> str:
    """Return the SHA-256 of a file."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def write(folder: Path, manifest: Manifest) -> None:
    """Write the manifest into a folder."""
    text = json.dumps(asdict(manifest), indent=1, sort_keys=True)
    (folder / NAME).write_text(text + "\n", encoding="utf-8")


def read(folder: Path) -> Manifest:
    """Read the manifest of a folder and compare every file with it; BackupError where one is not as noted."""
    try:
        document = json.loads((folder / NAME).read_text(encoding="utf-8"))
        manifest = Manifest(**{**document, "contents": Contents(**document["contents"])})
    except (OSError, ValueError, TypeError, KeyError) as problem:
        raise BackupError(f"{folder} has no manifest that can be read: {problem}") from None
    if manifest.form != FORM:
        raise BackupError(f"the backup is of form {manifest.form}; this version reads form {FORM}")
    for name, digest in manifest.files.items():
        file = folder / Path(name).name
        if not file.is_file():
            raise BackupError(f"{name} is missing")
        if digest_of(file) != digest:
            raise BackupError(f"{name} is damaged: its SHA-256 is not the one in the manifest")
    return manifest


def table_sizes() -> dict[str, int]:
    """Return the bytes of every table; nothing where this SQLite cannot say (it has no dbstat)."""
    statement = _POSTGRESQL if connection.vendor == "postgresql" else _SQLITE
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement)
            return {name: int(size) for name, size in cursor.fetchall()}
    except DatabaseError:
        if connection.vendor == "postgresql":
            raise
        return {}
