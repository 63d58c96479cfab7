"""Background work of the previews: rehearsed, told, and taken back; every piece may run twice."""

from typing import Any

from django.urls import reverse

from federation.jobs import jobs
from ratings.models import RatingSystem
from ratings.previews import decision_preview


@jobs.handler(decision_preview.WORK)
def rehearse_decision(progress: jobs.Progress, *, system: str, decision: dict[str, Any]) -> dict[str, Any]:
    """Compute what a decision would change."""
    found = RatingSystem.objects.get(key=system)
    result = decision_preview.rehearse(found, decision_preview.read(decision), report=progress.report)
    return {"url": reverse("manual-event-preview", args=[system, progress.job.pk]), **result}
