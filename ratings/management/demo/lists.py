"""The office's work: manual events, the recalculation of everything, the lists of ten seasons."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from django.db.models import Min

from federation.jobs import jobs
from federation.models import Job, Player
from ratings.cadence.shared.sequence import day_of
from ratings.lists import publication
from ratings.management.demo.membership import Office
from ratings.models import ManualEvent, PublishedList, RatingChange, RatingRun, RatingSystem
from ratings.runs import recalculation
from ratings.runs.manual_events import Decision
from tournaments.management.demo.world import InventedTournament, World

QUARTERS = (1, 4, 7, 10)


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
