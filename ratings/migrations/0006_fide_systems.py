"""The FIDE systems: an office switches its own on."""

from django.db import migrations

SYSTEMS = (("fide-standard", 11), ("fide-rapid", 12), ("fide-blitz", 13))


def make_systems(apps, schema_editor):
    system = apps.get_model("ratings", "RatingSystem")
    for key, position in SYSTEMS:
        system.objects.get_or_create(key=key, defaults={"position": position, "active": False})


class Migration(migrations.Migration):
    dependencies = [("ratings", "0005_periods")]
    operations = [migrations.RunPython(make_systems, migrations.RunPython.noop)]
