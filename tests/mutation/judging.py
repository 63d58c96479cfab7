"""Runs tests against mutants, each time in a fork of a process that has everything imported."""

import enum
import mmap
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from federation import site_folder
from tests.mutation.choosing import LEFT_OUT, Nearness, commits, is_asked
from tests.mutation.importing import VARIABLE
from tests.mutation.mutants import Mutant
from tests.mutation.swapping import forget, put

SECONDS_OF_A_TEST = 120  # of processor; unchanged, none takes so long
MOST_MEMORY = 8 << 30  # bytes, of addresses: a loop without end must not take the machine's
MOST_FRESH_FILES = 12  # in a process that has to import everything anew


class Outcome(enum.IntEnum):
    """How a mutant fared."""

    SURVIVED = 0
    CAUGHT = 1
    NOT_HERE = 2  # it cannot be put into a running process
    TOO_LONG = 3
    BROKEN = 4  # this program failed, not a test

    @property
    def words(self) -> str:
        """Return what is printed."""
        return "SURVIVED" if self is Outcome.SURVIVED else self.name.lower().replace("_", " ")


NOTICED = (Outcome.CAUGHT, Outcome.TOO_LONG)  # a loop without end stops the suite


class Sample:
    """Judges mutants one after the other, in the place of pytest's own loop."""

    def __init__(self, mutants: Sequence[Mutant], limit: int, say: Callable[[str], None]) -> None:
        self.mutants, self.limit, self.say = mutants, limit, say
        self.outcomes: Counter[Outcome] = Counter()
        self.sound: dict[str, bool] = {}  # whether a test passes as things are

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Make the database by a first test that asks for one, then judge mutant after mutant."""
        items = session.items[:] = [item for item in session.items if is_asked(item)]
        near = Nearness({item.path for item in items})
        asking = [item for item in items if "db" in getattr(item, "fixturenames", ())]
        for item in sorted(asking, key=lambda item: (commits(item), item.path.stat().st_size))[:1]:
            # With the session next, what it made stays, and nothing of a package the next test is not of.
            runtestprotocol(item, log=False, nextitem=session)  # type: ignore[arg-type]  # its place alone counts
        for mutant in self.mutants:
            begun = time.process_time(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            outcome, by = self._judge(mutant, near.order(items, mutant))
            used = time.process_time() - begun[0]
            used += resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - begun[1]
            self.outcomes[outcome] += 1
            self.say(f"{outcome.words:8} {mutant}  ({used:.0f} s{f' by {by}' if by else ''})")
        return True

    def _judge(self, mutant: Mutant, order: Sequence[pytest.Item]) -> tuple[Outcome, str]:
        """Return how a mutant fared, and the test that failed."""
        while True:
            order = [item for item in order if self.sound.get(item.nodeid, True)]
            outcome, place = in_a_fork(mutant, order, self.limit)
            by = order[place].nodeid if place < len(order) else ""
            if outcome is Outcome.NOT_HERE:
                without = [name for name, is_sound in self.sound.items() if not is_sound]
                outcome, by = in_a_fresh_process(mutant, order, self.limit, without=without)
            elif outcome is Outcome.CAUGHT and self._passes_alone(mutant, order[place]):
                # It fails behind others only: the order of this run, not the mutant.
                order = order[place + 1 :]
                continue
            if outcome not in NOTICED or not by or self._is_sound(by, order):
                return outcome, by
            self.say(f"left out, fails as things are: {by}")

    def _passes_alone(self, mutant: Mutant, item: pytest.Item) -> bool:
        return in_a_fork(mutant, [item], self.limit)[0] is Outcome.SURVIVED

    def _is_sound(self, name: str, order: Sequence[pytest.Item]) -> bool:
        """Return whether a test passes without a mutant; a file was read without one, or had no test here."""
        again = [item for item in order if item.nodeid == name]
        if name not in self.sound and not again:
            return True
        if name not in self.sound:
            self.sound[name] = in_a_fork(None, again, self.limit)[0] is Outcome.SURVIVED
        return self.sound[name]


def in_a_fork(mutant: Mutant | None, order: Sequence[pytest.Item], limit: int) -> tuple[Outcome, int]:
    """Run tests, with a mutant or none, to the first that fails; return how it ended and which."""
    with mmap.mmap(-1, 8) as progress:  # shared: it tells of a child that is ended too
        child = os.fork()
        if child == 0:
            outcome = Outcome.BROKEN  # where this program itself fails
            try:
                resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
                if mutant is None:
                    forget("")
                elif not (mutant.function and put(mutant)):
                    os._exit(Outcome.NOT_HERE)
                outcome = _first_failure(order, limit, progress)
            finally:
                os._exit(outcome)
        outcome = _outcome_of(os.waitpid(child, 0)[1])
        return outcome, len(order) if outcome is Outcome.SURVIVED else int.from_bytes(progress[:], "big")


def _outcome_of(status: int) -> Outcome:
    if not os.WIFEXITED(status):
        return Outcome.TOO_LONG
    code = os.WEXITSTATUS(status)
    return Outcome(code) if code in set(Outcome) else Outcome.BROKEN  # the mutant itself left the process


def _first_failure(order: Sequence[pytest.Item], limit: int, progress: mmap.mmap) -> Outcome:
    begun = time.process_time()
    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # ends the process
    # For each program a test starts; the one that waits for it uses none of its own.
    resource.setrlimit(resource.RLIMIT_CPU, (limit + SECONDS_OF_A_TEST, limit + SECONDS_OF_A_TEST))
    for place, (item, after) in enumerate(zip(order, [*order[1:], None], strict=True)):
        if time.process_time() - begun > limit:
            break
        progress[:] = place.to_bytes(8, "big")
        signal.setitimer(signal.ITIMER_PROF, SECONDS_OF_A_TEST)
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=after)):
            return Outcome.CAUGHT
    return Outcome.SURVIVED


def in_a_fresh_process(
    mutant: Mutant, order: Sequence[pytest.Item], limit: int, *, without: Sequence[str] = ()
) -> tuple[Outcome, str]:
    """Run the nearest files where the mutant is imported; return how it ended, and the first that failed."""
    files = list(dict.fromkeys(item.nodeid.partition("::")[0] for item in order))[:MOST_FRESH_FILES]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    command += ["-p", "tests.mutation.importing", "-m", " and ".join(f"not {name}" for name in LEFT_OUT)]
    command += [f"--deselect={name}" for name in without]
    if not files:
        return Outcome.SURVIVED, ""
    place = f"{mutant.path}:{mutant.number}"
    migrated = site_folder.data_folder() / "migrated"  # the same sources on disk, so the same database
    migrated.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        (Path(scratch) / "migrated").symlink_to(migrated)
        done = subprocess.run(
            ["sh", "-c", f'ulimit -t {limit + SECONDS_OF_A_TEST}; exec "$@"', "sh", *command, *files],
            env={**os.environ, "PALMARES_DATA": scratch, VARIABLE: place},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", done.stdout, re.MULTILINE)
    killed = (-signal.SIGXCPU, -signal.SIGKILL)
    outcome = Outcome.TOO_LONG if done.returncode in killed else Outcome.CAUGHT
    nothing_failed = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    return (Outcome.SURVIVED if done.returncode in nothing_failed else outcome), failed[1] if failed else ""
