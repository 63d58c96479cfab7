"""Progress of a tournament into the lists, and who acts next."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Max, QuerySet

from ratings.cadence.pages import lists_moved_by
from ratings.cadence.shared.hypothetical_facts import sequence
from ratings.crosstables.crosstable_sql import first_lists, systems_and_runs
from ratings.models import PublishedList, RatingChange, RatingSystem
from ratings.rulebook.systems import played, refusal, takes
from tournaments.checks import submission_checks
from tournaments.models import Entry, Tournament
from tournaments.models.stages import ONCE_APPROVED, OPEN, Stage


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the way; `at` where the moment is known."""

    code: str
    done: bool
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Earlier:
    """The revision a system has rated before this one: its figures stand until the next run."""

    revision: int
    listed: PublishedList | None


@dataclass(frozen=True, slots=True)
class Counted:
    """The progress of the tournament in one system."""

    system: str
    rated: datetime | None
    listed: PublishedList | None
    due: date | None = None  # the list it counts for, where ratings move once a list
    earlier: Earlier | None = None  # None: this revision is rated, or none is


@dataclass(frozen=True, slots=True)
class Progress:
    """The way of one revision. `turn`: who acts next: "organiser", "officer", "" for no one."""

    steps: Sequence[Step]
    counted: Sequence[Counted]
    turn: str
    reason: str

    @property
    def reached(self) -> str:
        """The last step done."""
        return next(step.code for step in reversed(self.steps) if step.done)


def progress(tournament: Tournament, *, checked: bool | None = None) -> Progress:
    """Return the way of a revision; the queries do not grow with its entrants.

    `checked`: whether nothing hinders a submission, where the caller has looked already.
    """
    stage = Stage(tournament.stage)
    approved = stage in ONCE_APPROVED and tournament.decided is not None
    counted = _count_by_system(tournament) if stage is Stage.APPROVED else ()
    rated = [count.rated for count in counted if count.rated]
    listed = [count.listed.published for count in counted if count.listed and count.listed.published]
    is_rated, is_listed = (
        bool(counted) and len(rated) == len(counted),
        bool(counted) and len(listed) == len(counted),
    )
    open_ = stage in OPEN
    is_checked = not open_ or (
        not submission_checks.before_submission(tournament) if checked is None else checked
    )
    steps = (
        Step("received", done=True, at=tournament.upload.received if tournament.upload else None),
        Step("checked", is_checked),
        Step("submitted", approved or (tournament.submitted is not None and not open_), tournament.submitted),
        Step("approved", approved, tournament.decided if approved else None),
        Step("rated", is_rated, max(rated, default=None) if is_rated else None),
        Step("listed", is_listed, max(listed, default=None) if is_listed else None),
    )
    return Progress(steps, counted, _turn(stage, done=is_listed or not counted), tournament.reason)


def refusals(tournament: Tournament) -> Sequence[tuple[str, str]]:
    """Return why no system counts a tournament, by system; nothing where one does. One query."""
    facts, systems = played(tournament), list(RatingSystem.objects.filter(active=True))
    if any(takes(system, facts) for system in systems):
        return ()
    return [(system.key, reason) for system in systems if (reason := refusal(system, facts))]


def _turn(stage: Stage, *, done: bool) -> str:
    if stage in OPEN:
        return "organiser"
    if stage is Stage.SUBMITTED or (stage is Stage.APPROVED and not done):
        return "officer"
    return ""


def _count_by_system(tournament: Tournament) -> Sequence[Counted]:
    """Return system by system whether it is rated and on which list it came first."""
    lists = lists_moved_by(tournament)
    if lists:
        systems = {system.key: system for system in RatingSystem.objects.filter(active=True)}
        return [_of_list(systems[row.system], tournament, row.day, rated=bool(row.moves)) for row in lists]
    return _count_by_run(tournament)


def _count_by_run(tournament: Tournament) -> Sequence[Counted]:
    """Return the same where the tournament moves ratings by itself."""
    facts, runs = played(tournament), systems_and_runs(tournament.number)
    own = {
        system.key: (system, run) for system, run, revision in runs if run and revision == tournament.revision
    }
    waiting = [
        system.key
        for system, run, _revision in runs
        if run is None
        and system.stale_from is not None
        and system.stale_from <= tournament.start
        and takes(system, facts)
    ]
    lists = _first_lists([system for system, _run in own.values()], tournament) if own else {}
    return [
        *(Counted(key, run.decided, lists.get(system.pk)) for key, (system, run) in own.items()),
        *_count_earlier(tournament, {system: revision for system, _, revision in runs if revision}),
        *(Counted(key, None, None) for key in waiting),
    ]


def _count_earlier(tournament: Tournament, rated: Mapping[RatingSystem, int]) -> Iterator[Counted]:
    """Yield the systems that have rated another revision and wait for their next run."""
    others = {system: revision for system, revision in rated.items() if revision != tournament.revision}
    for revision in sorted(set(others.values())):
        before = Tournament.objects.get(number=tournament.number, revision=revision)
        systems = [system for system, number in others.items() if number == revision]
        lists = _first_lists(systems, before)
        for system in systems:
            yield Counted(system.key, None, None, earlier=Earlier(revision, lists.get(system.pk)))


def _first_lists(systems: Sequence[RatingSystem], tournament: Tournament) -> dict[int, PublishedList]:
    """Find by system a tournament's first list: dated behind it, with a later game of an entrant."""
    by_key = {system.pk: system for system in systems}
    lists: dict[int, PublishedList] = {}
    for entry in first_lists(sorted(by_key), tournament):
        entry.system = by_key[entry.system_id]
        lists.setdefault(entry.system_id, entry)
    return lists


def _of_list(system: RatingSystem, tournament: Tournament, day: date, *, rated: bool) -> Counted:
    """Return the list a tournament counts for: its first revision since the approval."""
    lists = _since(tournament, PublishedList.objects.filter(system=system, date=day))
    counted = RatingChange.objects.filter(
        system=system,
        sequence=sequence(day),
        player__in=Entry.objects.filter(tournament=tournament).values("player"),
        games__gt=0,
    )
    decided = counted.aggregate(at=Max("run__decided"))["at"] if rated else None
    first = lists.select_related("system").order_by("revision").first()
    return Counted(system.key, decided, first if rated else None, day)


def _since(tournament: Tournament, lists: QuerySet[PublishedList]) -> QuerySet[PublishedList]:
    """Keep the lists published since the approval; an archive may not know when it was."""
    ready = lists.filter(ready=True)
    return ready.filter(published__gte=tournament.decided) if tournament.decided else ready
