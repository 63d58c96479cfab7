"""Keys of rating systems of up to 30 characters."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ratings', '0040_rules_since_1_0'),
    ]

    operations = [
        migrations.AlterField(
            model_name='ratingsystem',
            name='key',
            field=models.SlugField(max_length=30, unique=True, verbose_name='key'),
        ),
    ]
