"""Numbers that no rating can be: a NaN or an infinity leaves no computation, its event is named instead."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

from federation.vocabulary.messages import gettext_noop
from ratings.engines.contract import Floats
from ratings.rating_job.document import JobFinding

NO_RATINGS = gettext_noop("gives no finite ratings with these numbers")


class NoRatingsError(ArithmeticError):
    """A job cannot be computed; `finding` has the path of what gives no finite ratings."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} {NO_RATINGS}")
        self.finding = JobFinding(path, NO_RATINGS)


def check_columns(path: str, *columns: Floats) -> None:
    """Raise NoRatingsError where a column computed for an event holds a NaN or an infinity."""
    if not all(math.isfinite(value) for column in columns for value in column.tolist()):
        raise NoRatingsError(path)


def check_rows(path: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Raise NoRatingsError where a row of the answer holds a NaN or an infinity."""
    numbers = (value for row in rows for value in row.values() if isinstance(value, float))
    if not all(map(math.isfinite, numbers)):
        raise NoRatingsError(path)
