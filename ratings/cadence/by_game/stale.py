"""Marks of a stream's rated facts that have changed; and whether facts wait to be rated."""

from django.db.models import BigIntegerField, F, Value
from django.db.models.functions import Coalesce, Least

from ratings.cadence.by_game import facts as sources
from ratings.models import RatingSystem, StreamLedger


def mark(system: RatingSystem, since: int) -> None:
    """Note that facts of a stream from a moment on have changed; the earliest moment stands."""
    at = Value(since, output_field=BigIntegerField())
    # The system before its ledger, in the order in which rating locks them: no deadlock.
    RatingSystem.objects.filter(pk=system.pk).update(facts=F("facts") + 1)
    ledger_of(system)
    StreamLedger.objects.filter(system=system).update(moved_from=Least(Coalesce(F("moved_from"), at), at))


def ledger_of(system: RatingSystem) -> StreamLedger:
    """Return how far a stream is rated."""
    return StreamLedger.objects.get_or_create(system=system)[0]


def waits(system: RatingSystem, *, before: int = sources.END) -> bool:
    """Return whether facts before a moment have not been rated yet."""
    ledger = ledger_of(system)
    if ledger.moved_from is not None and ledger.moved_from < before:
        return True
    return sources.waits(system, behind=ledger.last_key, before=before)
