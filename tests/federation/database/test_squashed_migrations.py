"""Migrations that replace several: a new database has the tables of one that took every step."""

from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from ratings.models import RatingSystem
from tests import databases

OURS = ("laboratory", "ratings", "tournaments", "federation")
MADE = {
    "sqlite": "SELECT type, name, CASE type WHEN 'table' THEN '' ELSE sql END FROM sqlite_master"
    " WHERE name NOT LIKE 'sqlite_%'",
    "postgresql": "SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"
    " UNION SELECT 'trigger', tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal"
    " UNION SELECT 'function', proname, prosrc FROM pg_proc WHERE proname ~ '^(ratings|federation)_'"
    " UNION SELECT 'constraint', conrelid::regclass::text || conname, pg_get_constraintdef(oid)"
    " FROM pg_constraint"
    " UNION SELECT 'table', relname, relkind::text || coalesce(array_to_string(reloptions, ','), '')"
    " || coalesce(pg_get_expr(relpartbound, oid), '') FROM pg_class"
    " WHERE relnamespace = 'public'::regnamespace",
}


def tables() -> dict[str, Any]:
    """Return the columns of each table, whatever their order, and all else the database made for them."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        columns: dict[str, Any] = {
            name: sorted(map(str, connection.introspection.get_table_description(cursor, name)))
            for name in names
        }
        cursor.execute(MADE[connection.vendor])
        return columns | {"made": sorted(cursor.fetchall())}


@pytest.mark.release
@pytest.mark.django_db(transaction=True)
def test_new_database_has_the_tables_and_systems_of_one_that_took_every_step() -> None:
    at_once, systems = tables(), list(RatingSystem.objects.order_by("key").values())

    steps = databases.by_single_steps()
    steps.migrate([(app, None) for app in OURS])
    databases.by_single_steps().migrate(databases.replaced(steps))
    call_command("migrate", verbosity=0)

    assert tables() == at_once
    stepped = list(RatingSystem.objects.order_by("key").values())
    assert [row | {"id": 0} for row in stepped] == [row | {"id": 0} for row in systems]
