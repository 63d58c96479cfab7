"""A limit on the whole of an exchange: timeouts of sockets begin again with every byte."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def limited(seconds: float, end: Callable[[], object]) -> Iterator[Callable[[], bool]]:
    """Call `end` from another thread if the block lasts too long; yield a test whether it did."""
    begun = time.monotonic()
    watch = threading.Timer(seconds, end)
    watch.daemon = True
    watch.start()
    try:
        yield lambda: time.monotonic() - begun >= seconds
    finally:
        watch.cancel()
