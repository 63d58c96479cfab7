"""Results sent onward: where each stands, what was done, what the office has set from the day of the upgrade on."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone


def begin(apps, _editor):
    """Begin the board today: what is older was sent without it."""
    apps.get_model('tournaments', 'DispatchRule').objects.create(pk=1, begins=timezone.localdate())


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0017_handed_in_hidden'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='DispatchRule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('begins', models.DateField(verbose_name='Tournaments that end on this day or later')),
                ('egd', models.BooleanField(default=True)),
                ('ffg', models.BooleanField(default=True)),
                ('fide', models.BooleanField(default=True)),
                ('egd_days', models.PositiveSmallIntegerField(default=14, verbose_name='Days for the EGD')),
                ('ffg_days', models.PositiveSmallIntegerField(default=14, verbose_name='Days for the FFG')),
                ('remind_days', models.PositiveSmallIntegerField(default=5, verbose_name='Remind organisers this many days before')),
            ],
            options={
                'verbose_name': 'rule of dispatches',
                'verbose_name_plural': 'rules of dispatches',
            },
        ),
        migrations.AlterField(
            model_name='notice',
            name='step',
            field=models.CharField(choices=[('received', 'received'), ('returned', 'returned'), ('approved', 'approved'), ('rated', 'rated'), ('listed', 'on the list'), ('revoked', 'revoked'), ('onward', 'soon to be sent onward')], max_length=8),
        ),
        migrations.CreateModel(
            name='Dispatch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('receiver', models.CharField(choices=[('egd', 'EGD'), ('ffg', 'FFG'), ('fide', 'FIDE')], max_length=4, verbose_name='receiver')),
                ('state', models.CharField(choices=[('waiting', 'not sent'), ('sent', 'sent'), ('accepted', 'accepted'), ('refused', 'refused'), ('off', 'not to be sent')], default='waiting', max_length=8, verbose_name='state')),
                ('revision', models.PositiveSmallIntegerField(null=True, verbose_name='revision')),
                ('reminded', models.DateField(null=True)),
            ],
            options={
                'verbose_name': 'dispatch of results',
                'verbose_name_plural': 'dispatches of results',
                'constraints': [models.UniqueConstraint(fields=('number', 'receiver'), name='dispatch_once')],
            },
        ),
        migrations.CreateModel(
            name='DispatchAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('sent', 'sent'), ('accepted', 'accepted'), ('refused', 'refused'), ('off', 'not to be sent'), ('on', 'to be sent after all')], max_length=8)),
                ('day', models.DateField(verbose_name='day')),
                ('text', models.CharField(blank=True, default='', max_length=500, verbose_name='note')),
                ('code', models.CharField(blank=True, default='', max_length=40, verbose_name='number of the receiver')),
                ('filename', models.CharField(blank=True, default='', max_length=200, verbose_name='file')),
                ('sha256', models.CharField(blank=True, default='', max_length=64)),
                ('content', models.BinaryField(null=True)),
                ('at', models.DateTimeField(auto_now_add=True, verbose_name='when')),
                ('account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='account')),
                ('dispatch', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='acts', to='tournaments.dispatch')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='dispatch_acts', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'act of a dispatch',
                'verbose_name_plural': 'acts of dispatches',
            },
        ),
        migrations.RunPython(begin, migrations.RunPython.noop),
    ]
