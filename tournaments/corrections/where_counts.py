"""Ratings a tournament counts for, decided by its organiser or the officer who reviews it."""

from collections.abc import Sequence

from django.db import transaction

from federation.journal import journal
from federation.models import Account
from federation.vocabulary.systems.catalogue import families_of
from tournaments.checks.problems import Problem, Refused
from tournaments.corrections import corrections
from tournaments.entrants import entries
from tournaments.models import Tournament
from tournaments.models.stages import OPEN, Stage
from tournaments.review import reservations
from tournaments.revisions import rounds


def seen(tournament: Tournament) -> str:
    """Return the token of a form, to detect other decisions meanwhile."""
    return rounds.digest({"rated_for": tournament.rated_for, "ruled": tournament.ruled})


def rule(tournament: Tournament, families: Sequence[str], *, account: Account, seen_as: str) -> bool:
    """Store where a tournament counts; return whether that differs from the value before.

    The organiser decides while they work on it, the officer while it waits for them. Raises entries.Closed,
    Refused when nothing is chosen, it was decided otherwise meanwhile or another officer holds it.
    """
    chosen = [family for family in families_of(tournament.discipline) if family in families]
    if not chosen:
        raise Refused(Problem("no-family"))
    with transaction.atomic():
        current = entries.lock_open(tournament, stages=(*OPEN, Stage.SUBMITTED))
        if current.stage == Stage.SUBMITTED:
            reservations.refuse_others(current, account=account)
        if seen_as != seen(current):
            raise Refused(Problem("changed-meanwhile"))
        before, changed = list(current.rated_for), sorted(current.rated_for) != sorted(chosen)
        Tournament.objects.filter(pk=current.pk).update(rated_for=chosen, ruled=True)
        journal.write(
            "tournament.ruled", current, account=account, number=current.number, before=before, after=chosen
        )
        if changed:
            current.rated_for = chosen
            corrections.note_facts(current, {"rated_for": before}, {"rated_for": chosen}, account)
    return changed
