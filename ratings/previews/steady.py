"""Reading many tables without a lock: what is computed is computed again where facts moved meanwhile."""

from collections.abc import Callable
from typing import TypeVar

from ratings.models import RatingSystem

ATTEMPTS = 3  # a preview of facts that never rest is of the last it saw
Result = TypeVar("Result")


def retry_if_moved(work: Callable[[], Result]) -> Result:
    """Do work that only reads, again where the facts or ratings of a system moved while it was done."""
    for _ in range(ATTEMPTS):
        before = _state()
        result = work()
        if _state() == before:
            break
    return result


def _state() -> list[tuple[int, ...]]:
    return list(RatingSystem.objects.order_by("pk").values_list("pk", "facts", "state"))
