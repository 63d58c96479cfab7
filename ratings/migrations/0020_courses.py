"""Courses beside the rows of a list are read out of an index; it serves whatever asked for a player too."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("federation", "0011_regions"),
        ("ratings", "0019_scopes"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="listentry",
            index=models.Index(fields=["player", "list", "rating"], name="entry_course"),
        ),
        migrations.AlterField(
            model_name="listentry",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="list_entries",
                to="federation.player",
            ),
        ),
    ]
