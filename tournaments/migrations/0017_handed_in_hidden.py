"""Whether the office hides what is handed in."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0016_letter_of_revocation'),
    ]

    operations = [
        migrations.AddField(
            model_name='officerule',
            name='hides_handed_in',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
