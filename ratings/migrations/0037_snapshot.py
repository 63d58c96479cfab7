# The snapshot of everything public

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ratings', '0036_rules_of_trials'),
    ]

    operations = [
        migrations.CreateModel(
            name='Snapshot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('files', models.JSONField(blank=True, default=dict)),
                ('withdrawals', models.JSONField(blank=True, default=dict)),
                ('licence', models.CharField(blank=True, default='', max_length=20, verbose_name='licence')),
            ],
            options={
                'verbose_name': 'snapshot',
                'verbose_name_plural': 'snapshots',
            },
        ),
    ]
