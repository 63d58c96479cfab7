"""Grant the role of the site what it needs in PostgreSQL, and no more."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import connection, transaction
from psycopg import sql

from federation.management.office_command import OfficeCommand

ROWS = sql.SQL("SELECT, INSERT, UPDATE, DELETE")
# Where less than that will do.
LESS = {
    "federation_journalentry": sql.SQL("SELECT, INSERT, UPDATE (place, previous, digest)"),
    "federation_journalhead": sql.SQL("SELECT, UPDATE (place, digest)"),
    "django_migrations": sql.SQL("SELECT"),
}


class RoleError(Exception):
    """Why a role cannot be given less than the owner, as a sentence."""


def grant(role: str) -> int:
    """Grant a role what the site needs in this database and revoke the rest; return the number of tables.

    The owner of the tables migrates. The site reads and writes rows; it adds lines of the journal and seals
    them, and changes no other column of them; tables, triggers and the record of migrations it cannot change.

    May be done again. Raises RoleError where the role is none, or one no grant can hold back.
    """
    if connection.vendor != "postgresql":
        raise RoleError("Only PostgreSQL knows roles; with SQLite whoever has the file may do everything.")
    with transaction.atomic(), connection.cursor() as cursor:
        _refuse(cursor, role)
        tables = [
            name
            for (name,) in _rows(cursor, "SELECT tablename FROM pg_tables WHERE schemaname = current_schema")
        ]
        if not set(LESS) <= set(tables):
            raise RoleError("There are no tables yet: run migrate first, as the owner.")
        for statement in _statements(cursor, sql.Identifier(role), tables):
            cursor.execute(statement.as_string(cursor.connection))
    return len(tables)


def _refuse(cursor: Any, role: str) -> None:
    rows = _rows(
        cursor, "SELECT rolsuper, oid = current_user::regrole FROM pg_roles WHERE rolname = %s", role
    )
    if not rows:
        raise RoleError(f"There is no role {role}: make it first (createuser --pwprompt {role}).")
    ((is_superuser, is_own),) = rows
    if is_superuser:
        raise RoleError(f"{role} is a superuser, whom nothing is refused: name another role.")
    if is_own:
        raise RoleError(f"{role} is the role this command runs as: run it as the owner of the tables.")
    owned = "SELECT 1 FROM pg_tables WHERE schemaname = current_schema AND pg_has_role(%s, tableowner, %s)"
    if _rows(cursor, owned, role, "MEMBER"):
        raise RoleError(f"{role} owns tables, or belongs to who does: name another role.")


def _rows(cursor: Any, query: str, *values: str) -> list[Any]:
    cursor.execute(query, values)
    return list(cursor.fetchall())


def _statements(cursor: Any, role: sql.Identifier, tables: list[str]) -> Iterator[sql.Composed]:
    ((database, schema),) = _rows(cursor, "SELECT current_database(), current_schema")
    place = sql.Identifier(schema)
    yield sql.SQL("GRANT CONNECT, TEMPORARY ON DATABASE {} TO {}").format(sql.Identifier(database), role)
    yield sql.SQL("REVOKE CREATE ON SCHEMA {} FROM PUBLIC, {}").format(place, role)
    yield sql.SQL("GRANT USAGE ON SCHEMA {} TO {}").format(place, role)
    for name in tables:
        table = sql.Identifier(schema, name)
        yield sql.SQL("REVOKE ALL ON {} FROM {}").format(table, role)
        yield sql.SQL("GRANT {} ON {} TO {}").format(LESS.get(name, ROWS), table, role)
    yield sql.SQL("GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA {} TO {}").format(place, role)
    # What the next migrations make.
    start = sql.SQL("ALTER DEFAULT PRIVILEGES IN SCHEMA {} GRANT ").format(place)
    yield start + sql.SQL("{} ON TABLES TO {}").format(ROWS, role)
    yield start + sql.SQL("USAGE, SELECT ON SEQUENCES TO {}").format(role)


class Command(OfficeCommand):
    """Run as the owner of the tables, after migrations."""

    help = "Let a role of PostgreSQL read and write rows, but neither tables nor what the journal has."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("role", help="the role that DATABASE_URL of the site names; it exists already")

    def handle(self, *_: Any, **options: Any) -> None:
        try:
            tables = grant(options["role"])
        except RoleError as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(
            f"{options['role']} reads and writes the rows of {tables} tables and changes no table."
        )
