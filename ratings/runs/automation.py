"""Automatic steps in a system without an officer, and the day of a month its lists are due."""

from dataclasses import asdict, dataclass
from datetime import date, timedelta

from django.db import transaction

from federation.journal import journal
from federation.models import Account
from ratings.cadence.shared.comparison import USUAL, Bounds
from ratings.models import RatingSystem

LAST_DAY = 28  # every month has it


@dataclass(frozen=True, slots=True)
class Schedule:
    """Which steps the clock takes; what raises an alarm always waits for an officer."""

    recalculate: bool = True
    approve: bool = False
    prepare: bool = False
    release: bool = False
    day: int | None = None  # of the month, where the rules of the system name none


USUAL_AUTOMATION = Schedule()


def schedule_of(system: RatingSystem) -> Schedule:
    """Return the schedule of a system; an unknown name is passed over."""
    usual = asdict(USUAL_AUTOMATION)
    return Schedule(**{**usual, **{name: value for name, value in system.schedule.items() if name in usual}})


@transaction.atomic
def set_schedule(system: RatingSystem, wanted: Schedule, *, account: Account | None) -> bool:
    """Store what differs from the usual schedule; return whether anything changed."""
    locked = RatingSystem.objects.select_for_update().get(pk=system.pk)
    before = schedule_of(locked)
    if before == wanted:
        return False
    usual, after = asdict(USUAL_AUTOMATION), asdict(wanted)
    own = {name: value for name, value in after.items() if value != usual[name]}
    RatingSystem.objects.filter(pk=locked.pk).update(schedule=own)
    moved = [name for name, value in after.items() if value != getattr(before, name)]
    journal.write(
        "system.schedule",
        locked,
        account=account,
        system=locked.key,
        before={name: getattr(before, name) for name in moved},
        after={name: after[name] for name in moved},
    )
    return True


def last_due(wanted: Schedule, today: date) -> date | None:
    """Return the day a list was due last; None where none is scheduled."""
    if wanted.day is None:
        return None
    month = today if wanted.day <= today.day else today.replace(day=1) - timedelta(days=1)
    return month.replace(day=wanted.day)


def next_due(wanted: Schedule, today: date) -> date | None:
    """Return the day the next list is due; None where none is scheduled."""
    if wanted.day is None:
        return None
    month = today if wanted.day > today.day else today.replace(day=1) + timedelta(days=31)
    return month.replace(day=wanted.day)


def bounds_of(system: RatingSystem) -> Bounds:
    """Return the bounds that hold in a system; an unknown name is passed over."""
    usual = asdict(USUAL)
    own = {name: value for name, value in system.bounds.items() if name in usual}
    return Bounds(**{**usual, **own})


@transaction.atomic
def set_bounds(system: RatingSystem, wanted: Bounds, *, account: Account | None) -> bool:
    """Store what differs from the usual bounds; return whether anything changed.

    Holds from the next run on.
    """
    locked = RatingSystem.objects.select_for_update().get(pk=system.pk)
    before, after = bounds_of(locked), wanted
    if before == after:
        return False
    usual = asdict(USUAL)
    own = {name: value for name, value in asdict(after).items() if value != usual[name]}
    RatingSystem.objects.filter(pk=locked.pk).update(bounds=own)
    moved = [name for name, value in asdict(after).items() if value != getattr(before, name)]
    journal.write(
        "system.bounds",
        locked,
        account=account,
        system=locked.key,
        before={name: getattr(before, name) for name in moved},
        after={name: getattr(after, name) for name in moved},
    )
    return True
