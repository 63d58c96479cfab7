"""The rating job, computed: through the same engines and columns as the ratings the site publishes."""

from typing import Any

from ratings.rating_job import answer_fide, answer_go, answer_streams
from ratings.rating_job.fide import FideJob
from ratings.rating_job.reading import Job
from ratings.rating_job.streams import StreamJob

Answer = dict[str, Any]


def compute(job: Job) -> Answer:
    """Compute a job: players, events and games as the job's output wants them, numbers unrounded.

    Raises ArithmeticError where replaced constants give no finite rating.
    """
    if isinstance(job, FideJob):
        return answer_fide.compute(job)
    if isinstance(job, StreamJob):
        return answer_streams.compute(job)
    return answer_go.compute(job)
