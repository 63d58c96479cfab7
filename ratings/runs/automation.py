"""Automatic steps in a system without an officer, the day its lists are due, the bounds of its alarms."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from typing import Any

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
    return Schedule(**_known(USUAL_AUTOMATION, system.schedule))


def set_schedule(system: RatingSystem, wanted: Schedule, *, account: Account | None) -> bool:
    """Store what differs from the usual schedule; return whether anything changed."""
    return _store(system, "schedule", schedule_of, wanted, USUAL_AUTOMATION, account)


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
    return Bounds(**_known(USUAL, system.bounds))


def set_bounds(system: RatingSystem, wanted: Bounds, *, account: Account | None) -> bool:
    """Store what differs from the usual bounds; return whether anything changed.

    Holds from the next run on.
    """
    return _store(system, "bounds", bounds_of, wanted, USUAL, account)


def _known(usual: Schedule | Bounds, stored: Mapping[str, Any]) -> dict[str, Any]:
    names = asdict(usual)
    return names | {name: value for name, value in stored.items() if name in names}


@transaction.atomic
def _store(
    system: RatingSystem,
    field: str,
    read: Callable[[RatingSystem], Schedule | Bounds],
    wanted: Schedule | Bounds,
    usual: Schedule | Bounds,
    account: Account | None,
) -> bool:
    """Store the values of a field of a system that are not the usual ones, with a journal line."""
    locked = RatingSystem.objects.select_for_update().get(pk=system.pk)
    before, after, common = asdict(read(locked)), asdict(wanted), asdict(usual)
    if before == after:
        return False
    own = {name: value for name, value in after.items() if value != common[name]}
    RatingSystem.objects.filter(pk=locked.pk).update(**{field: own})
    moved = [name for name, value in after.items() if value != before[name]]
    journal.write(
        f"system.{field}",
        locked,
        account=account,
        system=locked.key,
        before={name: before[name] for name in moved},
        after={name: after[name] for name in moved},
    )
    return True
