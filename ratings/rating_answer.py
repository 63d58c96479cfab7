"""The rating job, computed: through the same engines and columns as the ratings the site publishes."""

from typing import Any

from ratings import rating_answer_fide, rating_answer_go
from ratings.rating_job import Job
from ratings.rating_job_fide import FideJob

Answer = dict[str, Any]


def compute(job: Job) -> Answer:
    """Compute a job: players, events and games as the job's output wants them, numbers unrounded.

    Raises ArithmeticError where replaced constants give no finite rating.
    """
    if isinstance(job, FideJob):
        return rating_answer_fide.compute(job)
    return rating_answer_go.compute(job)
