"""What a list can be filtered by, stored from the next list on; of those before it is found when it is asked."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("ratings", "0021_letter_answered"),
    ]

    operations = [
        migrations.CreateModel(
            name="ListChoices",
            fields=[
                (
                    "list",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="choices",
                        serialize=False,
                        to="ratings.publishedlist",
                    ),
                ),
                ("known", models.JSONField(default=dict)),
            ],
        ),
    ]
