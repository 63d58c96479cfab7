"""Background work of the laboratory; it may run twice."""

from typing import Any

from federation.jobs import jobs
from ratings.laboratory import keeping
from ratings.models import Simulation


@jobs.handler(keeping.WORK)
def simulate(progress: jobs.Progress, *, simulation: int) -> dict[str, Any]:
    """Simulate a variant and keep its report."""
    kept = keeping.compute(Simulation.objects.get(pk=simulation), report_progress=progress.report)
    return {"url": kept.get_absolute_url(), "leads_on": True}
