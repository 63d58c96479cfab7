from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ratings', '0004_words'),
    ]

    operations = [
        migrations.AddField(
            model_name='listentry',
            name='fide',
            field=models.CharField(db_default='', default='', max_length=16),
        ),
        migrations.AddField(
            model_name='listentry',
            name='k',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='listentry',
            name='other_titles',
            field=models.CharField(db_default='', default='', max_length=40),
        ),
        migrations.AddField(
            model_name='listentry',
            name='period_games',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='listentry',
            name='title',
            field=models.CharField(db_default='', default='', max_length=3),
        ),
        migrations.AddField(
            model_name='listentry',
            name='women_title',
            field=models.CharField(db_default='', default='', max_length=3),
        ),
        migrations.AddField(
            model_name='manualevent',
            name='games',
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name='rated games'),
        ),
        migrations.AddField(
            model_name='manualevent',
            name='k',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='manualevent',
            name='peak',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='highest rating'),
        ),
        migrations.AddField(
            model_name='proposal',
            name='hundredths',
            field=models.IntegerField(null=True),
        ),
        migrations.AddField(
            model_name='proposal',
            name='k',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='proposal',
            name='peak',
            field=models.IntegerField(null=True),
        ),
        migrations.AddField(
            model_name='publishedlist',
            name='files',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='hundredths',
            field=models.IntegerField(null=True),
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='k',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='peak',
            field=models.IntegerField(null=True),
        ),
        migrations.AlterField(
            model_name='manualevent',
            name='kind',
            field=models.CharField(choices=[('initial', 'initial level'), ('base', 'imported list'), ('correction', 'corrected base'), ('reevaluation', 're-evaluation'), ('reset', 'reset'), ('adjustment', 'adjustment')], max_length=12, verbose_name='kind'),
        ),
    ]
