# ruff: noqa: S608 - names are those of our own models and quoted, every value is bound
"""Move the office into another database: SQLite to PostgreSQL, or back."""

import os
import subprocess
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import Any, TypeAlias

from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import CommandError, CommandParser
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder

from federation import signals
from federation.database import addresses
from federation.journal import hash_chain, journal
from federation.management.command_line import own_command
from federation.management.office_command import OfficeCommand
from federation.models import Account, JournalEntry, JournalHead, Player

Row: TypeAlias = tuple[Any, ...]
Fields: TypeAlias = Sequence["models.Field[Any, Any]"]
SOURCE, TARGET = DEFAULT_DB_ALIAS, "move_target"
_AT_ONCE = 2000
_PLAIN = frozenset({int, str, float, bool, type(None)})  # what both drivers take as fields give it
# Any work of an office has left one of these.
_SIGNS_OF_WORK: tuple[type[models.Model], ...] = (JournalEntry, Account, Player)


class MoveError(Exception):
    """Refusal to move; the message gives the reason, and nothing was moved."""


@dataclass(frozen=True, slots=True)
class Moved:
    """How much was moved, and where the chain of the journal ends in both databases."""

    tables: int
    rows: int
    end: hash_chain.Head


def connect(address: str) -> None:
    """Make the database at an address known as TARGET; MoveError where it does not answer."""
    try:
        described = addresses.described(address)
    except (ImproperlyConfigured, ValueError, KeyError) as problem:
        raise MoveError(f"this is no address of a database: {problem}") from None
    connections.settings = connections.configure_settings(
        {**connections.settings, TARGET: {**described, "CONN_MAX_AGE": None}}
    )
    try:
        connections[TARGET].ensure_connection()
    except DatabaseError as problem:
        raise MoveError(f"the new database does not answer: {problem}") from problem


def refuse_used() -> None:
    """Raise MoveError if the new database has foreign tables, or an office's work."""
    tables = connections[TARGET].introspection.table_names()
    if not tables:
        return
    if any(model._meta.db_table not in tables for model in _SIGNS_OF_WORK):
        raise MoveError("the new database has tables already; give an empty one")
    for model in _SIGNS_OF_WORK:
        if model._base_manager.using(TARGET).exists():
            raise MoveError(f"the new database is in use: {model._meta.db_table} has rows")


def refuse_unlike() -> None:
    """Raise MoveError where the two databases are not of one version."""
    ours, theirs = (
        set(MigrationRecorder(connections[alias]).applied_migrations()) for alias in (SOURCE, TARGET)
    )
    if ours != theirs:
        names = ", ".join(sorted(".".join(name) for name in ours ^ theirs))
        raise MoveError(f"migrate first: not in both databases are {names}")


def move(report: Callable[[str, int], None]) -> Moved:
    """Copy every row, compare all of them and walk the chain, then commit; `report` is given table and rows.

    Rows are read and written as Django's fields do it, so that a time keeps its microseconds and a double its
    bits: the JSON of `dumpdata` cuts times to milliseconds, which breaks the chain of the journal. Data
    outside models starts empty: counted attempts; indexes are built by the new database.

    Raises MoveError with nothing written where a row is refused or does not come back as it was.
    """
    journal.seal()
    moving = [model for model in apps.get_models(include_auto_created=True) if _has_table(model)]
    with transaction.atomic(using=SOURCE), transaction.atomic(using=TARGET):
        _read_one_moment(connections[SOURCE])
        _clear(moving)
        signals.moving_begins.send(sender=None, using=TARGET)
        counts = []
        for model in moving:
            counts.append(_copy_table(model))
            report(model._meta.db_table, counts[-1])
        _number_on(moving)
        for model in moving:
            _compare(model)
        if any(True for _ in journal.breaks(TARGET)):
            raise MoveError("the chain of the journal does not hold in the new database")
        end = journal.head(TARGET)
    with connections[TARGET].cursor() as cursor:
        cursor.execute("ANALYZE")
    return Moved(len(moving), sum(counts), end)


def _has_table(model: type[models.Model]) -> bool:
    return model._meta.managed and not model._meta.proxy


def _read_one_moment(connection: BaseDatabaseWrapper) -> None:
    """Let every table be read as of one moment; SQLite's transactions hold off writers."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")


def _clear(moving: Iterable[type[models.Model]]) -> None:
    """Delete what the migrations have put into the new database; the journal's head cannot be deleted."""
    quote = connections[TARGET].ops.quote_name
    with connections[TARGET].cursor() as cursor:
        for model in moving:
            if model is not JournalHead:
                cursor.execute(f"DELETE FROM {quote(model._meta.db_table)}")


def _rows(model: type[models.Model], alias: str) -> Generator[Row, None, None]:
    """Yield the rows of a table by primary key, values as its fields give them."""
    names = [field.attname for field in model._meta.local_concrete_fields]
    rows = model._base_manager.using(alias).order_by("pk").values_list(*names)
    yield from rows.iterator(chunk_size=_AT_ONCE)


