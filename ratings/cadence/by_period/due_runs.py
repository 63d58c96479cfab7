"""Systems that have a month that is over and not closed yet."""

from datetime import date

from django.db.models import Exists, OuterRef, QuerySet

from ratings.models import RatingRun, RatingSystem


def due_runs(active: QuerySet[RatingSystem], today: date) -> QuerySet[RatingSystem]:
    """Select systems with facts of a month before this one.

    Asked for once a month: an officer who discarded a proposal has seen it.
    """
    first = today.replace(day=1)
    runs = RatingRun.objects.filter(system=OuterRef("pk"), requested__date__gte=first)
    return active.filter(stale_from__lt=first).exclude(Exists(runs))
