"""Clubs and countries that files name and the register has not, spellings the office took, merges of clubs."""

from importlib import import_module

import django.core.validators
import django.db.models.deletion
import django.db.models.manager
from django.conf import settings
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
        migrations.CreateModel(
            name='ClubChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('merge', 'clubs merged'), ('take', 'name in files taken')], max_length=5, verbose_name='kind')),
                ('reason', models.CharField(blank=True, default='', max_length=200, verbose_name='reason')),
                ('at', models.DateTimeField(auto_now_add=True, verbose_name='when')),
                ('record', models.JSONField(default=dict)),
                ('undone', models.DateTimeField(blank=True, null=True, verbose_name='undone')),
            ],
            options={
                'verbose_name': 'change of clubs',
                'verbose_name_plural': 'changes of clubs',
            },
        ),
        migrations.CreateModel(
            name='ClubSpelling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=16, unique=True, verbose_name='code')),
                ('label', models.CharField(max_length=8, verbose_name='label')),
            ],
            options={
                'verbose_name': 'spelling of a club',
                'verbose_name_plural': 'spellings of clubs',
            },
        ),
        migrations.CreateModel(
            name='FederationSpelling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=40, unique=True, verbose_name='spelling')),
            ],
            options={
                'verbose_name': 'spelling of a federation',
                'verbose_name_plural': 'spellings of federations',
            },
        ),
        migrations.AlterModelManagers(
            name='club',
            managers=[
                ('all_clubs', django.db.models.manager.Manager()),
            ],
        ),
        migrations.AddField(
            model_name='club',
            name='address',
            field=models.CharField(blank=True, db_default='', default='', max_length=300, verbose_name='address'),
        ),
        migrations.AddField(
            model_name='club',
            name='closed',
            field=models.DateField(blank=True, null=True, verbose_name='closed'),
        ),
        migrations.AddField(
            model_name='club',
            name='contact_public',
            field=models.BooleanField(db_default=False, default=False, verbose_name='contact is public'),
        ),
        migrations.AddField(
            model_name='club',
            name='email',
            field=models.EmailField(blank=True, db_default='', default='', max_length=120, verbose_name='e-mail'),
        ),
        migrations.AddField(
            model_name='club',
            name='merged_into',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged', to='federation.club', verbose_name='merged into'),
        ),
        migrations.AddField(
            model_name='club',
            name='website',
            field=models.CharField(blank=True, db_default='', default='', max_length=200, validators=[django.core.validators.URLValidator(schemes=['http', 'https'])], verbose_name='website'),
        ),
        migrations.AddField(
            model_name='player',
            name='club_code',
            field=models.CharField(blank=True, db_default='', default='', max_length=16),
        ),
        migrations.AddField(
            model_name='player',
            name='club_text',
            field=models.CharField(blank=True, db_default='', default='', max_length=8, verbose_name='club named by a file'),
        ),
        migrations.AddField(
            model_name='player',
            name='country_text',
            field=models.CharField(blank=True, db_default='', default='', max_length=16, verbose_name='country named by a file'),
        ),
        migrations.RunPython(rebuild_search, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('club_code', ''), _negated=True), fields=['club_code'], name='player_named_club'),
        ),
        migrations.AddField(
            model_name='clubchange',
            name='account',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='account'),
        ),
        migrations.AddField(
            model_name='clubchange',
            name='club',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='changes', to='federation.club', verbose_name='club'),
        ),
        migrations.AddField(
            model_name='clubchange',
            name='gone',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='merged_as', to='federation.club', verbose_name='club gone'),
        ),
        migrations.AddField(
            model_name='clubchange',
            name='undone_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='undone by'),
        ),
        migrations.AddField(
            model_name='clubspelling',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='spellings', to='federation.club', verbose_name='club'),
        ),
        migrations.AddField(
            model_name='federationspelling',
            name='federation',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='spellings', to='federation.federation', verbose_name='federation'),
        ),
    ]
