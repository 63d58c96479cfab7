"""How players are shown, and what published lists said of those who are not shown by name."""

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

search = import_module("federation.migrations.0003_search")


def rebuild_search(apps, schema_editor):
    """Make the triggers again that SQLite lost with the table it rebuilt."""
    if schema_editor.connection.vendor == "sqlite":
        search.build(apps, schema_editor)


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0009_merges'),
    ]

    operations = [
        # Going back, this comes last.
        migrations.RunPython(migrations.RunPython.noop, rebuild_search),
        migrations.AddField(
            model_name='player',
            name='privacy',
            field=models.CharField(choices=[('public', 'by name'), ('initials', 'by initials'), ('anonymous', 'anonymously')], db_default='public', default='public', max_length=9, verbose_name='shown'),
        ),
        migrations.RunPython(rebuild_search, migrations.RunPython.noop),
        migrations.CreateModel(
            name='HiddenValues',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('subject', models.CharField(max_length=40)),
                ('row', models.BigIntegerField()),
                ('values', models.JSONField(default=dict)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='hidden_values', to='federation.player')),
            ],
            options={
                'verbose_name': 'hidden values',
                'verbose_name_plural': 'hidden values',
                'constraints': [models.UniqueConstraint(fields=('subject', 'row'), name='hidden_once_a_row')],
            },
        ),
    ]
