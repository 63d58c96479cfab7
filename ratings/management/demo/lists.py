"""The office's work: manual events, seasons rated list by list, everything recalculated, the lists."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from django.db.models import Min
from django.utils import timezone

from federation.jobs import jobs
from federation.models import Job, Player
from ratings.cadence.shared.hypothetical_facts import day_of
from ratings.lists import publication
from ratings.management.demo import archive
from ratings.management.demo.archive import Candidates
from ratings.management.demo.membership import Office, noon
from ratings.models import ManualEvent, PublishedList, RatingChange, RatingRun, RatingSystem
from ratings.public_log.bundles import list_bundles as bundles
from ratings.runs import manual_events, recalculation
from ratings.runs.manual_events import Decision
from tournaments.management.demo.world import InventedTournament, World

QUARTERS = (1, 4, 7, 10)
OFFICE_TAKES = timedelta(days=5)  # from the day of a list to its publication


def decisions_of_the_office(
    world: World, played: Sequence[InventedTournament], players: Sequence[Player]
) -> list[Decision]:
    """Return one re-evaluation and one global adjustment far back, on the FFG ladder."""
    day, index = _comeback(played)
    return [
        Decision(
            kind=ManualEvent.Kind.REEVALUATION.value,
            date=day,
            label="Réévaluation après une longue absence",
            player=players[index],
            value=-350.0,
        ),
        Decision(
            kind=ManualEvent.Kind.ADJUSTMENT.value,
            date=date(world.plan.first_season + (world.plan.seasons + 2) // 3, 8, 31),
            label="Ajustement général de l'échelle",
            factor=0.97,
            offset=25.0,
        ),
    ]


def _comeback(played: Sequence[InventedTournament]) -> tuple[date, int]:
    """Return the day and the index of the player around 4 kyu back after the longest absence."""
    last: dict[int, date] = {}
    longest = (0, date.min, 0)
    for tournament in played:
        start = tournament.event.start
        for index, entrant in zip(tournament.people, tournament.report.entrants, strict=True):
            if entrant.grade in ("3k", "4k", "5k"):
                longest = max(longest, ((start - last.get(index, start)).days, start, index))
            last[index] = start
    return longest[1], longest[2]


def recalculate(system: RatingSystem, *, office: Office, put: bool) -> RatingRun:
    """Compute what is stale by the job the site would send; `put` makes the proposal stand.

    Raises RuntimeError when the job came to nothing.
    """
    run = recalculation.request_run(system, account=office.officer)
    job = jobs.run(run.job_id) if run.job_id else None
    if job is None or job.state != Job.State.DONE:
        raise RuntimeError(f"The recalculation of {system.key} failed: {job.error if job else 'no job'}")
    run.refresh_from_db()
    return recalculation.apply(run, account=office.officer) if put else run


def list_days(world: World) -> Iterator[date]:
    """Yield the first days of quarters since the first season, and of months in the last year."""
    today = world.plan.today
    year_ago = today.replace(year=today.year - 1, day=1)
    for year in range(world.plan.first_season, today.year + 1):
        for month in range(1, 13):
            day = date(year, month, 1)
            wanted = month in QUARTERS or day > year_ago
            if wanted and world.plan.span.first < day <= today:
                yield day


def publish(system: RatingSystem, day: date, moment: datetime, *, office: Office) -> PublishedList | None:
    """Publish the list of a day at a moment; None before anything is rated."""
    first = RatingChange.objects.filter(system=system).aggregate(first=Min("sequence"))["first"]
    if first is None or day <= day_of(first):
        return None
    published = publication.publish(system, day, account=office.officer)
    PublishedList.objects.filter(pk=published.pk).update(published=moment)
    return published


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
    decisions = sorted(decisions_of_the_office(world, approved, players), key=lambda decision: decision.date)
    waiting = list(approved)
    days = list(list_days(world))
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
            listed = (publish(system, day, moment, office=office) for system in systems)
            shown = [row for row in listed if row]
            for published in shown if day == days[-1] else ():
                bundles.make(published)
            yield shown


def rate(system: RatingSystem, moment: datetime, *, office: Office) -> None:
    """Compute and apply what is stale, as at a moment."""
    system.refresh_from_db()
    if system.stale_from is None:
        return
    run = recalculate(system, office=office, put=True)
    RatingRun.objects.filter(pk=run.pk).update(requested=moment, proposed=moment, decided=moment)


def _is_over(invented: InventedTournament, day: date, moment: datetime) -> bool:
    """Return whether a tournament counts for the list of a day and has ended before the office looks."""
    return invented.event.start <= day and invented.event.end < moment.date()


def _decide(decision: manual_events.Decision, *, office: Office) -> None:
    """Enter a decision of the office on its day."""
    event = manual_events.enter(RatingSystem.objects.get(key="ffg"), decision, account=office.officer)
    ManualEvent.objects.filter(pk=event.pk).update(entered=noon(decision.date))
