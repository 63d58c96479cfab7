"""How sensitive ratings are to the order of late tournaments: computed in a job and kept."""

from collections.abc import Callable
from typing import Any

import numpy as np
from django.db.models import Min
from django.utils.translation import gettext_noop

from ratings.cadence.shared.columns import Longs
from ratings.laboratory.kept_figures import Figures
from ratings.models import RatingSystem
from ratings.previews.steady import retry_if_moved
from ratings.statistics import lists
from tournaments.models import Tournament
from tournaments.models.stages import Stage

WORK, KIND = "ratings.late_events", "late"
FIGURES = Figures(WORK, KIND, layout=1)
GRACE = 31  # days between the day of a tournament and its approval that are no delay
_APPROVED = (Stage.APPROVED.value, Stage.SUPERSEDED.value)  # once in force, or now
ReportProgress = Callable[[float, str], None]


def compute(
    system: RatingSystem, *, report: ReportProgress = lambda _percent, _message: None
) -> dict[str, Any]:
    """Replay a system by the order of arrival beside that of the days, and keep what moves."""
    from ratings.laboratory import event_ground  # here, because pages need no kernels
    from ratings.laboratory.figures import arrival

    report(5, gettext_noop("reading the data"))
    loaded = retry_if_moved(lambda: event_ground.load(system))
    report(40, gettext_noop("calculating"))
    found = arrival.compare(loaded.ground, arrivals(loaded.tournament), grace=GRACE)
    return FIGURES.keep(loaded.system, found, newest=lists.state_of_lists(loaded.system))


def arrivals(tournaments: Longs) -> Longs:
    """Return the day on which the first revision of each tournament was approved; 0: not known, a decision.

    `tournaments` are primary keys of the revisions in force, 0 for decisions of the office.
    """
    approved = Tournament.objects.exclude(decided=None).filter(stage__in=_APPROVED)
    first = dict(approved.order_by().values_list("number").annotate(Min("decided")))
    numbers = Tournament.objects.filter(number__in=first).values_list("pk", "number")
    day_of = {key: first[number].date().toordinal() for key, number in numbers}
    return np.array([day_of.get(key, 0) for key in tournaments.tolist()], np.int64)
