"""FIDE titles of players."""

from importlib import import_module

from django.db import migrations, models

search = import_module("federation.migrations.0003_search")


def rebuild_search(apps, schema_editor):
    """Make the triggers again that SQLite lost with the table it rebuilt."""
    if schema_editor.connection.vendor == "sqlite":
        search.build(apps, schema_editor)


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0004_words'),
    ]

    operations = [
        # Going back, this comes last.
        migrations.RunPython(migrations.RunPython.noop, rebuild_search),
        migrations.AddField(
            model_name='player',
            name='other_titles',
            field=models.CharField(blank=True, db_default='', default='', max_length=40, verbose_name='other titles'),
        ),
        migrations.AddField(
            model_name='player',
            name='title',
            field=models.CharField(blank=True, db_default='', default='', max_length=3, verbose_name='title'),
        ),
        migrations.AddField(
            model_name='player',
            name='women_title',
            field=models.CharField(blank=True, db_default='', default='', max_length=3, verbose_name="women's title"),
        ),
        migrations.RunPython(rebuild_search, migrations.RunPython.noop),
    ]
