"""Public revision of a tournament: the approved one, else the one that was revoked."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models import Tournament
from tournaments.models.stages import SHOWN, Stage


def public_revision(number: int) -> QuerySet[Tournament]:
    """Return the public revision of a number; None where none was approved."""
    # "approved" sorts before "revoked", and what stands hides what was taken out.
    rows = Tournament.objects.filter(number=number, stage__in=SHOWN).order_by("stage", "-revision")
    return rows.filter(pk__in=rows.values("pk")[:1])


def public_tournaments() -> QuerySet[Tournament]:
    """Return the revision everybody sees of every number."""
    newer = Q(stage=Stage.APPROVED.value) | Q(stage=Stage.REVOKED.value, revision__gt=OuterRef("revision"))
    hidden = Exists(Tournament.objects.filter(newer, number=OuterRef("number")))
    return Tournament.objects.filter(
        Q(stage=Stage.APPROVED.value) | Q(Q(stage=Stage.REVOKED.value) & ~hidden)
    )


def waiting_revision(number: int) -> Tournament | None:
    """Return the newest revision of a number that is on its way to an approval."""
    known = Tournament.objects.filter(number=number).select_related("upload").defer("upload__content")
    waiting = known.filter(stage__in=(Stage.SUBMITTED.value, Stage.RETURNED.value))
    return waiting.order_by("-revision").first()
