"""What the entrance needs: invitations, the table of what is counted, and the accounts' addresses as allauth keeps them."""

import django.db.models.deletion
from django.conf import settings
from django.core.management import call_command
from django.db import migrations, models

COUNTED = "federation_counted"  # settings.CACHES; made even where Redis counts, so that one can change over


def make_counted(apps, schema_editor):
    call_command("createcachetable", COUNTED, database=schema_editor.connection.alias, verbosity=0)


def drop_counted(apps, schema_editor):
    schema_editor.execute(f"DROP TABLE IF EXISTS {COUNTED}")


def keep_addresses(apps, schema_editor):
    account, address = apps.get_model("federation", "Account"), apps.get_model("account", "EmailAddress")
    for one in account.objects.exclude(email="").exclude(emailaddress__primary=True):
        address.objects.create(user=one, email=one.email, primary=True, verified=True)


class Migration(migrations.Migration):
    dependencies = [
        ("federation", "0007_journal_sealed"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]
    operations = [
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('email', models.EmailField(max_length=254, verbose_name='e-mail address')),
                ('roles', models.JSONField(default=list, verbose_name='roles')),
                ('language', models.CharField(max_length=8, verbose_name='language')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('invited', models.DateTimeField(auto_now_add=True, verbose_name='invited')),
                ('expires', models.DateTimeField(verbose_name='expires')),
                ('accepted', models.DateTimeField(blank=True, null=True, verbose_name='accepted')),
                ('withdrawn', models.DateTimeField(blank=True, null=True, verbose_name='withdrawn')),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='federation.club', verbose_name='club')),
                ('invited_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='invited by')),
            ],
            options={
                'verbose_name': 'invitation',
                'verbose_name_plural': 'invitations',
                'constraints': [models.UniqueConstraint(condition=models.Q(('accepted', None), ('withdrawn', None)), fields=('email',), name='invitation_one_open_an_address')],
            },
        ),
        migrations.RunPython(make_counted, drop_counted),
        migrations.RunPython(keep_addresses, migrations.RunPython.noop),
    ]
