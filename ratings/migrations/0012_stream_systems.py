"""The systems of game streams: an office switches its own on."""

from django.db import migrations

SYSTEMS = (
    ("fics-standard", 21),
    ("fics-blitz", 22),
    ("fics-lightning", 23),
    ("fics-wild", 24),
    ("fics-bughouse", 25),
    ("ladder", 31),
)


def make_systems(apps, schema_editor):
    system = apps.get_model("ratings", "RatingSystem")
    for key, position in SYSTEMS:
        system.objects.get_or_create(key=key, defaults={"position": position, "active": False})


class Migration(migrations.Migration):
    dependencies = [("ratings", "0011_streams")]
    operations = [migrations.RunPython(make_systems, migrations.RunPython.noop)]
