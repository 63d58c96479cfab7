"""Public revisions: the approved one, else the one that was revoked; what is handed in, if shown."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from federation.journal import journal
from federation.models import Account
from tournaments.models import OfficeRule, Tournament
from tournaments.models.stages import SHOWN, Stage

_OPEN = (Stage.SUBMITTED.value, Stage.RETURNED.value)
_MOST = 500  # of those not approved, and as many of the others: more is an archive taken over


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


def shows_handed_in() -> bool:
    """Return whether submitted revisions are public; they are unless the office chose otherwise."""
    hidden = OfficeRule.objects.values_list("hides_handed_in", flat=True).first()
    return not hidden


@transaction.atomic
def choose_handed_in(*, shown: bool, account: Account) -> bool:
    """Choose whether submitted revisions are public; return whether anything changed."""
    office_rule, _made = OfficeRule.objects.select_for_update().get_or_create(pk=1)
    if office_rule.hides_handed_in is not shown:
        return False
    office_rule.hides_handed_in = not shown
    office_rule.save(update_fields=["hides_handed_in"])
    before, after = ("hidden", "shown") if shown else ("shown", "hidden")
    journal.write("office.handed-in", office_rule, account=account, before=before, after=after)
    return True


def handed_in(*, since: datetime, text: str = "") -> Sequence[Tournament]:
    """Return the newest revision of each number that waits, was returned, or was approved since a moment.

    Drafts are private; an archive that was taken over was never handed in. `text`: letters of the
    name or the place. Two queries.
    """
    named = Q(name__icontains=text) | Q(place__icontains=text) if text else Q()
    waiting = _newest(Q(stage__in=_OPEN)).filter(named).order_by("-submitted", "-pk")
    decided = _newest(Q(stage=Stage.APPROVED.value, decided__gte=since, submitted__isnull=False))
    return [*waiting[:_MOST], *decided.filter(named).order_by("-decided", "-pk")[:_MOST]]


def _newest(which: Q) -> QuerySet[Tournament]:
    """Select revisions behind which no further one was handed in."""
    newer = Tournament.objects.filter(
        number=OuterRef("number"),
        revision__gt=OuterRef("revision"),
        stage__in=(*_OPEN, Stage.APPROVED.value),
    )
    return Tournament.objects.filter(which).exclude(Exists(newer))
