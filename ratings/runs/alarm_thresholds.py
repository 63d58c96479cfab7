"""The bounds of alarms of a system: those of the office where it has its own, else the usual ones."""

from dataclasses import asdict

from django.db import transaction

from federation.journal import journal
from federation.models import Account
from ratings.cadence.shared.comparison import USUAL, Bounds
from ratings.models import RatingSystem


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
