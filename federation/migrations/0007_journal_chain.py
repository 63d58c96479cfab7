"""Place and digests of journal lines, and the end of their chain."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0006_tokens'),
    ]

    operations = [
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
            },
        ),
        migrations.AddField(
            model_name='journalentry',
            name='digest',
            field=models.CharField(db_default='', default='', max_length=64, verbose_name='digest'),
        ),
        migrations.AddField(
            model_name='journalentry',
            name='place',
            field=models.BigIntegerField(null=True, unique=True, verbose_name='place in the chain'),
        ),
        migrations.AddField(
            model_name='journalentry',
            name='previous',
            field=models.CharField(db_default='', default='', max_length=64),
        ),
        migrations.AddIndex(
            model_name='journalentry',
            index=models.Index(fields=['act', '-at'], name='journal_act'),
        ),
        migrations.AddIndex(
            model_name='journalentry',
            index=models.Index(condition=models.Q(('digest', '')), fields=['id'], name='journal_unsealed'),
        ),
        migrations.AddConstraint(
            model_name='journalhead',
            constraint=models.CheckConstraint(condition=models.Q(('id', 1)), name='journal_head_one'),
        ),
    ]
