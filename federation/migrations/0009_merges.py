"""Players that were found to be one, and what moved when they were merged."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0008_entrance'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='merged_into',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged', to='federation.player', verbose_name='merged into'),
        ),
        migrations.CreateModel(
            name='Merge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('at', models.DateTimeField(auto_now_add=True, verbose_name='when')),
                ('record', models.JSONField(default=dict)),
                ('undone', models.DateTimeField(blank=True, null=True, verbose_name='undone')),
                ('account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='account')),
                ('gone', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='merged_as', to='federation.player', verbose_name='player gone')),
                ('kept', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='merges', to='federation.player', verbose_name='player kept')),
                ('undone_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='undone by')),
            ],
            options={
                'verbose_name': 'merge',
                'verbose_name_plural': 'merges',
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('undone__isnull', True)), fields=('gone',), name='merge_once_gone'),
                    models.CheckConstraint(condition=models.Q(('kept', models.F('gone')), _negated=True), name='merge_two_players'),
                ],
            },
        ),
    ]
