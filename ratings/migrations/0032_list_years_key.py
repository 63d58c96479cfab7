"""What the partitions of list entries need, made beside everybody who reads and writes them.

An index of (id, list), which becomes the primary key, and proof that every entry is of a list made so far. SQLite has
one table and needs nothing.
"""

from django.db import migrations

BEFORE = 1000 * 1_000_000_000  # keys of lists from here on begin with their year
PATIENCE = "600s"  # nobody waits behind these statements


def _patient(schema_editor, *statements):
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('lock_timeout')")
        before = cursor.fetchone()[0]
        cursor.execute("SELECT set_config('lock_timeout', %s, false)", [PATIENCE])
        try:
            for statement in statements:
                cursor.execute(statement)
        finally:
            cursor.execute("SELECT set_config('lock_timeout', %s, false)", [before])


def prepare(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        return
    with schema_editor.connection.cursor() as cursor:
        # Brief, but it waits for readers as any change of a table does.
        cursor.execute("ALTER TABLE ratings_listentry DROP CONSTRAINT IF EXISTS listentry_before")
        cursor.execute(
            f"ALTER TABLE ratings_listentry ADD CONSTRAINT listentry_before CHECK (list_id < {BEFORE}) NOT VALID"
        )
    _patient(
        schema_editor,
        "ALTER TABLE ratings_listentry VALIDATE CONSTRAINT listentry_before",
        "DROP INDEX CONCURRENTLY IF EXISTS listentry_id_list",  # of an attempt that was broken off
        "CREATE UNIQUE INDEX CONCURRENTLY listentry_id_list ON ratings_listentry (id, list_id)",
    )


def forget(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        with schema_editor.connection.cursor() as cursor:
            cursor.execute("ALTER TABLE ratings_listentry DROP CONSTRAINT IF EXISTS listentry_before")
            cursor.execute("DROP INDEX IF EXISTS listentry_id_list")


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("ratings", "0031_witnesses")]
    operations = [migrations.RunPython(prepare, forget)]
