"""Imported ratings replace earlier ones from their day on; where a list was imported before, nothing moves."""

from django.db import migrations, models


def keep_as_it_was(apps, schema_editor):
    imported = apps.get_model("ratings", "ManualEvent").objects.filter(kind="base", withdrawn=None)
    systems = apps.get_model("ratings", "RatingSystem").objects
    systems.filter(pk__in=set(imported.values_list("system", flat=True).distinct())).update(imported_replace=False)


class Migration(migrations.Migration):
    dependencies = [("ratings", "0038_history_one_index")]
    operations = [
        migrations.AddField(
            model_name="ratingsystem",
            name="imported_replace",
            field=models.BooleanField(
                db_default=True, default=True, verbose_name="imported ratings replace earlier ones"
            ),
        ),
        migrations.RunPython(keep_as_it_was, migrations.RunPython.noop),
    ]
