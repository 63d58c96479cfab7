"""Keys of rating systems of up to 30 characters."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0033_reported_round'),
    ]

    operations = [
        migrations.AlterField(
            model_name='listimport',
            name='base',
            field=models.CharField(blank=True, db_default='', default='', max_length=30),
        ),
    ]
