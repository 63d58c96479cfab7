"""A process of an installation that has loaded the site once, and is forked for each of its programs.

To load Django, Celery and all tasks takes a second or two of a processor, and an installation starts a clerk
and several workers. `python -m tests.forking NUMBER` reads from the socket with that number what to run, each
time as `python -W ignore -m MODULE ARGUMENTS` would, and answers with the number of the process.
"""

import contextlib
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import warnings
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from federation.jobs import supervision

ROOT = Path(__file__).resolve().parents[1]
READ = 65_536


class Forked:
    """A program that another process has forked, as far as tests ask for it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._end = os.pidfd_open(pid)  # nobody waits for it before it has ended

    def is_over(self, seconds: float = 0.0) -> bool:
        """Return whether it has ended, after so many seconds at most."""
        return bool(select.select([self._end], [], [], seconds)[0])

    def kill(self) -> None:
        """Kill it and its children as the kernel would; raises TimeoutExpired where it stays."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        if not self.is_over(60):
            raise subprocess.TimeoutExpired(str(self.pid), 60)


def load(environment: Mapping[str, str], **options: Any) -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """Start a process that loads the site; return the line to it, with whose end it ends, and the process.

    It ends with this process too: a suite that is killed leaves nothing running.
    """
    mine, other = socket.socketpair()
    with other:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.forking", str(other.fileno())],
            cwd=ROOT,
            env=environment,
            preexec_fn=supervision.die_with_parent,
            pass_fds=[other.fileno()],
            **options,
        )
    return mine, process


def ask(line: socket.socket, module: str, arguments: Sequence[str], files: Sequence[int]) -> Forked:
    """Have a program forked, with three files as its standard ones."""
    socket.send_fds(line, [json.dumps([module, *arguments]).encode()], files)
    assert select.select([line], [], [], 300)[0], f"{module} was not forked"
    said = line.recv(READ)
    assert said, "the process to be forked has ended"
    return Forked(int(said))


def wait(line: socket.socket, process: Forked) -> int:
    """Return the exit status of a program, once it has ended."""
    assert process.is_over(300)
    line.send(json.dumps(process.pid).encode())
    return int(line.recv(READ))


def _load() -> None:
    """Load what programs of a site load, and open nothing they may not share."""
    import django

    import_module("celery.bin.worker")

    django.setup()
    from django.db import connections

    from federation.celery import app

    app.loader.import_default_modules()
    connections.close_all()
    gc.freeze()  # what stays is not walked through, and so not copied, by those who are forked


def _serve(line: socket.socket) -> list[str]:
    """Fork for whoever asks; returns, in each fork, the program it shall be."""
    while True:
        text, files, _, _ = socket.recv_fds(line, READ, 3)
        if not text:
            sys.exit(0)
        if isinstance(asked := json.loads(text), int):
            line.send(str(os.waitstatus_to_exitcode(os.waitpid(asked, 0)[1])).encode())
        elif child := os.fork():
            for one in files:
                os.close(one)
            line.send(str(child).encode())
        else:
            line.close()
            _settle(files)
            program: list[str] = asked
            return program


def _settle(files: Sequence[int]) -> None:
    """Begin a group, with three files as the standard ones."""
    os.setsid()
    supervision.die_with_parent()
    for standard, one in enumerate(files):
        os.dup2(one, standard)
        os.close(one)
    warnings.simplefilter("ignore")


def main(number: int) -> None:
    """Load everything, fork for whoever asks, and be in each fork the program that was asked for."""
    _load()
    module, *arguments = _serve(socket.socket(fileno=number))
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
