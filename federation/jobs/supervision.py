"""Child processes that are started and stopped together: signals passed on, killed where they do not stop."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType

STOP_SECONDS = 20
POLL_SECONDS = 0.1
PR_SET_PDEATHSIG = 1  # linux/prctl.h

Child = subprocess.Popen[bytes]
Started = Callable[[Sequence[Child]], bool]


class ToldToStop(Exception):
    """TERM or INT has come."""


def _stop_on_signal(number: int, _: FrameType | None) -> None:
    raise ToldToStop(signal.Signals(number).name)


def die_with_parent() -> None:
    """Ask Linux for a TERM should the parent be killed outright, so that nothing goes on unseen."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _start(command: Sequence[str], folder: Path) -> Child:
    # Own session: Ctrl-C reaches only us, and we pass it on once.
    return subprocess.Popen(command, cwd=folder, start_new_session=True, preexec_fn=die_with_parent)


def stop(children: Sequence[Child]) -> None:
    """Send TERM to all, wait, and kill the whole group of any that remain."""
    for child in children:
        if child.poll() is None:
            child.terminate()
    limit = time.monotonic() + STOP_SECONDS
    for child in children:
        with suppress(subprocess.TimeoutExpired):
            child.wait(max(0.0, limit - time.monotonic()))
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def run_together(commands: Sequence[Sequence[str]], *, folder: Path, started: Started) -> str:
    """Run programs until one ends or TERM or INT comes; returns the module name of the one that ended, or "".

    `started` is called once with the programs, to wait for them and to say so; when it returns False,
    everything is stopped.
    """
    numbers = (signal.SIGTERM, signal.SIGINT)
    before = {number: signal.signal(number, _stop_on_signal) for number in numbers}
    children: list[Child] = []
    try:
        for command in commands:
            children.append(_start(command, folder))
        return _watch(children) if started(children) else _module(children[0])
    except ToldToStop:
        return ""
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_IGN)  # one signal is enough; now we wait for the children
        stop(children)
        for number, handler in before.items():
            signal.signal(number, handler)


def _module(child: Child) -> str:
    """Return what to call a program: the module on Python's command line."""
    # we start our children with lists of words
    words = [str(word) for word in child.args]  # type: ignore[union-attr]
    return words[words.index("-m") + 1] if "-m" in words else words[0]


def wait_for(ready: Callable[[], bool], *, children: Sequence[Child], seconds: float) -> bool:
    """Wait until something is ready; False when time is up or a child has ended."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        if ready():
            return True
        if any(child.poll() is not None for child in children):
            return False
        time.sleep(POLL_SECONDS)
    return False


def _watch(children: Sequence[Child]) -> str:
    """Wait until one of the programs ends; returns its module's name."""
    while True:
        for child in children:
            if child.poll() is not None:
                return _module(child)
        time.sleep(POLL_SECONDS)