def _copy_table(model: type[models.Model]) -> int:
    """Write a table's rows into the new database; return how many."""
    if model is JournalHead:
        end = journal.head(SOURCE)
        return JournalHead.objects.using(TARGET).update(place=end.place, digest=end.digest)
    target, fields = connections[TARGET], model._meta.local_concrete_fields
    names = [str(field.column) for field in fields]
    try:
        with target.wrap_database_errors, closing(_rows(model, SOURCE)) as rows:
            return _write(target, model._meta.db_table, names, _rows_to_store(target, fields, rows))
    except (DatabaseError, ValueError) as problem:
        raise MoveError(f"{model._meta.db_table}: {problem}") from problem


def _rows_to_store(target: BaseDatabaseWrapper, fields: Fields, rows: Iterable[Row]) -> Iterator[list[Any]]:
    """Yield rows with values as the driver of the new database takes them."""
    columns = [(field, isinstance(field, models.JSONField)) for field in fields]
    for row in rows:
        yield [
            value if type(value) in _PLAIN and not is_json else field.get_db_prep_save(value, target)
            for value, (field, is_json) in zip(row, columns, strict=True)
        ]


def _write(target: BaseDatabaseWrapper, table: str, names: Sequence[str], rows: Iterator[list[Any]]) -> int:
    """Insert rows: COPY on PostgreSQL, many at once on SQLite; return how many."""
    quote = target.ops.quote_name
    columns, count = ", ".join(map(quote, names)), 0
    with target.cursor() as cursor:
        if target.vendor == "postgresql":
            with cursor.copy(f"COPY {quote(table)} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
                    count += 1
            return count
        statement = f"INSERT INTO {quote(table)} ({columns}) VALUES ({', '.join(['%s'] * len(names))})"
        while part := list(islice(rows, _AT_ONCE)):
            cursor.executemany(statement, part)
            count += len(part)
    return count


def _compare(model: type[models.Model]) -> None:
    """Raise MoveError at the first row that is not the same in both databases."""
    with closing(_rows(model, SOURCE)) as ours, closing(_rows(model, TARGET)) as theirs:
        if isinstance(model._meta.pk, models.IntegerField | models.ForeignKey):
            pairs = zip_longest(ours, theirs)
        else:
            pairs = zip_longest(
                sorted(ours), sorted(theirs)
            )  # each database has an order of texts of its own
        for source_row, other in pairs:
            if source_row != other:
                key = (source_row or other)[0]
                raise MoveError(f"{model._meta.db_table}: the row {key} is not the same in the new database")


# --- numbers that were given are not given again


def _number_on(moving: Iterable[type[models.Model]]) -> None:
    """Let the new database number on behind every number given, of rows that are gone too."""
    for model in moving:
        if isinstance(model._meta.pk, models.AutoField | models.BigAutoField):
            table, column = model._meta.db_table, str(model._meta.pk.column)
            highest = model._base_manager.using(SOURCE).aggregate(highest=models.Max("pk"))["highest"] or 0
            if last := max(highest, _last_number(connections[SOURCE], table, column)):
                _set_last_number(connections[TARGET], table, column, last)


def _last_number(source: BaseDatabaseWrapper, table: str, column: str) -> int:
    """Return the last number a table gave; 0 for none."""
    with source.cursor() as cursor:
        if source.vendor == "postgresql":
            cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [table, column])
            cursor.execute(
                f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {cursor.fetchone()[0]}"
            )
        else:
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        row = cursor.fetchone()
    return int(row[0]) if row else 0


def _set_last_number(target: BaseDatabaseWrapper, table: str, column: str, last: int) -> None:
    with target.cursor() as cursor:
        if target.vendor == "postgresql":
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [table, column, last])
        else:
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])


class Command(OfficeCommand):
    """Make the tables of an empty database, copy every row and compare both; what is here stays as it is."""

    help = "Copy everything into an empty database and compare every row; stop the service first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "address", help="the new database, as in DATABASE_URL: postgres://user:password@host:5432/name"
        )

    def handle(self, *_: Any, **options: Any) -> None:
        begun = time.monotonic()
        try:
            connect(options["address"])
            refuse_used()
            _migrate(options["address"])
            refuse_unlike()
            moved = move(self._say if options["verbosity"] > 1 else lambda *_: None)
        except MoveError as problem:
            raise CommandError(f"Nothing was moved. {problem}") from problem
        seconds = time.monotonic() - begun
        self.stdout.write(
            f"{moved.rows} rows of {moved.tables} tables, each the same in both databases ({seconds:.0f} s)"
        )
        self.stdout.write(f"the journal is whole, its end {moved.end.place}:{moved.end.digest}")
        self.stdout.write("Set DATABASE_URL to the new address before you start the service.")

    def _say(self, table: str, rows: int) -> None:
        self.stdout.write(f"{table}: {rows}")


def _migrate(address: str) -> None:
    """Make the tables in a process of its own: migrations that write rows write them into its database."""
    done = subprocess.run(
        own_command("migrate", "--verbosity", "0"),
        env={**os.environ, "DATABASE_URL": address},
        check=False,
    )
    if done.returncode:
        raise CommandError("Nothing was moved: the tables could not be created; the reason is above.")
