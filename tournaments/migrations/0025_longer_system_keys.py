"""Keys of rating systems of up to 30 characters."""

import tournaments.models.pairing_program
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0024_game_server_stakes'),
    ]

    operations = [
        migrations.AlterField(
            model_name='expectedtournament',
            name='rated_by',
            field=models.CharField(blank=True, choices=tournaments.models.pairing_program.rating_choices, default=tournaments.models.pairing_program.usual_rating, max_length=30, verbose_name='Ratings'),
        ),
        migrations.AlterField(
            model_name='stream',
            name='system',
            field=models.CharField(max_length=30, unique=True, verbose_name='rating system'),
        ),
        migrations.AlterField(
            model_name='tablegame',
            name='system',
            field=models.CharField(max_length=30, verbose_name='rating system'),
        ),
    ]
