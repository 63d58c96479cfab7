"""State of every system at the end of a month, the next step of each, and taking it.

A step is taken only where it is the next one: a second click, or a second officer, changes nothing.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from django.utils.translation import gettext, gettext_noop

from federation.jobs import jobs
from federation.models import Account, Job
from ratings.cadence.lists import lists_of
from ratings.cadence.traits import systems_with_runs
from ratings.lists import build, list_files, list_preview, publication, revisions
from ratings.lists.revisions import Replacement
from ratings.models import PublishedList, RatingRun, RatingSystem
from ratings.models.run import OPEN, RunStage
from ratings.rulebook.systems import SYSTEMS
from ratings.runs import approval, recalculation
from ratings.runs.automation import Schedule, last_due, schedule_of

_OF_RUNS, _OF_LISTS = (recalculation.APPLY,), (publication.WORK, publication.PREPARE)


class Step(StrEnum):
    """What comes next in a system."""

    RECALCULATE = "recalculate"
    APPROVE = "approve"
    PREPARE = "prepare"
    RELEASE = "release"
    WORKING = "working"  # a job is under way
    WAITING = "waiting"  # for the system whose ratings its newcomers start from
    NOTHING = "nothing"


ACTS = (Step.RECALCULATE, Step.APPROVE, Step.PREPARE, Step.RELEASE)
NOT_NEXT = gettext_noop("Another step comes first: things have changed since the page was opened.")
SHOWN = gettext_noop("Someone else has already decided.")


class NotTaken(Exception):
    """Refusal of a step; the text gives the reason, in the reader's language."""


@dataclass(frozen=True, slots=True)
class Said:
    """Input for a step: the alarms that were looked at, by place; the note of a list."""

    answered: Collection[int] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class SystemState:
    """One system: what stands, what is open, and the day its list would have."""

    system: RatingSystem
    day: date  # of its newest list at least: an older one would be no news
    is_monthly: bool  # the rules name a list each month
    run: RatingRun | None
    newest: PublishedList | None
    unshown: PublishedList | None  # ordered or prepared
    job: Job | None
    waits_for: str = ""  # key of a system
    has_moved: bool = False  # ratings of the days of the newest list, since it was made
    replaces: Replacement | None = None  # what the prepared list changes, where it is a new revision

    @property
    def schedule(self) -> Schedule:
        """What the clock does here."""
        return schedule_of(self.system)

    @property
    def has_failed(self) -> bool:
        """Return whether the run asked for last was given up."""
        run = self.run
        return bool(run and run.stage == RunStage.REQUESTED and run.job and run.job.state == Job.State.FAILED)

    @property
    def fits(self) -> bool:
        """Return whether a proposal waits that still fits the facts."""
        run, system = self.run, self.system
        return bool(
            run
            and run.stage == RunStage.PROPOSED
            and (run.based_on_facts, run.based_on_state) == (system.facts, system.state)
        )

    @property
    def is_stale(self) -> bool:
        """Return whether facts wait that the list of the day has to know."""
        stale = self.system.stale_from
        return stale is not None and stale <= self.day

    @property
    def is_prepared(self) -> bool:
        """Return whether a list waits that can be shown as it is.

        A new revision of an older month holds up no list of this one: its own page shows it.
        """
        unshown = self.unshown
        if unshown is None or unshown.prepared is None or not build.is_fresh(unshown):
            return False
        if self.is_monthly and unshown.revision > 1 and unshown.date < self.day:
            return False
        return bool(unshown.files) or not list_files.has_files(self.system.key)

    @property
    def is_identical(self) -> bool:
        """Return whether the prepared list equals the published one."""
        return self.is_prepared and self.replaces is not None and self.replaces.is_identical

    @property
    def is_revision(self) -> bool:
        """Return whether the list of the day would replace one."""
        return self.newest is not None and self.newest.date == self.day

    @property
    def lacks_list(self) -> bool:
        """Return whether ratings stand, or a month is over, that no list has."""
        if self.newest is None:
            return self.system.state > 0
        if self.is_revision:
            return self.has_moved and not self.is_identical
        return self.is_monthly or self.newest.state != self.system.state

    @property
    def step(self) -> Step:
        """What comes next."""
        if self.job or (self.run and self.run.stage == RunStage.REQUESTED and not self.has_failed):
            return Step.WORKING
        if self.waits_for and (self.fits or self.is_stale or self.lacks_list):
            return Step.WAITING
        if self.fits:
            return Step.APPROVE
        if self.is_stale or (self.run and self.run.stage == RunStage.PROPOSED):
            return Step.RECALCULATE
        if self.is_prepared and not self.is_identical:
            return Step.RELEASE
        return Step.PREPARE if self.lacks_list else Step.NOTHING

    @property
    def work(self) -> Job | None:
        """The job that is under way, or was given up."""
        return self.job or (self.run.job if self.run else None)

    @property
    def alarms(self) -> int:
        """Count what the proposal warns of."""
        return len(self.run.alarms) if self.run and self.fits else 0


