"""What the clock does in a system: nothing of it is said, so everything stays as it was."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("ratings", "0022_choices"),
    ]

    operations = [
        migrations.AddField(
            model_name="ratingsystem",
            name="schedule",
            field=models.JSONField(blank=True, db_default={}, default=dict, verbose_name="schedule"),
        ),
    ]
