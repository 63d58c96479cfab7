"""Whether the office hides what is handed in."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0015_four_eyes'),
    ]

    operations = [
        migrations.AddField(
            model_name='officerule',
            name='hides_handed_in',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
