"""Background work of the laboratory; it may run twice."""

from typing import Any

from django.urls import reverse

from federation.jobs import jobs
from ratings.laboratory import keeping, whole_history
from ratings.models import RatingSystem, Simulation


@jobs.handler(keeping.WORK)
def simulate(progress: jobs.Progress, *, simulation: int) -> dict[str, Any]:
    """Simulate a variant and keep its report."""
    kept = keeping.compute(Simulation.objects.get(pk=simulation), report_progress=progress.report)
    return {"url": kept.get_absolute_url(), "leads_on": True}


@jobs.handler(whole_history.WORK)
def compare_whole_history(progress: jobs.Progress, *, system: str) -> dict[str, Any]:
    """Compute the whole-history comparison of a system."""
    whole_history.compute(RatingSystem.objects.get(key=system), report=progress.report)
    return {"url": reverse("whole-history", args=[system]), "leads_on": True}
