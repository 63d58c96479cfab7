"""The rating job, computed: through the same engines and columns as the ratings the site publishes."""

import json
from typing import Any

from ratings.rating_job import answer_go, answer_streams, periods
from ratings.rating_job.document import NoRatingsError
from ratings.rating_job.fide import FideJob
from ratings.rating_job.reading import Job
from ratings.rating_job.streams import StreamJob

Answer = dict[str, Any]


def compute(job: Job) -> Answer:
    """Compute a job: players, events and games as the job's output wants them, numbers unrounded.

    Raises NoRatingsError where an event gives no finite ratings.
    """
    if isinstance(job, FideJob):
        return periods.compute(job)
    if isinstance(job, StreamJob):
        return answer_streams.compute(job)
    return answer_go.compute(job)


def written(job: Job, *, indent: int | None = None) -> str:
    """Write the answer to a job as JSON, without blanks or indented.

    Raises NoRatingsError where the job gives no finite ratings.
    """
    separators = None if indent else (",", ":")
    try:
        return json.dumps(
            compute(job), ensure_ascii=False, allow_nan=False, indent=indent, separators=separators
        )
    except NoRatingsError:
        raise
    except (ArithmeticError, ValueError) as error:  # a formula, or the rule of JSON against NaN
        raise NoRatingsError("parameters") from error
