"""Everybody's games in tournaments, kept by player, and written for what has been approved before."""

import django.db.models.deletion
from django.db import migrations, models


def write(apps, schema_editor):
    """Write everybody's career. What it reads and writes is named in SQL, so later models do not matter."""
    from tournaments.careers import stored_games

    if apps.get_model("tournaments", "Game").objects.exists():
        stored_games.write_all()


class Migration(migrations.Migration):

    dependencies = [
        ("federation", "0010_privacy"),
        ("tournaments", "0007_notice_once"),
    ]

    operations = [
        migrations.CreateModel(
            name="Career",
            fields=[
                ("player", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="career", serialize=False, to="federation.player")),
                ("data", models.BinaryField()),
            ],
            options={
                "verbose_name": "games of a player",
                "verbose_name_plural": "games of players",
            },
        ),
        migrations.RunPython(write, migrations.RunPython.noop),
    ]
