"""What games of the ladder are played for, by the kind of game of their server."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0023_search_trigrams'),
    ]

    operations = [
        migrations.AddField(
            model_name='gameserver',
            name='stakes',
            field=models.CharField(choices=[('usual', '32 points'), ('per-opponent', '8 points per opponent (Ticket to Ride)')], db_default='usual', default='usual', max_length=12, verbose_name='points at stake'),
        ),
    ]
