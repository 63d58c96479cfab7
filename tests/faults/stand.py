"""One installation: the real programs over a database and a broker of its own, and clerks who act in it."""

import contextlib
import json
import os
import secrets
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from federation.jobs import supervision
from federation.management.commands import serve
from tests import forking
from tests.forking import Forked

Program = subprocess.Popen[bytes] | Forked
ROOT = Path(__file__).resolve().parents[2]
# Nobody is taken for dead because the machine is busy: where it shall be later, `let_time_pass` says so.
OFTEN = {"JOB_SILENT_SECONDS": "600", "JOB_BEAT_SECONDS": "0.5", "JOB_LOOK_SECONDS": "0.5"}
PATIENCE = 180.0  # seconds until something has to be true


@dataclass(frozen=True)
class Loaded:
    """A process that has loaded the site in an environment, and the line to it."""

    environment: dict[str, str]
    line: socket.socket
    process: subprocess.Popen[bytes]


class Clerk:
    """Somebody who does one act after the other for an installation, in a process of his own."""

    def __init__(self, stand: "Stand") -> None:
        asked, self._ask = os.pipe()
        self._answers, said = os.pipe()
        self.process = stand.fork("tests.faults.clerk", files=(asked, said))
        for number in (asked, said):
            os.close(number)
        self._words, self._rest = stand.words, b""

    def ask(self, who: str, act: str, *arguments: str) -> None:
        """Have him begin an act."""
        os.write(self._ask, json.dumps([who, act, *arguments]).encode() + b"\n")

    def answer(self) -> Any:
        """Return what came of the act he was asked for."""
        while not self._rest.endswith(b"\n"):
            assert select.select([self._answers], [], [], PATIENCE)[0], "the clerk is silent"
            piece = os.read(self._answers, 65_536)
            assert piece, self._words.read_text()
            self._rest += piece
        line, self._rest = self._rest, b""
        return json.loads(line)

    def close(self) -> None:
        """Let him go."""
        self.process.kill()
        os.close(self._ask)
        os.close(self._answers)


