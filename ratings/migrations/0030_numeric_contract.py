"""Every system has a numeric contract; one that has ratings or lists keeps the functions they came from."""

from django.db import migrations, models


def keep_library(apps, schema_editor):
    systems = apps.get_model("ratings", "RatingSystem").objects
    begun = set(apps.get_model("ratings", "PublishedList").objects.values_list("system", flat=True).distinct())
    for name in ("CurrentRating", "GameHistory", "RatingChange"):
        model = apps.get_model("ratings", name)
        begun |= {key for key in systems.values_list("pk", flat=True) if model.objects.filter(system=key).exists()}
    systems.filter(pk__in=begun).update(numeric=1)


class Migration(migrations.Migration):
    dependencies = [("ratings", "0029_bundle_signatures")]
    operations = [
        migrations.AddField(
            model_name="ratingsystem",
            name="numeric",
            field=models.PositiveSmallIntegerField(
                choices=[
                    (1, "1: functions of this machine's C library"),
                    (2, "2: correctly rounded functions, the same bits on every machine"),
                ],
                db_default=2,
                default=2,
                verbose_name="numeric contract",
            ),
        ),
        migrations.RunPython(keep_library, migrations.RunPython.noop),
    ]
