"""The page of a job: progress and result; for people, for htmx and as JSON."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from federation.accounts.permissions import is_officer, lacks_second_factor, to_second_factor
from federation.models import Job


def _may_see(request: HttpRequest, job: Job) -> bool:
    """Return whether a visitor may see a job: officers every one, others their own."""
    return job.requested_by_id == request.user.pk or is_officer(request.user)


def result_link(job: Job) -> str:
    """Return the address of the result on this site, or nothing."""
    url = job.result.get("url", "")
    return url if job.state == Job.State.DONE and url.startswith("/") and not url.startswith("//") else ""


def job_record(job: Job) -> dict[str, Any]:
    """Return what a program may know of a job."""
    return {
        "id": job.pk,
        "kind": job.kind,
        "state": job.state,
        "progress": job.progress,
        "message": job.message,
        "requested": job.requested,
        "started": job.started,
        "finished": job.finished,
        "result": job.result,
        "error": job.error,
    }


@never_cache
@login_required
@require_safe
def show(request: HttpRequest, number: int) -> HttpResponse:
    """Show a job; `Accept: application/json` gets JSON, htmx only the part that changes."""
    job = get_object_or_404(Job, pk=number)
    if not _may_see(request, job):
        raise PermissionDenied
    if lacks_second_factor(request.user):
        return to_second_factor(request)
    if request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        return JsonResponse(job_record(job))
    link = result_link(job)
    is_part = bool(request.headers.get("HX-Request"))
    if link and is_part:  # the page that waited for it goes on by itself
        return HttpResponseClientRedirect(link)
    if link and job.result.get("leads_on"):
        return redirect(link)
    template = "parts/job.html" if is_part else "federation/job.html"
    waiting = job.state in (Job.State.QUEUED, Job.State.RUNNING)
    page = {"job": job, "name": job.name, "result_link": link}
    return render(request, template, {**page, "waiting": waiting})
