"""Which players were offered when somebody called an entrant a new player."""

from django.db import migrations, models


def remember(apps, schema_editor):
    """Take the suggestions kept with a decision for what was offered then: the pages showed them."""
    entries = apps.get_model("tournaments", "Entry").objects
    for entry in entries.filter(match="enrol", player=None).iterator():
        entry.declined = [one["player"] for one in entry.suggestions if one["player"]]
        entry.save(update_fields=["declined"])


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0008_careers"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="declined",
            field=models.JSONField(blank=True, default=None, null=True),
        ),
        migrations.RunPython(remember, migrations.RunPython.noop),
    ]
