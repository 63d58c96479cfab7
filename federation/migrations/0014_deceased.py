"""Who is deceased: the day or year, and whether the public page says it."""

from importlib import import_module

from django.db import migrations, models

search = import_module("federation.migrations.0003_search")


def rebuild_search(apps, schema_editor):
    """Make the triggers again that SQLite lost with the table it rebuilt."""
    if schema_editor.connection.vendor == "sqlite":
        search.build(apps, schema_editor)


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0013_list_imports'),
    ]

    operations = [
        # Going back, this comes last.
        migrations.RunPython(migrations.RunPython.noop, rebuild_search),
        migrations.AddField(
            model_name='player',
            name='death',
            field=models.CharField(blank=True, db_default='', default='', max_length=10, verbose_name='deceased'),
        ),
        migrations.AddField(
            model_name='player',
            name='death_shown',
            field=models.BooleanField(db_default=False, default=False, verbose_name='year of death shown on the public page'),
        ),
        migrations.RunPython(rebuild_search, migrations.RunPython.noop),
    ]
