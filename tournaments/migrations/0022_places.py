"""The place of every entrant in his tournament, written for what has been approved before."""

from django.db import migrations, models


def write(apps, schema_editor):
    """Write the places. What it reads and writes is named in SQL, so later models do not matter."""
    from tournaments.revisions import places

    held = apps.get_model("tournaments", "Tournament").objects.filter(stage__in=["approved", "revoked"])
    places.keep_all(held.only("pk", "start", "rounds", "discipline", "mcmahon").order_by("pk").iterator())


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0021_search_words"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="place",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.RunPython(write, migrations.RunPython.noop),
    ]
