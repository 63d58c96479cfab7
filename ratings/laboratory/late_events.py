"""Sensitivity of ratings to the order of late tournaments: computed and stored by a job."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import numpy as np
from django.utils.translation import gettext_noop

from federation.models import JournalEntry
from ratings.cadence.shared.columns import Longs
from ratings.laboratory.job_figures import Figures
from ratings.models import RatingSystem
from ratings.previews.steady import retry_if_moved
from ratings.statistics import lists
from tournaments.models import Tournament
from tournaments.models.stages import Stage

WORK, KIND = "ratings.late_events", "late"
FIGURES = Figures(WORK, KIND, layout=1)
GRACE = 31  # days between the day of a tournament and its approval that are no delay
_EVER = datetime.min.replace(tzinfo=UTC)  # before every moment
_APPROVED = (Stage.APPROVED.value, Stage.SUPERSEDED.value)  # once in force, or now
ReportProgress = Callable[[float, str], None]


def compute(
    system: RatingSystem, *, report: ReportProgress = lambda _percent, _message: None
) -> dict[str, Any]:
    """Replay a system by the order of arrival beside that of the days, and keep what moves."""
    from ratings.laboratory import grounds
    from ratings.laboratory.figures import by_event  # here, because pages need no kernels
    from ratings.laboratory.figures.by_event import EventGround

    report(5, gettext_noop("reading the data"))
    loaded = retry_if_moved(lambda: grounds.load(system))
    if not isinstance(loaded.ground, EventGround):
        raise TypeError(f"{system.key} is not rated tournament by tournament")
    report(40, gettext_noop("calculating"))
    found = by_event.compare_arrival(loaded.ground, arrivals(loaded.tournament), grace=GRACE)
    return FIGURES.keep(loaded.system, found, newest=lists.state_of_lists(loaded.system))


def arrivals(tournaments: Longs) -> Longs:
    """Return the day since which each tournament counts; 0: not known, or a decision of the office.

    It is the day of the first approval of any of its revisions, after a revocation that of the first approval
    that followed: meanwhile it did not count. `tournaments` are primary keys of the revisions in force, 0 for
    decisions.
    """
    approved = Tournament.objects.exclude(decided=None).filter(stage__in=_APPROVED)
    revoked = _last_revocations()
    first: dict[int, datetime] = {}
    for number, decided in approved.order_by("decided").values_list("number", "decided"):
        if decided and decided > revoked.get(number, _EVER):
            first.setdefault(number, decided)
    numbers = Tournament.objects.filter(number__in=first).values_list("pk", "number")
    day_of = {key: first[number].date().toordinal() for key, number in numbers}
    return np.array([day_of.get(key, 0) for key in tournaments.tolist()], np.int64)


def _last_revocations() -> dict[int, datetime]:
    """Return when each tournament was revoked last, by its number; the journal alone remembers all."""
    lines = JournalEntry.objects.filter(act="tournament.revoked", subject="tournament")
    last = {int(key): at for key, at in lines.order_by("at").values_list("subject_id", "at")}
    found: dict[int, datetime] = {}
    for key, number in Tournament.objects.filter(pk__in=last).values_list("pk", "number"):
        found[number] = max(last[key], found.get(number, _EVER))
    return found
