"""Start scores of McMahon tournaments, as their files have them."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0009_declined"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="mcmahon",
            field=models.JSONField(blank=True, default=None, null=True),
        ),
    ]