@dataclass
class Stand:
    """One installation in a folder of its own."""

    folder: Path
    environment: dict[str, str]
    running: list[Program] = field(default_factory=list)
    clerks: list[Clerk] = field(default_factory=list)
    _loaded: Loaded | None = None

    @property
    def diary(self) -> Path:
        """Where naps write down when they begin and end."""
        return self.folder / "diary"

    @property
    def words(self) -> Path:
        """What its programs say."""
        return self.folder / "words"

    @property
    def gate(self) -> Path:
        """The file some naps sleep until."""
        return self.folder / "gate"

    def naps(self, word: str) -> list[int]:
        """Return the naps that have begun or ended, in order."""
        lines = self.diary.read_text().splitlines() if self.diary.exists() else []
        return [int(number) for said, number in map(str.split, lines) if said == word]

    def python(self, *arguments: str) -> str:
        """Run Python to its end in the installation; returns what it printed."""
        command = [sys.executable, *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, check=True, capture_output=True, timeout=300
        )
        return done.stdout.decode()

    def do(self, who: str, act: str, *arguments: str) -> Any:
        """Have the clerk, who does one act after the other in one process, do one; returns what he says."""
        return self.together([(who, act, *arguments)])[0]

    def together(self, acts: Sequence[tuple[str, ...]]) -> list[Any]:
        """Have as many clerks do an act each at the same moment; returns what each says."""
        clerks = self.begin(acts)
        return [clerk.answer() for clerk in clerks]

    def do_in(self, address: str, who: str, act: str, *arguments: str) -> Any:
        """Have a clerk do an act in another database than that of the installation."""
        clerk = Clerk(self)
        try:
            clerk.ask("ask", "turn_to", address)
            clerk.answer()
            clerk.ask(who, act, *arguments)
            return clerk.answer()
        finally:
            clerk.close()

    def begin(self, acts: Sequence[tuple[str, ...]]) -> list[Clerk]:
        """Have as many clerks begin an act each at the same moment, and return them."""
        while len(self.clerks) < len(acts):
            self.clerks.append(Clerk(self))
        clerks = self.clerks[: len(acts)]
        if len(clerks) > 1:
            for clerk in clerks:
                clerk.ask("ask", "be_ready")
            for clerk in clerks:
                clerk.answer()
        for clerk, act in zip(clerks, acts, strict=True):
            clerk.ask(*act)
        return clerks

    def dismiss_clerks(self) -> None:
        """Have others from now on: these have lost their connections."""
        while self.clerks:
            self.clerks.pop().close()

    def ask(self, count: int, seconds: float = 0.0, *, start: int = 0, gated: int | None = None) -> None:
        """Request naps from a number on; those from `gated` on sleep until the gate is there."""
        gate = str(self.gate) if gated is not None else ""
        told = (str(count), str(seconds), str(self.diary), str(start), gate, str(gated or 0))
        self.do("ask", "request", *told)

    def jobs(self) -> list[dict[str, Any]]:
        """Return how the jobs stand."""
        rows: list[dict[str, Any]] = self.do("ask", "tell")
        return rows

    def let_time_pass(self, *, everybody: bool = True) -> None:
        """Let jobs that wait or run have been silent for an hour; `everybody` False: those that wait alone.

        A job that runs and beats must not be among them.
        """
        self.do("ask", "let_time_pass", "all" if everybody else "queued")

    def wait_for_a_look(self) -> None:
        """Wait until whatever was silent or waited in the queue has had its turn.

        A job nobody sends is found by the clock once it is as old as the silence allowed, and its message
        comes behind all others.
        """
        number = self.do("ask", "leave_to_the_clock")["job"]
        if float(self.environment["JOB_SILENT_SECONDS"]) > PATIENCE:
            self.let_time_pass()
        wait_until(lambda: self.do("ask", "is_done", str(number))["done"])

    def finish(self, module: str, *arguments: str) -> tuple[int, str, str]:
        """Run a program to its end; returns the exit status, and what it said, in words and of trouble."""
        said, trouble = self.folder / "said", self.folder / "trouble"
        with said.open("wb") as words, trouble.open("wb") as other, Path(os.devnull).open("rb") as nothing:
            files = (nothing.fileno(), words.fileno(), other.fileno())
            process = self.fork(module, *arguments, files=files)
        status = forking.wait(self._line(), process)
        return status, said.read_text(), trouble.read_text()

    def fork(self, module: str, *arguments: str, files: Sequence[int] = ()) -> Forked:
        """Have a module run by the process that has loaded the site; `files` are its standard ones."""
        with self.words.open("ab") as words, Path(os.devnull).open("rb") as nothing:
            standard = (nothing.fileno(), words.fileno(), words.fileno())
            given = (*files, *standard[len(files) :])
            return forking.ask(self._line(), module, arguments, given)

    def _line(self) -> socket.socket:
        """Return the line to the process that has loaded the site, in the environment as it is now."""
        if self._loaded is None or self._loaded.environment != self.environment:
            self._unload()
            self._loaded = self._load()
        return self._loaded.line

    def _load(self) -> Loaded:
        with self.words.open("ab") as words:
            line, process = forking.load(self.environment, start_new_session=True, stdout=words, stderr=words)
        return Loaded(dict(self.environment), line, process)

    def _unload(self) -> None:
        """End the process that forks; programs of its would end with it, so those that run are ended too."""
        if self._loaded is not None:
            self.dismiss_clerks()
            kill(self._loaded.process)
            self._loaded.line.close()
            self._loaded = None

    def start(self, command: list[str]) -> subprocess.Popen[bytes]:
        """Start a program in a group of its own, its words in a file."""
        with self.words.open("ab") as words:
            child = subprocess.Popen(
                command,
                cwd=ROOT,
                env=self.environment,
                start_new_session=True,
                preexec_fn=supervision.die_with_parent,  # a suite that is killed leaves nothing running
                stdout=words,
                stderr=words,
            )
        self.running.append(child)
        return child

    def beside(self) -> set[str]:
        """Return the processes that are the tests' own: clerks, and the one that has loaded the site."""
        loader = [self._loaded.process.pid] if self._loaded else []
        return {str(pid) for pid in (*loader, *(clerk.process.pid for clerk in self.clerks))}

    def clear(self) -> None:
        """Kill whatever runs, let the clerks go and forget what waits: for another test."""
        while self.running:
            kill(self.running.pop())
        self.dismiss_clerks()
        shutil.rmtree(Path(self.environment["PALMARES_DATA"]) / "queue", ignore_errors=True)
        for file in (self.diary, self.gate):
            file.unlink(missing_ok=True)

    def close(self) -> None:
        """Kill whatever runs, and let the clerks go."""
        self.clear()
        self._unload()

    def start_worker(self) -> Forked:
        """Start the worker as `serve` does."""
        words = serve.worker_command()
        return self.run(*words[words.index("-m") + 1 :])

    def run(self, module: str, *arguments: str) -> Forked:
        """Start a program whose module is named."""
        child = self.fork(module, *arguments)
        self.running.append(child)
        return child


def kill(child: Program) -> None:
    """Kill a program and its children as the kernel would, without a word."""
    if isinstance(child, Forked):
        child.kill()
        return
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait(60)


def wait_until(true: Callable[[], bool], *, seconds: float = PATIENCE) -> None:
    """Wait for something to become true; fails the test when time is up."""
    limit = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < limit, "waited in vain"
        time.sleep(0.05)


def environment_of(folder: Path, addresses: dict[str, str]) -> dict[str, str]:
    """Return the environment of an installation in a folder, with a queue of its own."""
    without = ("DATABASE_URL", "REDIS_URL", "BROKER_URL")
    kept = {key: value for key, value in os.environ.items() if key not in without}
    return {
        **kept,
        **addresses,
        "DJANGO_SETTINGS_MODULE": "tests.faults.settings",
        "PALMARES_DATA": str(folder / "var"),
        "LANGUAGE_CODE": "en",
        "LC_ALL": "C.UTF-8",
        "SECOND_FACTOR_REQUIRED": "False",
        **OFTEN,
        "FAULTS_QUEUE": f"faults-{secrets.token_hex(4)}",
    }