def closings(systems: Sequence[RatingSystem], today: date) -> list[SystemState]:
    """Return where systems stand whose ratings move by runs; four queries, some more for revisions."""
    open_runs = RatingRun.objects.filter(system__in=systems, stage__in=OPEN).select_related("job", "system")
    runs = {run.system_id: run for run in open_runs}
    lists = PublishedList.objects.filter(system__in=systems).select_related("system")
    newest = {published.system_id: published for published in lists.newest_of_each()}
    unshown = {
        published.system_id: published for published in lists.filter(ready=False).order_by("date", "revision")
    }
    busy = _busy()
    states: dict[str, SystemState] = {}
    for system in systems:
        rules, run, ordered = lists_of(system.key), runs.get(system.pk), unshown.get(system.pk)
        listed, day = newest.get(system.pk), rules.usual_list_day(today)
        states[system.key] = SystemState(
            system=system,
            day=max(day, listed.date) if listed else day,
            is_monthly=rules.next_list_day(today) is not None,
            run=run,
            newest=listed,
            unshown=ordered,
            job=busy.get(("run", _key(run))) or busy.get(("published", _key(ordered))),
            waits_for=_seed(system, states),
            has_moved=listed is not None and listed.date >= day and revisions.has_moved(listed),
            replaces=revisions.replacement_of(ordered) if ordered and ordered.prepared else None,
        )
    return list(states.values())


def _key(row: RatingRun | PublishedList | None) -> int:
    return row.pk if row else 0


def _seed(system: RatingSystem, states: Mapping[str, SystemState]) -> str:
    """Return the system a system waits for: its newcomers start from ratings that are about to move."""
    seed = states.get(SYSTEMS[system.key].seeds_from or "")
    moving = seed is not None and (seed.is_stale or seed.run is not None)
    return seed.system.key if seed is not None and moving else ""


def _busy() -> dict[tuple[str, int], Job]:
    """Return the jobs that apply a run or make a list, by what they work on; one query."""
    waiting = Job.objects.filter(
        kind__in=(*_OF_RUNS, *_OF_LISTS), state__in=(Job.State.QUEUED, Job.State.RUNNING)
    )
    return {(name, key): job for job in waiting for name, key in job.arguments.items()}


def take_step(
    closing: SystemState,
    step: Step,
    *,
    account: Account | None,
    answered: Collection[int] = (),
    note: str = "",
) -> None:
    """Take the next step of a system; `answered`: the alarms that were looked at, by place.

    `note`: what is printed on a list that is shown, instead of the note given when it was prepared. Raises
    NotTaken with the reason.
    """
    if closing.step is not step or step not in ACTS:
        raise NotTaken(gettext(NOT_NEXT))
    try:
        _TAKEN[step](closing, account, Said(answered, note.strip()))
    except (approval.UnansweredError, recalculation.RunDecidedError) as problem:
        raise NotTaken(approval.why_not(problem)) from None
    except publication.AlreadyPublishedError:
        raise NotTaken(gettext(SHOWN)) from None
    except publication.NotReadyError as problem:
        raise NotTaken(gettext(publication.TEXTS[problem.code])) from None


def _recalculate(closing: SystemState, account: Account | None, _said: Said) -> None:
    run = recalculation.request_run(closing.system, account=account)
    if run.job:
        jobs.enqueue_after_commit(run.job)


def _approve(closing: SystemState, account: Account | None, remarks: Said) -> None:
    if closing.run is not None:
        approval.approve(closing.run, account=account, answered=remarks.answered)


def _prepare(closing: SystemState, account: Account | None, _said: Said) -> None:
    wanted = publication.ListRequest(closing.day)
    _ordered, job = publication.request(closing.system, wanted, account=account, show=False)
    jobs.enqueue_after_commit(job)


def _release(closing: SystemState, account: Account | None, remarks: Said) -> None:
    if closing.unshown is not None:
        options = publication.ReleaseOptions(remarks.note or closing.unshown.note)
        publication.release(closing.unshown.pk, options, account=account)


def take_due(today: date) -> list[str]:
    """Take the steps the office leaves to the clock; return the keys of the systems where one was taken.

    Alarms, lists an officer has prepared, and new revisions, which need a reason, wait for the officer.
    """
    done = []
    for closing in closings(list(systems_with_runs().filter(active=True)), today):
        due = _due(closing, today)
        if due is not None and _may_take(due):
            with suppress(NotTaken):
                take_step(due, due.step, account=None)
                done.append(due.system.key)
    return done


def _due(closing: SystemState, today: date) -> SystemState | None:
    """Return the state of a system for the list that is due; None if the office chooses days."""
    if closing.is_monthly or closing.step is Step.APPROVE:
        return closing
    day = last_due(closing.schedule, today)
    if day is None or (closing.newest is not None and closing.newest.date >= day):
        return None
    return replace(closing, day=day)


def _may_take(closing: SystemState) -> bool:
    """Return whether the office leaves the next step of a system to the clock, and nothing is odd."""
    schedule, step = closing.schedule, closing.step
    if step is Step.APPROVE:
        return schedule.approve and not closing.alarms
    if step is Step.RELEASE and closing.unshown is not None:
        made_by_clock = closing.unshown.published_by_id is None
        is_first = closing.unshown.revision == 1
        by_clock = schedule.release and made_by_clock and is_first
        return by_clock and not list_preview.alarms_of(closing.unshown)
    return step is Step.PREPARE and schedule.prepare and not closing.is_revision


_TAKEN = {
    Step.RECALCULATE: _recalculate,
    Step.APPROVE: _approve,
    Step.PREPARE: _prepare,
    Step.RELEASE: _release,
}
