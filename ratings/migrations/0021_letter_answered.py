"""A letter to a follower notes that its server has answered; of those before nobody asks any more."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("ratings", "0020_courses"),
    ]

    operations = [
        migrations.AddField(
            model_name="letter",
            name="answered",
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.AlterField(
            model_name="letter",
            name="answered",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
