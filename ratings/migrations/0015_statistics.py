import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ratings", "0014_preview")]

    operations = [
        migrations.CreateModel(
            name="Statistic",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=12, verbose_name="kind")),
                ("state", models.PositiveIntegerField(verbose_name="state")),
                ("newest", models.BigIntegerField()),
                ("made", models.DateTimeField(verbose_name="made")),
                ("data", models.JSONField(verbose_name="figures")),
                (
                    "system",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="statistics",
                        to="ratings.ratingsystem",
                    ),
                ),
            ],
            options={
                "verbose_name": "statistic",
                "verbose_name_plural": "statistics",
                "constraints": [
                    models.UniqueConstraint(fields=("system", "kind"), name="statistic_once")
                ],
            },
        ),
    ]
