"""Systems that have ratings or lists keep what release 1.0.0 computed, until the office takes the newer rules."""

from django.db import migrations

AS_IN_1_0 = {
    "ffg": {"exempt_counts_all": False},
    "ffg-hybrid": {"exempt_counts_all": False},
    "egf": {"least_minutes": 0},
}


def keep_as_in_1_0(apps, schema_editor):
    systems = apps.get_model("ratings", "RatingSystem").objects
    begun = set(apps.get_model("ratings", "PublishedList").objects.values_list("system", flat=True).distinct())
    for name in ("CurrentRating", "GameHistory", "RatingChange"):
        model = apps.get_model("ratings", name)
        begun |= {key for key in systems.values_list("pk", flat=True) if model.objects.filter(system=key).exists()}
    for system in systems.filter(pk__in=begun, key__in=AS_IN_1_0):
        system.parameters = AS_IN_1_0[system.key] | system.parameters
        system.save(update_fields=["parameters"])


class Migration(migrations.Migration):
    dependencies = [("ratings", "0039_imported_replace")]
    operations = [migrations.RunPython(keep_as_in_1_0, migrations.RunPython.noop)]
