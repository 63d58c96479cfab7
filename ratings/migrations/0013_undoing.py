import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0006_tokens'),
        ('ratings', '0012_stream_systems'),
        ('tournaments', '0004_streams'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='ratingrun',
            name='undone',
            field=models.DateTimeField(blank=True, null=True, verbose_name='undone'),
        ),
        migrations.AddField(
            model_name='ratingrun',
            name='undone_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='undone by'),
        ),
        migrations.AlterField(
            model_name='ratingrun',
            name='stage',
            field=models.CharField(choices=[('requested', 'requested'), ('proposed', 'to be reviewed'), ('applied', 'applied'), ('discarded', 'discarded'), ('overtaken', 'overtaken'), ('failed', 'failed'), ('undone', 'undone')], default='requested', max_length=10, verbose_name='stage'),
        ),
        migrations.CreateModel(
            name='Displaced',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sequence', models.BigIntegerField()),
                ('before', models.FloatField(null=True)),
                ('start', models.FloatField(null=True)),
                ('after', models.FloatField(null=True)),
                ('games', models.PositiveSmallIntegerField()),
                ('total_games', models.PositiveIntegerField()),
                ('highest', models.FloatField(null=True)),
                ('passes', models.PositiveSmallIntegerField()),
                ('k', models.PositiveSmallIntegerField(null=True)),
                ('hundredths', models.IntegerField(null=True)),
                ('peak', models.IntegerField(null=True)),
                ('pooled', models.PositiveSmallIntegerField(null=True)),
                ('pooled_opponents', models.IntegerField(null=True)),
                ('pooled_points', models.PositiveSmallIntegerField(null=True)),
                ('edition', models.CharField(max_length=20)),
                ('change_id', models.BigIntegerField()),
                ('previous_run_id', models.BigIntegerField()),
                ('manual_event', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='ratings.manualevent')),
                ('player', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='federation.player')),
                ('run', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='displaced', to='ratings.ratingrun')),
                ('tournament', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'displaced row',
                'verbose_name_plural': 'displaced rows',
            },
        ),
    ]
