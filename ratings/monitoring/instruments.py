"""Counters of each web process about its own requests, in the form of Prometheus.

Where gunicorn runs several processes, each writes to the folder of their start
(federation/web/gunicorn_settings.py), and whichever is asked adds them up.
"""

import os
from itertools import count

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.multiprocess import MultiProcessCollector

_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_STEP = 64  # hits counted together: a page out of the memory takes 6 µs, counting it so 0.2

_own = CollectorRegistry()
REQUESTS = Counter("palmares_requests", "Requests that reached Django.", ["route", "status"], registry=_own)
SECONDS = Histogram(
    "palmares_request_seconds", "Time until the answer.", ["route"], buckets=_BUCKETS, registry=_own
)
KEPT = Counter(
    "palmares_kept_pages",
    "Public pages asked for: found in the memory of a process, in the cache, or made.",
    ["where", "outcome"],
    registry=_own,
)
READ = Counter(
    "palmares_public_reads",
    "Public pages made, by the database they were read from, where there are replicas.",
    ["database"],
    registry=_own,
)
_memory_hit, MEMORY_MISS = KEPT.labels("memory", "hit"), KEPT.labels("memory", "miss")
CACHE_HIT, CACHE_MISS = KEPT.labels("cache", "hit"), KEPT.labels("cache", "miss")
_hits = count(1)


def count_memory_hit() -> None:
    """Count a page given out of the memory, in steps."""
    if not next(_hits) % _STEP:
        _memory_hit.inc(_STEP)


def observe(route: str, status: int, seconds: float) -> None:
    """Count a request that Django answered."""
    REQUESTS.labels(route, str(status)).inc()
    SECONDS.labels(route).observe(seconds)


def registry() -> CollectorRegistry:
    """Return the figures of all processes of this start; of this one where there is no folder."""
    if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        return _own
    every = CollectorRegistry()
    MultiProcessCollector(every)
    return every
