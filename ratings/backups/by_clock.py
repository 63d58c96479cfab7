"""Scheduled backups and removal of expired data, as settings have them."""

from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from federation.database.slicing import slices
from federation.jobs import jobs
from federation.models import Backup, DataRequest, Job
from ratings.backups import create, proving
from tournaments.models import Upload

WORK = "ratings.backup"
PROVED_EVERY = timedelta(days=7)
_AT_ONCE = 500
_OVER = (Job.State.DONE, Job.State.FAILED, Job.State.STOPPED)


def request_due() -> Job | None:
    """Ask for a backup where the last one is older than BACKUP_HOURS; the job, or None."""
    if not settings.BACKUP_HOURS:
        return None
    # An hour's clock that comes some seconds early shall not make it two.
    since = timezone.now() - timedelta(hours=settings.BACKUP_HOURS) + timedelta(minutes=10)
    with transaction.atomic():
        recent_jobs = Job.objects.filter(kind=WORK, requested__gt=since).exclude(state=Job.State.FAILED)
        if Backup.objects.filter(at__gt=since).exists() or recent_jobs.exists():
            return None
        job = jobs.request_once(WORK, arguments={})
        jobs.enqueue_after_commit(job)
    return job


def back_up() -> Backup:
    """Make a backup, remove the oldest, and prove it where none was proved for a week."""
    target = Path(settings.BACKUP_DIR)
    backup = create.make(target)
    create.remove_old(target, keep=settings.BACKUPS_KEPT)
    if not Backup.objects.filter(proved__gt=timezone.now() - PROVED_EVERY).exists():
        proving.prove(backup)
    return backup


def remove_what_is_over() -> dict[str, int]:
    """Remove sessions, jobs, files of nothing and answered requests that are over; return how many."""
    now = timezone.now()
    sessions, _ = Session.objects.filter(expire_date__lt=now).delete()
    gone = {"sessions": sessions, "jobs": 0, "uploads": 0, "requests": 0}
    if days := settings.KEEP_JOBS_DAYS:
        over = Job.objects.filter(state__in=_OVER, finished__lt=now - timedelta(days=days))
        gone["jobs"] = _remove(Job, list(over.values_list("pk", flat=True)))
    if days := settings.KEEP_UPLOADS_DAYS:
        gone["uploads"] = _remove(Upload, _uploads_of_nothing(days))
    if days := settings.KEEP_REQUESTS_DAYS:
        old = DataRequest.objects.answered_before(timezone.localdate() - timedelta(days=days))
        gone["requests"] = _remove(DataRequest, list(old.values_list("pk", flat=True)))
    return gone


def _uploads_of_nothing(days: int) -> list[int]:
    """Return the files older than some days which no row refers to."""
    old = Upload.objects.filter(received__lt=timezone.now() - timedelta(days=days))
    for relation in Upload._meta.related_objects:
        old = old.filter(**{f"{relation.name}__isnull": True})
    return list(old.values_list("pk", flat=True).distinct())


def _remove(model: type[Job] | type[Upload] | type[DataRequest], keys: list[int]) -> int:
    for part in slices(keys, _AT_ONCE):
        model._base_manager.filter(pk__in=part).delete()
    return len(keys)
