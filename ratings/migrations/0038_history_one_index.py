"""Histories of games keep one index besides the key: none on what a further game of a player changes.

PostgreSQL writes a changed row to its own page and to no index (HOT) only where no index has a column that
changed; `history_system_last` had `last`, so every game of a player wrote to four indexes. Current ratings leave
a quarter of each page free for the same reason.
"""

import django.db.models.deletion
from django.db import migrations, models


def leave_room(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "ALTER TABLE ratings_currentrating SET (fillfactor = 75, autovacuum_vacuum_scale_factor = 0.05)"
        )


def fill_up(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE ratings_currentrating RESET (fillfactor, autovacuum_vacuum_scale_factor)")


class Migration(migrations.Migration):
    dependencies = [("ratings", "0037_snapshot")]
    operations = [
        migrations.AddConstraint(
            model_name="gamehistory",
            constraint=models.UniqueConstraint(
                fields=("player", "system", "part"), name="history_part_of_player"
            ),
        ),
        migrations.RemoveConstraint(model_name="gamehistory", name="history_part_once"),
        migrations.RemoveIndex(model_name="gamehistory", name="history_system_last"),
        migrations.AlterField(
            model_name="gamehistory",
            name="player",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="game_histories",
                to="federation.player",
            ),
        ),
        migrations.RunPython(leave_room, fill_up),
    ]
