"""Figures of a system, computed by a job and stored as a row of the statistics."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from federation.jobs import jobs
from federation.models import Account, Job
from ratings.models import RatingSystem, Statistic


@dataclass(frozen=True, slots=True)
class Figures:
    """One kind of figures: the job that computes them, the kind of row, the layout of its data."""

    work: str
    kind: str
    layout: int

    def rows(self) -> QuerySet[Statistic]:
        """Select the stored rows of all systems."""
        return Statistic.objects.filter(kind=self.kind, data__layout=self.layout)

    def kept_of(self, system: RatingSystem) -> Statistic | None:
        """Return the stored figures of a system; None where it has none."""
        return self.rows().filter(system=system).first()

    def keep(self, system: RatingSystem, data: Mapping[str, Any], *, newest: int) -> dict[str, Any]:
        """Store the figures of a system in its present state, with its newest list; return the row."""
        figures = {"layout": self.layout, **data}
        Statistic.objects.update_or_create(
            system=system,
            kind=self.kind,
            defaults={"state": system.state, "newest": newest, "made": timezone.now(), "data": figures},
        )
        return figures

    def request(self, system: RatingSystem, *, account: Account | None = None) -> Job:
        """Ask for the figures of a system, unless they are asked for already."""
        with transaction.atomic():
            job = jobs.request_once(self.work, arguments={"system": system.key}, account=account)
        jobs.enqueue_after_commit(job)
        return job

    def newest_job(self, system: RatingSystem) -> Job | None:
        """Return the job that was asked for last."""
        return Job.objects.filter(kind=self.work, arguments__system=system.key).order_by("-pk").first()
