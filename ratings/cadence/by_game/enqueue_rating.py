"""Enqueue the rating of a stream whose games or decisions changed."""

from django.db import transaction

from federation.jobs import jobs
from federation.models import Account, Job
from ratings.cadence.by_game import update_ratings


@transaction.atomic
def enqueue_rating(system: str, account: Account | None = None) -> Job:
    """Enqueue the rating of a stream after the commit: a job that waits already, or one more."""
    job = jobs.request_once(update_ratings.WORK, arguments={"system": system}, account=account)
    jobs.enqueue_alone_after_commit(job)
    return job
