"""Histories of games leave half of each page free: a late game changes rows of many players, which stay where they are.

Rows that are there keep their pages until they are written again; VACUUM FULL ratings_gamehistory gives room back at
once, while no game is rated.
"""

from django.db import migrations


def leave_room(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "ALTER TABLE ratings_gamehistory SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05)"
        )


def fill_up(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE ratings_gamehistory RESET (fillfactor, autovacuum_vacuum_scale_factor)")


class Migration(migrations.Migration):
    dependencies = [("ratings", "0033_list_years")]
    operations = [migrations.RunPython(leave_room, fill_up)]
