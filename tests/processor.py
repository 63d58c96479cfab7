"""Processor time of a piece of work, so that no other program on the machine decides about a test.

Limits guard against work that grows out of proportion, and leave room for a machine half as fast; how fast
something is shall be is measured by `manage.py bench`.
"""

import gc
import time
from collections.abc import Callable

TRIES = 4  # programs beside a test share caches with it: an attempt among several shows what the work takes


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time of one attempt; a collection costs by what other tests left."""
    is_enabled = gc.isenabled()
    gc.disable()
    try:
        begun = time.thread_time()
        work()
        return time.thread_time() - begun
    finally:
        if is_enabled:
            gc.enable()


def is_within(limit: float, work: Callable[[], object], *, tries: int = TRIES) -> bool:
    """Return whether one of several attempts keeps within a processor time."""
    return any(seconds(work) < limit for _ in range(tries))


def grows_less_than(
    factor: float, work: Callable[[int], object], small: int, large: int, *, least: float = 0.01
) -> bool:
    """Return whether the time for a large piece is less than so many times the one for a small piece.

    A small piece that takes less than `least` seconds is taken for that much.
    """
    work(small)  # what is loaded once is no part of it

    def is_proportionate() -> bool:
        return seconds(lambda: work(large)) < factor * max(seconds(lambda: work(small)), least)

    return any(is_proportionate() for _ in range(TRIES))
