"""Two numbers of one person, and everything the tables say."""

from datetime import date
from typing import Any

from django.apps import apps

from federation.models import (
    Licence,
    Player,
)
from federation.register import register
from federation.register.merging import Choice
from federation.register.register import Newcomer
from tests.federation.clubs import make_club

DAY = date(2026, 3, 1)
WHY = Choice(reason="One person, two licences.")
LEFT_OUT = {"journalentry", "journalhead", "merge", "ratingsystem", "job", "streamledger"}


def everything() -> dict[str, list[dict[str, Any]]]:
    """Return every row of every table of ours, journal and merges aside."""
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values())
        for model in apps.get_models()
        if model._meta.app_label in ("federation", "tournaments", "ratings", "laboratory")
        and model._meta.model_name not in LEFT_OUT
    }


def two() -> tuple[Player, Player]:
    """Enrol one person twice, as two lists knew her, with all that may belong to a player."""
    for label, country in (("38Gr", "FR"), ("75Op", "DK")):
        make_club(label, country)
    kept = register.enrol(
        Newcomer("HØLM", "Anna", "FR", "38Gr", "3d", {"ffg": "0712345", "egd": "99000011"}), account=None
    )
    gone = register.enrol(
        Newcomer("Holm", "Anne", "DK", "75Op", "2d", {"ffg": "0799999", "fide": "1234567"}), account=None
    )
    Player.objects.filter(pk=gone.pk).update(birth_year=1990, title="FM")
    register.add_known_name(kept, "Holm A.", account=None)
    register.add_known_name(gone, "HOLM A", account=None)
    register.add_known_name(gone, "Annie Holm", account=None)
    register.declare_grade(gone, "1d", since=date(2020, 1, 1), account=None)
    Licence.objects.create(player=kept, season=2025, status="L")
    Licence.objects.create(player=gone, season=2025, status="e")
    Licence.objects.create(player=gone, season=2024, status="L")
    kept.refresh_from_db()
    gone.refresh_from_db()
    return kept, gone
