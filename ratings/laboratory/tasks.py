"""Background work of the laboratory; it may run twice."""

from typing import Any

from django.urls import reverse

from federation.celery import app
from federation.jobs import jobs
from ratings.laboratory import (
    late_events,
    person_lines,
    pool_health,
    stored_simulations,
    trials,
    whole_history,
)
from ratings.laboratory.models import Simulation, Trial
from ratings.models import RatingSystem
from ratings.tasks.statistics import failed_lately


@jobs.handler(stored_simulations.WORK)
def simulate(progress: jobs.Progress, *, simulation: int) -> dict[str, Any]:
    """Simulate a variant and keep its report."""
    row = Simulation.objects.filter(pk=simulation).first()
    if row is None:  # deleted before its job began
        return {}
    report = stored_simulations.compute(row, report_progress=progress.report)
    return {"url": report.get_absolute_url(), "leads_on": True}


@jobs.handler(person_lines.WORK)
def compute_lines(progress: jobs.Progress, *, simulation: int) -> dict[str, Any]:
    """Compute the lines of the players of a report; `why` is the reason where there are none."""
    report = Simulation.objects.filter(pk=simulation, made__isnull=False).first()
    if report is None:  # deleted before its job began
        return {}
    why = person_lines.compute(report, report=progress.report)
    return {"why": why} if why else {"url": report.get_absolute_url(), "leads_on": True}


@jobs.handler(whole_history.WORK)
def compare_whole_history(progress: jobs.Progress, *, system: str) -> dict[str, Any]:
    """Compute the whole-history comparison of a system."""
    whole_history.compute(RatingSystem.objects.get(key=system), report=progress.report)
    return {"url": reverse("whole-history", args=[system]), "leads_on": True}


@jobs.handler(late_events.WORK)
def compute_late_events(progress: jobs.Progress, *, system: str) -> dict[str, Any]:
    """Compute how far ratings depend on the order of late tournaments."""
    late_events.compute(RatingSystem.objects.get(key=system), report=progress.report)
    return {"url": reverse("late-events", args=[system]), "leads_on": True}


@jobs.handler(pool_health.WORK)
def examine_pool(progress: jobs.Progress, *, system: str) -> dict[str, Any]:
    """Compute the health of a pool at its newest list."""
    health = pool_health.compute(RatingSystem.objects.get(key=system), report=progress.report)
    return {"url": reverse("pool-health", args=[system]), "alerts": health["alerts"], "leads_on": True}


@jobs.handler(trials.WORK)
def compute_trial(progress: jobs.Progress, *, trial: int, system: str) -> dict[str, Any]:
    """Compute what a variant on trial gives in the present state of its system."""
    del system  # named for `failed_lately`
    row = Trial.objects.select_related("system").filter(pk=trial).first()
    if row is None or trials.compute(row, report=progress.report) is None:
        return {}
    return {"url": row.get_absolute_url(), "leads_on": True}


@app.task(name="ratings.tasks.compute_trials")
def compute_trials() -> None:
    """Ask for every variant on trial whose system has moved on; what failed is tried again after an hour."""
    for trial in trials.due():
        if not failed_lately(trial.system, trials.WORK, trial=trial.pk):
            trials.request(trial)


@app.task(name="ratings.tasks.examine_pools")
def examine_pools() -> None:
    """Ask for the health of every pool that has a newer list."""
    for system in RatingSystem.objects.filter(active=True):
        if pool_health.is_due(system) and not failed_lately(system, pool_health.WORK):
            pool_health.FIGURES.request(system)
