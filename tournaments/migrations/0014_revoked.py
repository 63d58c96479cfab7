"""A stage of its own for what was taken out of the facts: it was called superseded, with a reason."""

from typing import Any

from django.db import migrations, models

STAGES = [
    ("draft", "draft"),
    ("submitted", "submitted"),
    ("returned", "returned"),
    ("approved", "approved"),
    ("superseded", "superseded"),
    ("revoked", "revoked"),
    ("withdrawn", "withdrawn"),
]


def name_revoked(apps: Any, _editor: Any) -> None:
    """Call revoked what has a reason: whoever is superseded by a revision has none."""
    rows = apps.get_model("tournaments", "Tournament").objects.filter(stage="superseded")
    rows.exclude(reason="").update(stage="revoked")


def name_superseded(apps: Any, _editor: Any) -> None:
    """Call superseded what was revoked."""
    apps.get_model("tournaments", "Tournament").objects.filter(stage="revoked").update(stage="superseded")


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0013_answers_and_rulings"),
    ]

    operations = [
        migrations.AlterField(
            model_name="tournament",
            name="stage",
            field=models.CharField(choices=STAGES, default="draft", max_length=10, verbose_name="stage"),
        ),
        migrations.RunPython(name_revoked, name_superseded),
    ]
