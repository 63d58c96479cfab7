"""Hears what moves the facts and marks what became stale; computes nothing."""

from datetime import date
from typing import Any

from django.dispatch import receiver

from ratings import recalculation
from ratings.models import RatingSystem
from tournaments.models import Tournament
from tournaments.signals import approved, reopened


@receiver([approved, reopened], dispatch_uid="ratings.tournament_moved")
def tournament_moved(tournament: Tournament, since: date, **_: Any) -> None:
    """Mark the systems stale that any revision of the tournament was handed in for."""
    revisions = Tournament.objects.filter(number=tournament.number).values_list("rated_for", flat=True)
    families = {family for rated_for in revisions for family in rated_for}
    for system in RatingSystem.objects.all():
        if system.key.partition("-")[0] in families:
            recalculation.mark_stale(system, since)
