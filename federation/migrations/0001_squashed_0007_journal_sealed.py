"""Tables of 0001 to 0007 as they stand after them, for a new database.

An installation that has some of these migrations goes on with them; `replaces` names what this stands for.
Both ways give the same tables (tests/federation/database/test_squashed_migrations.py).
"""

from importlib import import_module

import datetime
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import federation.models.account
from django.conf import settings
from django.db import migrations, models

from federation.database.create_models import CreateModels

roles = import_module("federation.migrations.0002_roles")
search = import_module("federation.migrations.0003_search")
journal = import_module("federation.migrations.0007_journal_sealed")


class Migration(migrations.Migration):

    replaces = [
        ('federation', '0001_initial'),
        ('federation', '0002_roles'),
        ('federation', '0003_search'),
        ('federation', '0004_words'),
        ('federation', '0005_chess_titles'),
        ('federation', '0006_tokens'),
        ('federation', '0007_journal_chain'),
        ('federation', '0007_journal_sealed'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='Federation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('code', models.CharField(max_length=8, unique=True, verbose_name='code')),
                    ('fide_code', models.CharField(blank=True, default='', max_length=3, verbose_name='FIDE code')),
                    ('name', models.CharField(max_length=100, verbose_name='name')),
                ],
                options={
                    'verbose_name': 'federation',
                    'verbose_name_plural': 'federations',
                    'ordering': ['code'],
                },
            ),
            migrations.CreateModel(
                name='JournalHead',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('place', models.BigIntegerField(default=0)),
                    ('digest', models.CharField(max_length=64)),
                ],
                options={
                    'verbose_name': 'end of the journal',
                    'verbose_name_plural': 'ends of the journal',
                    'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='journal_head_one')],
                },
            ),
            migrations.CreateModel(
                name='Club',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('code', models.CharField(max_length=16, unique=True, validators=[django.core.validators.RegexValidator('^[\\w.-]+$')], verbose_name='code')),
                    ('label', models.CharField(db_index=True, max_length=8, verbose_name='label')),
                    ('name', models.CharField(max_length=120, verbose_name='name')),
                    ('town', models.CharField(blank=True, default='', max_length=80, verbose_name='town')),
                    ('federation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='clubs', to='federation.federation', verbose_name='federation')),
                ],
                options={
                    'verbose_name': 'club',
                    'verbose_name_plural': 'clubs',
                    'ordering': ['code'],
                },
            ),
            migrations.CreateModel(
                name='Account',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('password', models.CharField(max_length=128, verbose_name='password')),
                    ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                    ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                    ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                    ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                    ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                    ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                    ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                    ('email', models.EmailField(max_length=254, unique=True, verbose_name='e-mail address')),
                    ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                    ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                    ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='accounts', to='federation.club', verbose_name='club')),
                ],
                options={
                    'verbose_name': 'account',
                    'verbose_name_plural': 'accounts',
                },
                managers=[
                    ('objects', federation.models.account.AccountManager()),
                ],
            ),
            migrations.CreateModel(
                name='Player',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('surname', models.CharField(max_length=80, verbose_name='surname')),
                    ('given_name', models.CharField(blank=True, default='', max_length=80, verbose_name='given name')),
                    ('search_key', models.CharField(db_index=True, max_length=200)),
                    ('sex', models.CharField(blank=True, choices=[('f', 'female'), ('m', 'male'), ('', 'not stated')], default='', max_length=1, verbose_name='sex')),
                    ('birth_year', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='year of birth')),
                    ('grade', models.CharField(blank=True, default='', max_length=3, verbose_name='declared grade')),
                    ('enrolled', models.DateTimeField(auto_now_add=True, verbose_name='enrolled')),
                    ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='players', to='federation.club', verbose_name='club')),
                    ('federation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='players', to='federation.federation', verbose_name='federation')),
                    ('other_titles', models.CharField(blank=True, db_default='', default='', max_length=40, verbose_name='other titles')),
                    ('title', models.CharField(blank=True, db_default='', default='', max_length=3, verbose_name='title')),
                    ('women_title', models.CharField(blank=True, db_default='', default='', max_length=3, verbose_name="women's title")),
                ],
                options={
                    'verbose_name': 'player',
                    'verbose_name_plural': 'players',
                },
            ),
            migrations.CreateModel(
                name='Job',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(max_length=60, verbose_name='kind')),
                    ('arguments', models.JSONField(default=dict, verbose_name='arguments')),
                    ('state', models.CharField(choices=[('queued', 'queued'), ('running', 'running'), ('done', 'done'), ('failed', 'failed'), ('stopped', 'stopped')], default='queued', max_length=8, verbose_name='state')),
                    ('requested', models.DateTimeField(auto_now_add=True, verbose_name='requested')),
                    ('started', models.DateTimeField(blank=True, null=True, verbose_name='started')),
                    ('heartbeat', models.DateTimeField(blank=True, null=True, verbose_name='last sign of life')),
                    ('finished', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                    ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                    ('claim', models.CharField(blank=True, default='', max_length=36, verbose_name='claim')),
                    ('progress', models.PositiveSmallIntegerField(default=0, verbose_name='progress')),
                    ('message', models.CharField(blank=True, default='', max_length=200, verbose_name='message')),
                    ('result', models.JSONField(default=dict, verbose_name='result')),
                    ('error', models.TextField(blank=True, default='', verbose_name='error')),
                    ('requested_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='requested by')),
                ],
                options={
                    'indexes': [models.Index(fields=['state', 'heartbeat'], name='job_state')],
                    'verbose_name': 'job',
                    'verbose_name_plural': 'jobs',
                },
            ),
            migrations.CreateModel(
                name='JournalEntry',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(db_index=True, verbose_name='when')),
                    ('act', models.CharField(max_length=40, verbose_name='act')),
                    ('subject', models.CharField(max_length=40, verbose_name='subject')),
                    ('subject_id', models.CharField(max_length=40, verbose_name='number of the subject')),
                    ('detail', models.JSONField(default=dict, verbose_name='detail')),
                    ('account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='account')),
                    ('digest', models.CharField(db_default='', default='', max_length=64, verbose_name='digest')),
                    ('place', models.BigIntegerField(null=True, unique=True, verbose_name='place in the chain')),
                    ('previous', models.CharField(db_default='', default='', max_length=64)),
                ],
                options={
                    'verbose_name': 'journal entry',
                    'verbose_name_plural': 'journal',
                    'indexes': [models.Index(fields=['subject', 'subject_id'], name='journal_subject'), models.Index(fields=['act', '-at'], name='journal_act'), models.Index(condition=models.Q(('digest', '')), fields=['id'], name='journal_unsealed')],
                },
            ),
            migrations.CreateModel(
                name='Licence',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('season', models.PositiveSmallIntegerField(verbose_name='season')),
                    ('status', models.CharField(max_length=1, verbose_name='status')),
                    ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='federation.club', verbose_name='club')),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='licences', to='federation.player', verbose_name='player')),
                ],
                options={
                    'verbose_name': 'licence',
                    'verbose_name_plural': 'licences',
                    'constraints': [models.UniqueConstraint(fields=('player', 'season'), name='licence_once_a_season')],
                },
            ),
            migrations.CreateModel(
                name='KnownName',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=160, verbose_name='name')),
                    ('key', models.CharField(db_index=True, max_length=200)),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='known_names', to='federation.player', verbose_name='player')),
                ],
                options={
                    'verbose_name': 'known name',
                    'verbose_name_plural': 'known names',
                    'constraints': [models.UniqueConstraint(fields=('player', 'key'), name='known_name_once')],
                },
            ),
            migrations.CreateModel(
                name='Identifier',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('scheme', models.CharField(choices=[('ffg', 'FFG licence'), ('egd', 'EGD PIN'), ('fide', 'FIDE id'), ('aga', 'AGA id')], max_length=8, verbose_name='scheme')),
                    ('value', models.CharField(max_length=16, verbose_name='number')),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='identifiers', to='federation.player', verbose_name='player')),
                ],
                options={
                    'verbose_name': 'identifier',
                    'verbose_name_plural': 'identifiers',
                    'constraints': [models.UniqueConstraint(fields=('scheme', 'value'), name='identifier_once'), models.UniqueConstraint(fields=('player', 'scheme'), name='identifier_one_a_scheme')],
                },
            ),
            migrations.CreateModel(
                name='DeclaredGrade',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('grade', models.CharField(max_length=3, verbose_name='grade')),
                    ('since', models.DateField(default=datetime.date(1996, 1, 1), verbose_name='since')),
                    ('source', models.CharField(blank=True, default='', max_length=80, verbose_name='source')),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='declared_grades', to='federation.player', verbose_name='player')),
                ],
                options={
                    'verbose_name': 'declared grade',
                    'verbose_name_plural': 'declared grades',
                    'constraints': [models.UniqueConstraint(fields=('player', 'since'), name='declared_grade_once_a_day')],
                },
            ),
            migrations.CreateModel(
                name='Token',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=80, verbose_name='name')),
                    ('start', models.CharField(max_length=8)),
                    ('digest', models.CharField(max_length=64, unique=True)),
                    ('scopes', models.JSONField(default=list, verbose_name='scopes')),
                    ('created', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                    ('last_used', models.DateTimeField(blank=True, null=True, verbose_name='last used')),
                    ('revoked', models.DateTimeField(blank=True, null=True, verbose_name='revoked')),
                    ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL, verbose_name='account')),
                ],
                options={
                    'verbose_name': 'token',
                    'verbose_name_plural': 'tokens',
                },
            ),
        ]),
        migrations.RunPython(roles.make_roles, migrations.RunPython.noop),
        migrations.RunPython(search.build, search.drop),
        migrations.RunPython(journal.seal, migrations.RunPython.noop),
        migrations.RunPython(journal.guard, journal.unguard),
    ]
