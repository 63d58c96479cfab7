from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0002_words'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='birth_year',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='entry',
            name='rating_written',
            field=models.IntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='entry',
            name='sex',
            field=models.CharField(blank=True, db_default='', default='', max_length=1),
        ),
        migrations.AddField(
            model_name='entry',
            name='title',
            field=models.CharField(blank=True, db_default='', default='', max_length=3),
        ),
        migrations.AddField(
            model_name='tournament',
            name='discipline',
            field=models.CharField(choices=[('go', 'Go'), ('chess', 'chess')], db_default='go', default='go', max_length=8, verbose_name='discipline'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='official',
            field=models.BooleanField(db_default=False, default=False, verbose_name='official event of FIDE'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='rate',
            field=models.CharField(blank=True, choices=[('standard', 'standard'), ('rapid', 'rapid'), ('blitz', 'blitz')], db_default='', default='', max_length=8, verbose_name='rate of play'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='reported',
            field=models.DateField(blank=True, null=True, verbose_name='reported'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='round_dates',
            field=models.JSONField(blank=True, db_default=[], default=list),
        ),
    ]
