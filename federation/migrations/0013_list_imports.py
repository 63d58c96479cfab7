"""Lists of other registers, planned before they are applied."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0012_tally'),
    ]

    operations = [
        migrations.CreateModel(
            name='ListImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('filename', models.CharField(max_length=200, verbose_name='file')),
                ('size', models.PositiveIntegerField(verbose_name='size')),
                ('content', models.BinaryField()),
                ('received', models.DateTimeField(auto_now_add=True, verbose_name='received')),
                ('stage', models.CharField(choices=[('reading', 'being read'), ('planned', 'waits for an officer'), ('applied', 'applied'), ('dropped', 'put aside'), ('refused', 'could not be read')], default='reading', max_length=8, verbose_name='stage')),
                ('day_given', models.DateField(blank=True, null=True)),
                ('list_date', models.DateField(blank=True, null=True, verbose_name='day of the list')),
                ('format', models.CharField(blank=True, default='', max_length=20, verbose_name='format')),
                ('counts', models.JSONField(default=dict)),
                ('fingerprint', models.CharField(blank=True, default='', max_length=64)),
                ('problem', models.JSONField(default=list)),
                ('decided', models.DateTimeField(blank=True, null=True, verbose_name='decided')),
                ('account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='account')),
                ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('job', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='federation.job')),
            ],
            options={
                'verbose_name': 'list',
                'verbose_name_plural': 'lists',
            },
        ),
        migrations.CreateModel(
            name='ListDifference',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('new', 'New'), ('changed', 'Changed'), ('resembling', 'Resembling'), ('gone', 'Gone'), ('refused', 'Not read')], max_length=10)),
                ('line', models.PositiveIntegerField(null=True)),
                ('player', models.BigIntegerField(null=True)),
                ('name', models.CharField(max_length=180)),
                ('key', models.CharField(max_length=200)),
                ('values', models.JSONField(default=dict)),
                ('decision', models.CharField(blank=True, default='', max_length=20)),
                ('list', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='differences', to='federation.listimport')),
            ],
            options={
                'verbose_name': 'difference of a list',
                'verbose_name_plural': 'differences of a list',
                'indexes': [models.Index(fields=['list', 'kind', 'id'], name='difference_kind')],
            },
        ),
    ]
