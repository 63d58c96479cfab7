"""What the two cadences share whose ratings move by runs: staleness as a day, a state of the ledger."""

from datetime import date

from django.db.models import DateField, F, Value
from django.db.models.functions import Coalesce, Least

from ratings.cadence.shared.columns import Longs
from ratings.engines.contract import Floats
from ratings.models import PublishedList, RatingRun, RatingSystem
from ratings.models.run_stages import OPEN


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
