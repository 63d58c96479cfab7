"""Seasons of Go: quarter by quarter handed in, approved, rated and listed, each act on its day."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from django.utils import timezone

from federation.models import Player
from ratings.management.demo import archive, lists
from ratings.management.demo.archive import Candidates
from ratings.management.demo.membership import Office, noon
from ratings.models import ManualEvent, PublishedList, RatingRun, RatingSystem
from ratings.public_log.bundles import list_bundles as bundles
from ratings.runs import manual_events, recalculation
from tournaments.management.demo.world import InventedTournament, World

OFFICE_TAKES = timedelta(days=5)  # from the day of a list to its publication


def play(
    world: World,
    approved: Sequence[InventedTournament],
    players: Sequence[Player],
    systems: Sequence[RatingSystem],
    *,
    office: Office,
) -> Iterator[list[PublishedList]]:
    """File, rate and publish what was played up to each list, then what came after; yield the lists.

    `systems` in the order they seed from each other.
    """
    candidates = Candidates(players)
    decisions = sorted(
        lists.decisions_of_the_office(world, approved, players), key=lambda decision: decision.date
    )
    waiting = list(approved)
    days = list(lists.list_days(world))
    for day in [*days, None]:
        now = timezone.now()
        moment = min(noon(day + OFFICE_TAKES), now) if day else now
        played = [each for each in waiting if day is None or _is_over(each, day, moment)]
        waiting = [each for each in waiting if day and not _is_over(each, day, moment)]
        # Everything is decided before the list it counts for is rated and published.
        archive.file_away(played, candidates, office=office, now=moment - timedelta(hours=1))
        while decisions and decisions[0].date <= (day or date.max):
            _decide(decisions.pop(0), office=office)
        for system in systems:
            if played:
                recalculation.mark_stale(system, min(each.event.start for each in played))
            rate(system, moment, office=office)
        if day:
            listed = (lists.publish(system, day, moment, office=office) for system in systems)
            shown = [row for row in listed if row]
            for published in shown if day == days[-1] else ():
                bundles.make(published)
            yield shown


def rate(system: RatingSystem, moment: datetime, *, office: Office) -> None:
    """Compute and apply what is stale, as at a moment."""
    system.refresh_from_db()
    if system.stale_from is None:
        return
    run = lists.recalculate(system, office=office, put=True)
    RatingRun.objects.filter(pk=run.pk).update(requested=moment, proposed=moment, decided=moment)


def _is_over(invented: InventedTournament, day: date, moment: datetime) -> bool:
    """Return whether a tournament counts for the list of a day and has ended before the office looks."""
    return invented.event.start <= day and invented.event.end < moment.date()


def _decide(decision: manual_events.Decision, *, office: Office) -> None:
    """Enter a decision of the office on its day."""
    event = manual_events.enter(RatingSystem.objects.get(key="ffg"), decision, account=office.officer)
    ManualEvent.objects.filter(pk=event.pk).update(entered=noon(decision.date))
