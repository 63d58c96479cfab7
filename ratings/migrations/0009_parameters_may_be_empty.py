from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ratings', '0008_list_by_federation'),
    ]

    operations = [
        migrations.AlterField(
            model_name='ratingsystem',
            name='parameters',
            field=models.JSONField(blank=True, default=dict, verbose_name='parameters'),
        ),
    ]
