"""Programs that live and die together, as `serve` runs web server and worker."""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from federation.jobs.supervision import Child, run_together
from tests.waiting import until

# A program with a child of its own, which does not end with it.
PARENT = """
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(600)"])
with open("new", "w") as file: file.write(str(child.pid))
os.rename("new", "child")
time.sleep(600)
"""
COMMANDS = [
    [sys.executable, "-S", "-c", PARENT],
    [sys.executable, "-m", "timeit", "import time; time.sleep(600)"],
]


def is_living(number: int) -> bool:
    """Return whether a process is there and has not ended."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize(
    ("act", "ended"),
    [
        (lambda children: children[1].kill(), "timeit"),
        (lambda _children: os.kill(os.getpid(), signal.SIGTERM), ""),
    ],
    ids=["one dies", "TERM"],
)
def test_when_one_ends_or_term_comes_all_end_with_their_children(
    tmp_path: Path, act: Callable[[Sequence[Child]], None], ended: str
) -> None:
    found: list[int] = []

    def started(children: Sequence[Child]) -> bool:
        until((tmp_path / "child").exists, "the program has a child")
        found.extend([*(child.pid for child in children), int((tmp_path / "child").read_text())])
        assert all(map(is_living, found))
        act(children)
        return True

    assert run_together(COMMANDS, folder=tmp_path, started=started) == ended
    until(lambda: not any(map(is_living, found)), "all have ended")
