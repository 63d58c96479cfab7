# Lines of players of a simulation, and variants on trial

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ratings', '0034_history_in_place'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='simulation',
            name='opened',
            field=models.DateTimeField(blank=True, null=True, verbose_name='opened'),
        ),
        migrations.CreateModel(
            name='Trial',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('variant', models.JSONField(verbose_name='variant')),
                ('begun', models.DateTimeField(verbose_name='begun')),
                ('ended', models.DateTimeField(blank=True, null=True, verbose_name='ended')),
                ('unfit', models.BooleanField(default=False)),
                ('begun_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('ended_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('system', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='trials', to='ratings.ratingsystem')),
            ],
            options={
                'verbose_name': 'trial',
                'verbose_name_plural': 'trials',
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
                ('simulation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='ratings.simulation')),
            ],
            options={
                'verbose_name': 'lines of players',
                'verbose_name_plural': 'lines of players',
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
                ('trial', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='ratings.trial')),
            ],
            options={
                'verbose_name': 'result of a trial',
                'verbose_name_plural': 'results of trials',
                'ordering': ['-pk'],
                'constraints': [models.UniqueConstraint(fields=('trial', 'state'), name='trial_result_once')],
            },
        ),
    ]
