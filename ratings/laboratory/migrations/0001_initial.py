# The tables were made by migrations of `ratings`, whose names they keep; rows that name the models move along

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


MODELS = ('simulation', 'simulationlines', 'trial', 'trialresult')


def relabel(apps, schema_editor, before, after):
    """Give the content types, and so the permissions, of the models to another application."""
    types = apps.get_model('contenttypes', 'ContentType').objects.using(schema_editor.connection.alias)
    there = types.filter(app_label=after).values_list('model', flat=True)
    types.filter(app_label=before, model__in=set(MODELS) - set(there)).update(app_label=after)


def take_over(apps, schema_editor):
    relabel(apps, schema_editor, 'ratings', 'laboratory')


def give_back(apps, schema_editor):
    relabel(apps, schema_editor, 'laboratory', 'ratings')


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('contenttypes', '0002_remove_content_type_name'),
        ('federation', '0034_longer_system_keys'),
        ('ratings', '0042_laboratory_of_its_own'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='Simulation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=80, verbose_name='name')),
                        ('variant', models.JSONField(verbose_name='variant')),
                        ('fingerprint', models.CharField(blank=True, db_index=True, default='', max_length=64, verbose_name='fingerprint')),
                        ('requested', models.DateTimeField(auto_now_add=True, verbose_name='requested')),
                        ('made', models.DateTimeField(null=True, verbose_name='made')),
                        ('opened', models.DateTimeField(blank=True, null=True, verbose_name='opened')),
                        ('result', models.JSONField(default=dict, verbose_name='figures')),
                        ('job', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='federation.job')),
                        ('requested_by', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('system', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='simulations', to='ratings.ratingsystem')),
                    ],
                    options={
                        'verbose_name': 'simulation',
                        'verbose_name_plural': 'simulations',
                        'db_table': 'ratings_simulation',
                        'ordering': ['-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='Trial',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=80, verbose_name='name')),
                        ('variant', models.JSONField(verbose_name='variant')),
                        ('rules', models.JSONField(default=dict)),
                        ('begun', models.DateTimeField(verbose_name='begun')),
                        ('ended', models.DateTimeField(blank=True, null=True, verbose_name='ended')),
                        ('unfit', models.BooleanField(default=False)),
                        ('changed', models.JSONField(default=list)),
                        ('begun_by', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('ended_by', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('system', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='trials', to='ratings.ratingsystem')),
                    ],
                    options={
                        'verbose_name': 'trial',
                        'verbose_name_plural': 'trials',
                        'db_table': 'ratings_trial',
                        'ordering': ['-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='SimulationLines',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('first', models.BigIntegerField()),
                        ('last', models.BigIntegerField()),
                        ('data', models.BinaryField()),
                        ('simulation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='laboratory.simulation')),
                    ],
                    options={
                        'verbose_name': 'lines of players',
                        'verbose_name_plural': 'lines of players',
                        'db_table': 'ratings_simulationlines',
                        'constraints': [models.UniqueConstraint(fields=('simulation', 'first'), name='simulation_lines_once')],
                    },
                ),
                migrations.CreateModel(
                    name='TrialResult',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('state', models.PositiveIntegerField(verbose_name='state')),
                        ('made', models.DateTimeField(verbose_name='made')),
                        ('figures', models.JSONField(verbose_name='figures')),
                        ('trial', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='laboratory.trial')),
                    ],
                    options={
                        'verbose_name': 'result of a trial',
                        'verbose_name_plural': 'results of trials',
                        'db_table': 'ratings_trialresult',
                        'ordering': ['-pk'],
                        'constraints': [models.UniqueConstraint(fields=('trial', 'state'), name='trial_result_once')],
                    },
                ),
            ],
        ),
        migrations.RunPython(take_over, give_back),
    ]
