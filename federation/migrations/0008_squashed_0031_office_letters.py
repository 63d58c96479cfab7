"""Tables of 0008 to 0031 as they stand after them, for a new database (see 0001_squashed_0007_journal_sealed)."""

from importlib import import_module

import django.core.validators
import django.db.models.deletion
import django.db.models.manager
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from federation.database.create_models import CreateModels

entrance = import_module("federation.migrations.0008_entrance")
search = import_module("federation.migrations.0019_search_of_everything")


class Migration(migrations.Migration):

    replaces = [
        ('federation', '0008_entrance'),
        ('federation', '0009_merges'),
        ('federation', '0010_privacy'),
        ('federation', '0011_regions'),
        ('federation', '0012_tally'),
        ('federation', '0013_list_imports'),
        ('federation', '0014_deceased'),
        ('federation', '0015_clubs_named'),
        ('federation', '0016_wording'),
        ('federation', '0017_site_texts'),
        ('federation', '0018_webhooks'),
        ('federation', '0019_search_of_everything'),
        ('federation', '0020_record_claims'),
        ('federation', '0021_correction_requests'),
        ('federation', '0022_login_keys'),
        ('federation', '0023_backups'),
        ('federation', '0024_import_acts'),
        ('federation', '0025_birth_days'),
        ('federation', '0026_fide_lists_by_page'),
        ('federation', '0027_account_letters'),
        ('federation', '0028_webhooks_confirmed'),
        ('federation', '0029_privacy_policy'),
        ('federation', '0030_data_requests'),
        ('federation', '0031_office_letters'),
    ]

    dependencies = [
        ('account', '0009_emailaddress_unique_primary_email'),
        ('federation', '0001_squashed_0007_journal_sealed'),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='Tally',
                fields=[
                    ('name', models.CharField(max_length=80, primary_key=True, serialize=False)),
                    ('number', models.BigIntegerField(default=0)),
                    ('ends', models.DateTimeField(null=True)),
                ],
                options={
                    'indexes': [models.Index(fields=['ends'], name='tally_ends')],
                },
            ),
            migrations.CreateModel(
                name='WebhookMark',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('place', models.BigIntegerField(default=0)),
                ],
                options={
                    'verbose_name': 'progress of the webhooks',
                    'verbose_name_plural': 'progress of the webhooks',
                    'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='webhook_mark_one')],
                },
            ),
            migrations.CreateModel(
                name='LoginKey',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('sealed', models.TextField()),
                    ('made', models.DateTimeField(auto_now_add=True, verbose_name='made')),
                    ('begins', models.DateTimeField(verbose_name='signs from')),
                    ('ends', models.DateTimeField(blank=True, null=True, verbose_name='shown until')),
                ],
                options={
                    'verbose_name': 'login key',
                    'verbose_name_plural': 'login keys',
                    'ordering': ['pk'],
                },
            ),
            migrations.CreateModel(
                name='Backup',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(auto_now_add=True, verbose_name='made')),
                    ('folder', models.CharField(max_length=255, verbose_name='folder')),
                    ('size', models.BigIntegerField(default=0, verbose_name='size')),
                    ('sizes', models.JSONField(default=dict)),
                    ('place', models.BigIntegerField(default=0)),
                    ('digest', models.CharField(blank=True, default='', max_length=64)),
                    ('proved', models.DateTimeField(null=True, verbose_name='proved')),
                ],
                options={
                    'verbose_name': 'backup',
                    'verbose_name_plural': 'backups',
                    'indexes': [models.Index(fields=['-at'], name='backup_newest')],
                },
            ),
            migrations.CreateModel(
                name='ErasedMark',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('digest', models.CharField(db_index=True, max_length=64)),
                    ('born', models.CharField(blank=True, default='', max_length=64)),
                    ('erased', models.DateField(verbose_name='erased')),
                ],
                options={
                    'verbose_name': 'mark of an erased person',
                    'verbose_name_plural': 'marks of erased persons',
                },
            ),
            migrations.CreateModel(
                name='Region',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('code', models.CharField(max_length=8, unique=True, validators=[django.core.validators.RegexValidator('^[\\w.-]+$')], verbose_name='code')),
                    ('name', models.CharField(max_length=80, verbose_name='name')),
                    ('federation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='regions', to='federation.federation', verbose_name='federation')),
                ],
                options={
                    'verbose_name': 'region',
                    'verbose_name_plural': 'regions',
                    'ordering': ['code'],
                },
            ),
            migrations.CreateModel(
                name='FederationSpelling',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('key', models.CharField(max_length=40, unique=True, verbose_name='spelling')),
                    ('federation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='spellings', to='federation.federation', verbose_name='federation')),
                ],
                options={
                    'verbose_name': 'spelling of a federation',
                    'verbose_name_plural': 'spellings of federations',
                },
            ),
            migrations.CreateModel(
                name='ClubSpelling',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('code', models.CharField(max_length=16, unique=True, verbose_name='code')),
                    ('label', models.CharField(max_length=8, verbose_name='label')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='spellings', to='federation.club', verbose_name='club')),
                ],
                options={
                    'verbose_name': 'spelling of a club',
                    'verbose_name_plural': 'spellings of clubs',
                },
            ),
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
            migrations.CreateModel(
                name='Merge',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('reason', models.CharField(max_length=200, verbose_name='reason')),
                    ('at', models.DateTimeField(auto_now_add=True, verbose_name='when')),
                    ('record', models.JSONField(default=dict)),
                    ('undone', models.DateTimeField(blank=True, null=True, verbose_name='undone')),
                    ('account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='account')),
                    ('gone', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='merged_as', to='federation.player', verbose_name='player removed')),
                    ('kept', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='merges', to='federation.player', verbose_name='player kept')),
                    ('undone_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='undone by')),
                ],
                options={
                    'verbose_name': 'merge',
                    'verbose_name_plural': 'merges',
                    'constraints': [models.UniqueConstraint(condition=models.Q(('undone__isnull', True)), fields=('gone',), name='merge_once_gone'), models.CheckConstraint(condition=models.Q(('kept', models.F('gone')), _negated=True), name='merge_two_players')],
                },
            ),
            migrations.CreateModel(
                name='HiddenValues',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('subject', models.CharField(max_length=40)),
                    ('row', models.BigIntegerField()),
                    ('values', models.JSONField(default=dict)),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='hidden_values', to='federation.player')),
                ],
                options={
                    'verbose_name': 'hidden values',
                    'verbose_name_plural': 'hidden values',
                    'constraints': [models.UniqueConstraint(fields=('subject', 'row'), name='hidden_once_a_row')],
                },
            ),
            migrations.CreateModel(
                name='ClubChange',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('merge', 'clubs merged'), ('take', 'name in files assigned')], max_length=5, verbose_name='kind')),
                    ('reason', models.CharField(blank=True, default='', max_length=200, verbose_name='reason')),
                    ('at', models.DateTimeField(auto_now_add=True, verbose_name='when')),
                    ('record', models.JSONField(default=dict)),
                    ('undone', models.DateTimeField(blank=True, null=True, verbose_name='undone')),
                    ('account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='account')),
                    ('club', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='changes', to='federation.club', verbose_name='club')),
                    ('gone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='merged_as', to='federation.club', verbose_name='club removed')),
                    ('undone_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='undone by')),
                ],
                options={
                    'verbose_name': 'change of clubs',
                    'verbose_name_plural': 'changes of clubs',
                },
            ),
            migrations.CreateModel(
                name='SiteText',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('page', models.CharField(max_length=10)),
                    ('language', models.CharField(max_length=8)),
                    ('text', models.TextField(verbose_name='text')),
                    ('changed', models.DateTimeField()),
                    ('account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name': 'text of a page',
                    'verbose_name_plural': 'texts of pages',
                    'constraints': [models.UniqueConstraint(fields=('page', 'language'), name='site_text_once')],
                },
            ),
            migrations.CreateModel(
                name='Webhook',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('url', models.URLField(max_length=500, verbose_name='address')),
                    ('description', models.CharField(blank=True, default='', max_length=120, verbose_name='description')),
                    ('events', models.JSONField(default=list, verbose_name='events')),
                    ('state', models.CharField(choices=[('new', 'not confirmed'), ('on', 'active'), ('off', 'turned off'), ('failed', 'paused after failures'), ('gone', 'ended by the recipient')], default='on', max_length=6, verbose_name='state')),
                    ('seed', models.CharField(max_length=64)),
                    ('seed_before', models.CharField(blank=True, default='', max_length=64)),
                    ('before_until', models.DateTimeField(blank=True, null=True)),
                    ('created', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                    ('failures', models.PositiveIntegerField(default=0)),
                    ('failing_since', models.DateTimeField(blank=True, null=True)),
                    ('quiet_until', models.DateTimeField(blank=True, null=True)),
                    ('letter', models.CharField(blank=True, choices=[('', ''), ('waiting', 'waiting'), ('leaving', 'leaving'), ('sent', 'sent'), ('refused', 'refused')], default='', max_length=7)),
                    ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to=settings.AUTH_USER_MODEL, verbose_name='account')),
                ],
                options={
                    'verbose_name': 'webhook',
                    'verbose_name_plural': 'webhooks',
                },
            ),
            migrations.CreateModel(
                name='Contact',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('email', models.EmailField(max_length=254, verbose_name='e-mail address')),
                    ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='contact', to='federation.player', verbose_name='player')),
                ],
                options={
                    'verbose_name': 'contact',
                    'verbose_name_plural': 'contacts',
                },
            ),
            migrations.CreateModel(
                name='RecordClaim',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('state', models.CharField(choices=[('code', 'code sent'), ('waiting', 'waiting for the office'), ('held', 'confirmed'), ('refused', 'refused'), ('ended', 'ended')], max_length=7, verbose_name='state')),
                    ('text', models.CharField(blank=True, default='', max_length=500, verbose_name='message to the office')),
                    ('reason', models.CharField(blank=True, default='', max_length=500, verbose_name='reason')),
                    ('language', models.CharField(max_length=8, verbose_name='language')),
                    ('digest', models.CharField(blank=True, default='', max_length=64)),
                    ('tries', models.PositiveSmallIntegerField(default=0)),
                    ('expires', models.DateTimeField(blank=True, null=True)),
                    ('asked', models.DateTimeField(auto_now_add=True, verbose_name='asked')),
                    ('decided', models.DateTimeField(blank=True, null=True, verbose_name='decided')),
                    ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='record_claims', to=settings.AUTH_USER_MODEL, verbose_name='account')),
                    ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='federation.player', verbose_name='player')),
                ],
                options={
                    'verbose_name': 'record claim',
                    'verbose_name_plural': 'record claims',
                    'constraints': [models.UniqueConstraint(condition=models.Q(('state__in', ['code', 'waiting', 'held'])), fields=('account', 'player'), name='record_claim_once_an_account')],
                },
            ),
            migrations.CreateModel(
                name='CorrectionRequest',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('result', 'result of a game'), ('entry', 'player or club in a tournament'), ('name', 'name in the register'), ('club', 'club in the register')], max_length=6, verbose_name='what is wrong')),
                    ('tournament', models.PositiveIntegerField(blank=True, null=True, verbose_name='tournament')),
                    ('tournament_name', models.CharField(blank=True, default='', max_length=200)),
                    ('row', models.CharField(blank=True, default='', max_length=40, verbose_name='round or table')),
                    ('text', models.CharField(max_length=1000, verbose_name='what it should be')),
                    ('language', models.CharField(max_length=8)),
                    ('state', models.CharField(choices=[('open', 'waiting for the office'), ('accepted', 'corrected'), ('refused', 'rejected')], default='open', max_length=8, verbose_name='state')),
                    ('answer', models.CharField(blank=True, default='', max_length=500, verbose_name='answer')),
                    ('asked', models.DateTimeField(auto_now_add=True, verbose_name='asked')),
                    ('decided', models.DateTimeField(blank=True, null=True, verbose_name='decided')),
                    ('told', models.DateTimeField(blank=True, null=True)),
                    ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='account')),
                    ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='correction_requests', to='federation.player', verbose_name='player')),
                ],
                options={
                    'verbose_name': 'error report',
                    'verbose_name_plural': 'error reports',
                    'indexes': [models.Index(condition=models.Q(('state', 'open')), fields=['player'], name='correction_request_open')],
                },
            ),
            migrations.CreateModel(
                name='Listing',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('source', models.CharField(max_length=8)),
                    ('day', models.DateField(verbose_name='date of the list')),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='listings', to='federation.player', verbose_name='player')),
                ],
                options={
                    'verbose_name': 'player on a list',
                    'verbose_name_plural': 'players on lists',
                    'constraints': [models.UniqueConstraint(fields=('player', 'source'), name='listing_once_a_source')],
                },
            ),
            migrations.CreateModel(
                name='BirthDay',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('value', models.CharField(max_length=5, verbose_name='day of birth')),
                    ('stands', models.BooleanField(db_default=True, default=True)),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='birth_days', to='federation.player', verbose_name='player')),
                ],
                options={
                    'verbose_name': 'day of birth',
                    'verbose_name_plural': 'days of birth',
                    'constraints': [models.UniqueConstraint(condition=models.Q(('stands', True)), fields=('player',), name='birth_day_once_a_player')],
                },
            ),
            migrations.CreateModel(
                name='DataRequest',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(blank=True, default='', max_length=100, verbose_name='name')),
                    ('kind', models.CharField(choices=[('copy', 'copy of the data'), ('correction', 'correction'), ('erasure', 'erasure'), ('handover', 'transfer to another office'), ('objection', 'objection to being named')], max_length=10, verbose_name='request')),
                    ('text', models.CharField(blank=True, default='', max_length=1000, verbose_name='details')),
                    ('way', models.CharField(choices=[('page', 'My page'), ('email', 'e-mail'), ('post', 'by post'), ('phone', 'by phone'), ('person', 'in person')], max_length=6, verbose_name='received')),
                    ('came', models.DateField(verbose_name='received on')),
                    ('due', models.DateField(verbose_name='answer by')),
                    ('delay_reason', models.CharField(blank=True, default='', max_length=300, verbose_name='reason')),
                    ('state', models.CharField(choices=[('open', 'waiting for the office'), ('done', 'done'), ('refused', 'refused')], default='open', max_length=7, verbose_name='state')),
                    ('answer', models.CharField(blank=True, default='', max_length=1000, verbose_name='answer')),
                    ('answered', models.DateField(blank=True, null=True, verbose_name='answered on')),
                    ('account', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='data_requests', to='federation.player', verbose_name='player')),
                ],
                options={
                    'verbose_name': 'request about personal data',
                    'verbose_name_plural': 'requests about personal data',
                    'indexes': [models.Index(condition=models.Q(('state', 'open')), fields=['due'], name='data_request_open')],
                },
            ),
            migrations.CreateModel(
                name='OfficeLetter',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('noted', models.DateTimeField()),
                    ('sent', models.DateTimeField(null=True)),
                    ('account', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name': 'e-mail to the office',
                    'verbose_name_plural': 'e-mails to the office',
                },
            ),
            migrations.CreateModel(
                name='ListImport',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('filename', models.CharField(max_length=200, verbose_name='file')),
                    ('size', models.PositiveIntegerField(verbose_name='size')),
                    ('content', models.BinaryField()),
                    ('received', models.DateTimeField(auto_now_add=True, verbose_name='received')),
                    ('stage', models.CharField(choices=[('reading', 'being read'), ('planned', 'awaiting an officer'), ('applied', 'applied'), ('dropped', 'discarded'), ('refused', 'could not be read')], default='reading', max_length=8, verbose_name='stage')),
                    ('day_given', models.DateField(blank=True, null=True)),
                    ('list_date', models.DateField(blank=True, null=True, verbose_name='date of the list')),
                    ('format', models.CharField(blank=True, default='', max_length=20, verbose_name='format')),
                    ('counts', models.JSONField(default=dict)),
                    ('fingerprint', models.CharField(blank=True, default='', max_length=64)),
                    ('problem', models.JSONField(default=list)),
                    ('decided', models.DateTimeField(blank=True, null=True, verbose_name='decided')),
                    ('account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='account')),
                    ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                    ('job', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='federation.job')),
                    ('base', models.CharField(blank=True, db_default='', default='', max_length=20)),
                    ('line', models.BigIntegerField(null=True)),
                    ('known_only', models.BooleanField(db_default=False, default=False)),
                ],
                options={
                    'verbose_name': 'list',
                    'verbose_name_plural': 'lists',
                },
            ),
            migrations.CreateModel(
                name='WebhookMessage',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=40)),
                    ('place', models.BigIntegerField(null=True)),
                    ('type', models.CharField(max_length=40, verbose_name='event')),
                    ('state', models.CharField(choices=[('waiting', 'waiting'), ('delivered', 'delivered'), ('failed', 'given up')], default='waiting', max_length=9, verbose_name='state')),
                    ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                    ('due', models.DateTimeField(default=django.utils.timezone.now)),
                    ('claim', models.CharField(blank=True, default='', max_length=36)),
                    ('status', models.PositiveSmallIntegerField(null=True, verbose_name='answer')),
                    ('error', models.CharField(blank=True, default='', max_length=200, verbose_name='error')),
                    ('seconds', models.FloatField(null=True)),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, verbose_name='created')),
                    ('tried', models.DateTimeField(null=True, verbose_name='last attempt')),
                    ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='federation.webhook', verbose_name='webhook')),
                ],
                options={
                    'verbose_name': 'message of a webhook',
                    'verbose_name_plural': 'messages of webhooks',
                    'indexes': [models.Index(condition=models.Q(('state', 'waiting')), fields=['webhook', 'due'], name='webhook_message_waiting'), models.Index(fields=['created'], name='webhook_message_created')],
                    'constraints': [models.UniqueConstraint(fields=('webhook', 'name'), name='webhook_message_once')],
                },
            ),
            migrations.CreateModel(
                name='ClaimLetter',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('step', models.CharField(max_length=8)),
                    ('noted', models.DateTimeField(auto_now_add=True)),
                    ('sent', models.DateTimeField(null=True)),
                    ('taken', models.BooleanField(default=False)),
                    ('claim', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='letters', to='federation.recordclaim')),
                ],
                options={
                    'verbose_name': 'letter about a claim',
                    'verbose_name_plural': 'letters about claims',
                },
            ),
            migrations.CreateModel(
                name='AccountLetter',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(max_length=60)),
                    ('email', models.EmailField(max_length=254, verbose_name='e-mail address')),
                    ('language', models.CharField(max_length=8, verbose_name='language')),
                    ('site', models.CharField(max_length=300)),
                    ('facts', models.JSONField(default=dict)),
                    ('noted', models.DateTimeField(auto_now_add=True)),
                    ('letter', models.CharField(choices=[('waiting', 'waiting'), ('leaving', 'waiting'), ('refused', 'refused by the mail server')], default='waiting', max_length=7)),
                    ('invitation', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='letters', to='federation.invitation')),
                ],
                options={
                    'verbose_name': 'e-mail of an account',
                    'verbose_name_plural': 'e-mails of accounts',
                },
            ),
            migrations.CreateModel(
                name='ListDifference',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('new', 'New'), ('changed', 'Changed'), ('resembling', 'Similar'), ('gone', 'Not on the list'), ('refused', 'Not read')], max_length=10)),
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
            migrations.CreateModel(
                name='ListPiece',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('place', models.PositiveIntegerField()),
                    ('data', models.BinaryField()),
                    ('list', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pieces', to='federation.listimport')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('list', 'place'), name='piece_once_a_list')],
                },
            ),
        ]),
        migrations.AddField(
            model_name='club',
            name='region',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='clubs', to='federation.region', verbose_name='region'),
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
            field=models.BooleanField(db_default=False, default=False, verbose_name='contact details are public'),
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
            model_name='club',
            name='search_words',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=800),
        ),
        migrations.AddField(
            model_name='player',
            name='merged_into',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged', to='federation.player', verbose_name='merged into'),
        ),
        migrations.AddField(
            model_name='player',
            name='privacy',
            field=models.CharField(choices=[('public', 'by name'), ('initials', 'by initials'), ('anonymous', 'anonymously')], db_default='public', default='public', max_length=9, verbose_name='shown'),
        ),
        migrations.AddField(
            model_name='player',
            name='death',
            field=models.CharField(blank=True, db_default='', default='', max_length=10, verbose_name='deceased'),
        ),
        migrations.AddField(
            model_name='player',
            name='death_shown',
            field=models.BooleanField(db_default=False, default=False, verbose_name='year of death shown on the public page'),
        ),
        migrations.AddField(
            model_name='player',
            name='club_code',
            field=models.CharField(blank=True, db_default='', default='', max_length=16),
        ),
        migrations.AddField(
            model_name='player',
            name='club_text',
            field=models.CharField(blank=True, db_default='', default='', max_length=8, verbose_name='club named in a file'),
        ),
        migrations.AddField(
            model_name='player',
            name='country_text',
            field=models.CharField(blank=True, db_default='', default='', max_length=16, verbose_name='country named in a file'),
        ),
        migrations.AddField(
            model_name='player',
            name='sound_key',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=300),
        ),
        migrations.AddField(
            model_name='player',
            name='privacy_chosen',
            field=models.BooleanField(db_default=False, default=False, verbose_name='chosen'),
        ),
        migrations.AddField(
            model_name='player',
            name='club_hidden',
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AlterField(
            model_name='job',
            name='heartbeat',
            field=models.DateTimeField(blank=True, null=True, verbose_name='last activity'),
        ),
        migrations.AlterField(
            model_name='journalentry',
            name='act',
            field=models.CharField(max_length=40, verbose_name='action'),
        ),
        migrations.AlterModelManagers(
            name='club',
            managers=[
                ('all_clubs', django.db.models.manager.Manager()),
            ],
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('club_code', ''), _negated=True), fields=['club_code'], name='player_named_club'),
        ),
        migrations.RunPython(entrance.make_counted, entrance.drop_counted),
        migrations.RunPython(search.build, search.drop),
    ]
