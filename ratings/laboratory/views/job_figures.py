"""Common parts of pages whose figures a job computes and stores."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from federation.accounts.permissions import account_of
from federation.models import Job
from ratings.laboratory.job_figures import Figures
from ratings.models import RatingSystem, Statistic

_WAITING = (Job.State.QUEUED, Job.State.RUNNING)


def page_of(figures: Figures, system: str) -> dict[str, Any]:
    """Return the system of a page, its stored figures and its last job; Http404 for no system."""
    found = get_object_or_404(RatingSystem, key=system, active=True)
    job = figures.newest_job(found)
    return {
        "system": found,
        "kept": figures.kept_of(found),
        "job": job,
        "waiting": job is not None and job.state in _WAITING,
    }


def kept_or_404(figures: Figures, system: str) -> Statistic:
    """Return the stored figures of an active system; Http404 without any."""
    statistic = figures.kept_of(get_object_or_404(RatingSystem, key=system, active=True))
    if statistic is None:
        raise Http404(system)
    return statistic


def ask_for(request: HttpRequest, figures: Figures, system: str, *, page: str) -> HttpResponse:
    """Ask for the figures of a system and lead back to their page."""
    found = get_object_or_404(RatingSystem, key=system, active=True)
    figures.request(found, account=account_of(request))
    return redirect(page, system=found.key)
