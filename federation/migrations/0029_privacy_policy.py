"""Who chose how a player is shown, and whether an anonymous player's club is hidden."""

from importlib import import_module

from django.db import migrations, models

search = import_module("federation.migrations.0019_search_of_everything")


def rebuild_search(apps, schema_editor):
    """Make the triggers again that SQLite lost with the table it rebuilt."""
    if schema_editor.connection.vendor == "sqlite":
        search.rebuild_search(apps, schema_editor)


def note_choices(apps, schema_editor):
    """Note who is not shown by name as having chosen it; hide clubs of the anonymous until a list counts them."""
    players = apps.get_model("federation", "Player")._default_manager
    hidden = players.exclude(privacy="public")
    hidden.update(privacy_chosen=True)
    hidden.filter(privacy="anonymous").update(club_hidden=True)


class Migration(migrations.Migration):
    dependencies = [("federation", "0028_webhooks_confirmed")]

    operations = [
        # Going back, this comes last.
        migrations.RunPython(migrations.RunPython.noop, rebuild_search),
        migrations.AddField(
            model_name="player",
            name="privacy_chosen",
            field=models.BooleanField(db_default=False, default=False, verbose_name="chosen"),
        ),
        migrations.AddField(
            model_name="player",
            name="club_hidden",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.RunPython(rebuild_search, migrations.RunPython.noop),
        migrations.RunPython(note_choices, migrations.RunPython.noop),
    ]
