"""Limit on the processor time of a test: what takes more than 5 s has the marker `long` or `release`.

Processor time of the test and of the programs it starts, so that a busy machine fails nothing. Fixtures that
several tests share do not count, and a test that compiles kernels of numba is passed over: the next one that
needs them finds them compiled.
"""

import os
import statistics
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

MOST_SECONDS = 5.0
PROCESSORS = os.cpu_count() or 1
OFTEN = (
    0.5  # seconds until processor time is looked up again: to ask for every process takes half a millisecond
)
ROOM = 8.0  # a busy machine takes three times as long: programs beside share its caches
# Seconds that `_reference` takes on the machine the limit was measured on; a slower one has more time.
REFERENCE_SECONDS = 0.05
_TICK = os.sysconf("SC_CLK_TCK")
_parents: dict[
    str, str
] = {}  # by number, of all processes seen: a browser's threads are too many to ask each time


def _fields(process: str) -> list[str]:
    """Return what the kernel says of a process from its state on (Linux), or nothing where it has ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _below(process: str) -> set[str]:
    """Return all living descendants of a process; only those that are new are looked at."""
    with os.scandir("/proc") as entries:
        living = {entry.name for entry in entries if entry.name.isdigit()}
    for gone in _parents.keys() - living:
        del _parents[gone]
    for new in living - _parents.keys():
        if fields := _fields(new):
            _parents[new] = fields[1]
    found, last = set[str](), {process}
    while last:
        last = {child for child, parent in _parents.items() if parent in last}
        found |= last
    return found


def _used_by(process: str) -> float:
    """Return the processor time of a process and of those of its children that have ended."""
    return sum(map(int, _fields(process)[11:15])) / _TICK


def used() -> float:
    """Return the processor time of this process and everything it has started, in seconds."""
    times = os.times()
    ended = times.children_user + times.children_system
    return time.process_time() + ended + sum(map(_used_by, _below(str(os.getpid()))))


def slowness() -> float:
    """Return how many times slower this machine is now than the one of the measurements, at least 1."""
    return max(1.0, statistics.median(_reference() for _ in range(5)) / REFERENCE_SECONDS)


def _reference() -> float:
    """Return the processor time of some work that is the same everywhere, and larger than a cache."""
    begun = time.process_time()
    numbers: dict[int, str] = {}
    for number in range(200_000):
        numbers[number * 7919 % 200_003] = str(number)
    return time.process_time() - begun


class Moment(NamedTuple):
    """What the clock on the wall showed, and how much processor time had been used."""

    clock: float
    used: float


class Limit:
    """A plugin of pytest that fails tests far beyond 5 s without the marker `long` or `release`."""

    def __init__(self) -> None:
        self.shared = 0.0
        self.is_nested = False
        self.last = Moment(-OFTEN, 0.0)
        self.compiling: Any = None  # of numba, once it is imported

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        """Note what a fixture costs that several tests share."""
        if fixturedef.scope == "function" or self.is_nested:
            return (yield)
        begun, self.is_nested = used(), True
        try:
            return (yield)
        finally:
            self.shared += used() - begun
            self.is_nested = False

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        """Begin to count."""
        if self.compiling is None and "numba" in sys.modules:
            event: Any = import_module("numba.core.event")
            self.compiling = event.RecordingListener()
            event.register("numba:compile", self.compiling)
        if self.compiling is not None:
            self.compiling.buffer.clear()
        if time.monotonic() - self.last.clock > OFTEN:
            self.last = Moment(time.monotonic(), used())
        item.stash[BEGUN], self.shared = self.last, 0.0
        return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Iterator[None]:
        """Fail a test that took too long."""
        result = yield
        begun = item.stash[BEGUN]
        if (time.monotonic() - begun.clock) * PROCESSORS < MOST_SECONDS:
            return result
        seconds = used() - begun.used - self.shared
        is_long = item.get_closest_marker("long") or item.get_closest_marker("release")
        if seconds > MOST_SECONDS and not is_long and not self._has_compiled():
            times = slowness()
            if seconds > MOST_SECONDS * ROOM * times:
                pytest.fail(f"{seconds:.1f} s of processor ({times:.1f} x): mark it long, or make it cheaper")
        return result

    def _has_compiled(self) -> bool:
        """Return whether the test has compiled kernels, or imported numba, which may have."""
        return "numba" in sys.modules if self.compiling is None else bool(self.compiling.buffer)


BEGUN = pytest.StashKey[Moment]()
