"""Shared part of the two cadences by runs: staleness as a day, a state of the ledger."""

from datetime import date

from django.db.models import DateField, F, Min, Value
from django.db.models.functions import Coalesce, Least

from federation.models import Account
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.previous_list import Rows
from ratings.engines.contract import Floats
from ratings.models import ManualEvent, PublishedList, RatingRun, RatingSystem
from ratings.models.run import OPEN
from tournaments.models import Tournament
from tournaments.models.stages import Stage


def mark_stale(system: RatingSystem, since: date) -> None:
    """Note that facts from a day on have changed; the earliest day stands."""
    day = Value(since, output_field=DateField())
    RatingSystem.objects.filter(pk=system.pk).update(
        facts=F("facts") + 1, stale_from=Least(Coalesce(F("stale_from"), day), day)
    )


def why_not_ready(system: RatingSystem, day: date) -> str:
    """Return "stale" while facts up to a day wait to be rated, "open-run" while a run waits, else ""."""
    if system.stale_from is not None and system.stale_from <= day:
        return "stale"
    return "open-run" if RatingRun.objects.filter(system=system, stage__in=OPEN).exists() else ""


def is_fresh(prepared: PublishedList) -> bool:
    """Return whether no run was applied since a list was prepared."""
    return prepared.state == prepared.system.state


def has_moved(published: PublishedList, system: RatingSystem) -> bool:
    """Return whether ratings were applied since a list was published, or facts wait to be."""
    waiting = system.stale_from is not None and system.stale_from <= published.date
    return waiting or system.state != published.state


def by_player(players: Longs, ratings: Floats) -> dict[int, float]:
    """Return the ratings of those who have one, by player."""
    pairs = zip(players.tolist(), ratings.tolist(), strict=True)
    return {player: rating for player, rating in pairs if rating == rating}


def first_day() -> date:
    """Return the day of the oldest fact, from which a whole history is replayed."""
    facts = (
        Tournament.objects.filter(stage=Stage.APPROVED.value).aggregate(day=Min("start"))["day"],
        ManualEvent.objects.aggregate(day=Min("date"))["day"],
    )
    return min((day for day in facts if day), default=date.min)


def first_day_of(system: RatingSystem) -> date:
    """Return the day of the oldest fact a system may know: a tournament, or a decision of the office."""
    decisions = ManualEvent.objects.filter(system=system, withdrawn__isnull=True)
    return min(first_day(), decisions.aggregate(day=Min("date"))["day"] or date.max)


def record_basis(published: PublishedList, rows: Rows) -> None:
    """Leave the list as it is: the state of the system records its basis."""


def leave_to_officers(_system_key: str, _account: Account | None) -> bool:
    """Return False: an officer asks for a run, or the clock does."""
    return False
