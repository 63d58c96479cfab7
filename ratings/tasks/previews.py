"""Background work of the previews: of a tournament, of a decision; every piece may run twice."""

from typing import Any

from django.urls import reverse

from federation.jobs import jobs
from ratings.models import RatingSystem
from ratings.previews import decision_preview, tournament_preview
from tournaments.models import Tournament


@jobs.handler(decision_preview.WORK)
def rehearse_decision(progress: jobs.Progress, *, system: str, decision: dict[str, Any]) -> dict[str, Any]:
    """Compute what a decision would change."""
    rating_system = RatingSystem.objects.get(key=system)
    result = decision_preview.rehearse(rating_system, decision_preview.read(decision), report=progress.report)
    return {"url": reverse("manual-event-preview", args=[system, progress.job.pk]), **result}


@jobs.handler(tournament_preview.WORK)
def make_preview(progress: jobs.Progress, *, tournament: int) -> dict[str, Any]:
    """Compute the effects of approving a revision; if it cannot be approved, its page has why."""
    revision = Tournament.objects.get(pk=tournament)
    tournament_preview.make(revision, report=progress.report)
    return {"url": reverse("desk-preview", args=[revision.number, revision.revision])}
