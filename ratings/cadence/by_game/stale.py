"""Rated facts of a stream that have changed or wait: marks, counts, the job that rates them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import BigIntegerField, Count, F, Q, Value
from django.db.models.functions import Coalesce, Least

from federation.jobs import jobs
from federation.models import Account, Job
from ratings.cadence.by_game import facts as sources
from ratings.cadence.by_game.moments import day_at, moment_of
from ratings.models import RatingSystem, StreamLedger
from ratings.rulebook.policy import policy_of
from ratings.rulebook.streams import has_deviation
from tournaments.models import TableGame

WORK = "ratings.stream"  # the job


@dataclass(frozen=True, slots=True)
class Arrived:
    """Games of a stream that are not rated yet; `again`: older ones are being recomputed."""

    system: str
    games: int
    again: bool


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


@transaction.atomic
def enqueue_rating(system: str, account: Account | None = None) -> Job:
    """Enqueue the rating of a stream after the commit: a job that waits already, or one more."""
    job = jobs.request_once(WORK, arguments={"system": system}, account=account)
    jobs.enqueue_alone_after_commit(job)
    return job


def arrived(systems: Sequence[RatingSystem]) -> list[Arrived]:
    """Count the games behind the last one rated; one query, and asked only where there are some.

    Systems are annotated with `arrived`, `rated` (keys of games) and `moved_from`, as the home page reads
    them.
    """
    keys: Mapping[str, int] = {
        system.key: getattr(system, "rated", None) or 0
        for system in systems
        if (getattr(system, "arrived", None) or 0) > (getattr(system, "rated", None) or 0)
    }
    games: dict[str, int] = {}
    if keys:
        behind = Q()
        for key, last in keys.items():
            behind |= Q(system=key, pk__gt=last)
        rows = TableGame.objects.filter(behind, withdrawn=None).order_by().values_list("system")
        games = dict(rows.annotate(n=Count("pk")))
    arrivals = [
        Arrived(system.key, games.get(system.key, 0), getattr(system, "moved_from", None) is not None)
        for system in systems
    ]
    return [arrival for arrival in arrivals if arrival.games or arrival.again]


class FactsByGame:
    """Facts of systems that follow their games by themselves: `ratings.cadence.facts.Facts`."""

    arrived = staticmethod(arrived)
    waits = staticmethod(waits)
    mark_stale_since = staticmethod(mark)

    def mark_stale(self, system: RatingSystem, since: date) -> None:
        """Note the first moment of a day, 00:00 UTC; the job that rates the games begins there."""
        mark(system, moment_of(since))

    def enqueue_rating(self, system_key: str, account: Account | None) -> bool:
        """Enqueue at most one job that rates the games."""
        enqueue_rating(system_key, account)
        return True

    def level_fields(self, system_key: str) -> Collection[str]:
        """Return the games behind a level, and its deviation where the system has one."""
        return ("deviation", "games") if has_deviation(system_key) else ("games",)

    def first_day(self, system: RatingSystem) -> date:  # noqa: ARG002 - of any system
        """Return the first day there is: a replay begins at the first game whenever that was."""
        return date.min

    def last_day(self, system: RatingSystem) -> date | None:
        """Return the day (UTC) of the last game that is rated."""
        moment = ledger_of(system).moment
        return None if moment is None else day_at(moment)

    def check_rules(self, system_key: str, *, edition: str, parameters: Mapping[str, object]) -> None:
        """Raise LookupError for an unknown edition, the rulebook's errors for a constant."""
        policy_of(system_key, edition=edition, parameters=parameters)
