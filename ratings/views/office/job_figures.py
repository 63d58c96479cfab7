"""What the pages of figures that a job computes and keeps have in common."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from federation.accounts.permissions import account_of
from federation.models import Job
from ratings.laboratory.job_figures import Figures
from ratings.models import RatingSystem, Statistic

_WAITING = (Job.State.QUEUED, Job.State.RUNNING)


def page_of(figures: Figures, system: str) -> dict[str, Any]:
    """Return the system of a page, what is kept of it and the job asked for last; Http404 for no system."""
    found = get_object_or_404(RatingSystem, key=system, active=True)
    job = figures.newest_job(found)
    return {
        "system": found,
        "kept": figures.kept_of(found),
        "job": job,
        "waiting": job is not None and job.state in _WAITING,
    }


def kept_or_404(figures: Figures, system: str) -> Statistic:
    """Return what is kept of an active system; Http404 where there is nothing."""
    statistic = figures.kept_of(get_object_or_404(RatingSystem, key=system, active=True))
    if statistic is None:
        raise Http404(system)
    return statistic


def ask_for(request: HttpRequest, figures: Figures, system: str, *, page: str) -> HttpResponse:
    """Ask for the figures of a system and lead back to their page."""
    found = get_object_or_404(RatingSystem, key=system, active=True)
    figures.request(found, account=account_of(request))
    return redirect(page, system=found.key)
