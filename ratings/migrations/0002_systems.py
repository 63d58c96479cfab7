"""The Go systems this office runs: rows of policy; their rules are ratings.rulebook."""

from django.db import migrations

# key, position, edition ("" = by event date)
SYSTEMS = (("ffg", 1, ""), ("ffg-hybrid", 2, ""), ("egf", 3, "2021"))


def make_systems(apps, schema_editor):
    system = apps.get_model("ratings", "RatingSystem")
    for key, position, edition in SYSTEMS:
        system.objects.get_or_create(key=key, defaults={"position": position, "edition": edition})


class Migration(migrations.Migration):
    dependencies = [("ratings", "0001_initial")]
    operations = [migrations.RunPython(make_systems, migrations.RunPython.noop)]
