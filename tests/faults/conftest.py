"""A stand: the real programs over a database and a broker of their own."""

import contextlib
import fcntl
import json
import os
import secrets
import select
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import kombu
import psycopg
import pytest
from _pytest.mark.structures import ParameterSet
from psycopg import sql

from federation.jobs import supervision
from federation.management.commands import serve
from tests import databases
from tests.faults import forking, upgrades
from tests.faults.forking import Forked

Program = subprocess.Popen[bytes] | Forked
ROOT = Path(__file__).resolve().parents[2]
SILENT_SECONDS = 4
# A machine that is busy may keep a job from its beat for a while, and is not to be taken for dead.
OFTEN = {"JOB_SILENT_SECONDS": str(SILENT_SECONDS), "JOB_BEAT_SECONDS": "0.2", "JOB_LOOK_SECONDS": "0.5"}
PATIENCE = 180.0  # seconds until something has to be true
POSTGRESQL = os.environ.get("DATABASE_URL", "").startswith("postgres")
SERVERS = [
    pytest.mark.postgresql,
    pytest.mark.redis,
    pytest.mark.skipif(
        not (POSTGRESQL and os.environ.get("REDIS_URL")),
        reason="DATABASE_URL and REDIS_URL name no PostgreSQL and Redis",
    ),
]
# RabbitMQ as broker, for tests that kill what talks to it, where its address is given.
BROKER = os.environ.get("PALMARES_TEST_BROKER", "")
KINDS: dict[str, list[pytest.MarkDecorator]] = {
    "embedded": [],
    "servers": SERVERS,
    "rabbitmq": [*SERVERS, pytest.mark.skipif(not BROKER, reason="PALMARES_TEST_BROKER names no RabbitMQ")],
}


def kind(name: str, *marks: pytest.MarkDecorator) -> ParameterSet:
    """Return an installation of a kind as a parameter of `stand`."""
    return pytest.param(name, marks=[*KINDS[name], *marks])


def stands(*daily: str, release: Sequence[str] = ()) -> pytest.MarkDecorator:
    """Run tests on installations of some kinds, and before a release on others too."""
    params = [*map(kind, daily), *(kind(name, pytest.mark.release) for name in release)]
    return pytest.mark.parametrize("stand", params, indirect=True)


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

    def wait_for_a_look(self) -> None:
        """Wait until whatever was silent or waited in the queue has had its turn.

        A job nobody sends is found by the clock once it is as old as the silence allowed, and its message
        comes behind all others.
        """
        number = self.do("ask", "leave_to_the_clock")["job"]
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
        mine, other = socket.socketpair()
        with other:
            command = [sys.executable, "-m", "tests.faults.forking", str(other.fileno())]
            return Loaded(dict(self.environment), mine, self._open(command, pass_fds=[other.fileno()]))

    def _unload(self) -> None:
        """End the process that forks; programs of its would end with it, so those that run are ended too."""
        if self._loaded is not None:
            self.dismiss_clerks()
            kill(self._loaded.process)
            self._loaded.line.close()
            self._loaded = None

    def start(self, command: list[str]) -> subprocess.Popen[bytes]:
        """Start a program in a group of its own, its words in a file."""
        child = self._open(command)
        self.running.append(child)
        return child

    def _open(self, command: list[str], *, pass_fds: Sequence[int] = ()) -> subprocess.Popen[bytes]:
        with self.words.open("ab") as words:
            return subprocess.Popen(
                command,
                cwd=ROOT,
                env=self.environment,
                start_new_session=True,
                preexec_fn=supervision.die_with_parent,  # a suite that is killed leaves nothing running
                pass_fds=pass_fds,
                stdout=words,
                stderr=words,
            )

    def beside(self) -> set[str]:
        """Return the processes that are the tests' own: clerks, and the one that has loaded the site."""
        loader = [self._loaded.process.pid] if self._loaded else []
        return {str(pid) for pid in (*loader, *(clerk.process.pid for clerk in self.clerks))}

    def close(self) -> None:
        """Kill whatever runs, and let the clerks go."""
        for child in self.running:
            kill(child)
        self.dismiss_clerks()
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


def _environment(folder: Path, addresses: dict[str, str]) -> dict[str, str]:
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


@contextlib.contextmanager
def database(prefix: str, *, like: str = "template1") -> Iterator[str]:
    """Make a database on the server, as another one is, and give its address."""
    address, name = urlsplit(os.environ["DATABASE_URL"]), f"{prefix}_{secrets.token_hex(4)}"
    with psycopg.connect(address._replace(path="/postgres").geturl(), autocommit=True) as server:
        made, other = sql.Identifier(name), sql.Identifier(like)
        server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(made, other))
        try:
            yield address._replace(path=f"/{name}").geturl()
        finally:
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(made))


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """Return a folder that the first process of a run to ask for it has filled; others wait."""
    base = factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    folder, new = shared / f"once-{name}", shared / f"new-{name}"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            shutil.rmtree(new, ignore_errors=True)  # of a process that was killed
            new.mkdir()
            make(new)
            new.rename(folder)
    return folder


@pytest.fixture(scope="session")
def static_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with static files as `serve` collects them, and its note that they are the newest."""

    def collect(folder: Path) -> None:
        environment = {**_environment(folder, {}), "PALMARES_DATA": str(folder)}
        code = "import django; django.setup(); from federation.management.commands import serve as command;"
        command = [sys.executable, "-c", f"{code} command.collect_static()"]
        subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=300)

    return made_once(tmp_path_factory, "static", collect)


@pytest.fixture
def collected(stand: Stand, static_files: Path) -> None:
    """Give an installation the static files."""
    give_static_files(static_files, Path(stand.environment["PALMARES_DATA"]))


def give_static_files(source: Path, data: Path) -> None:
    """Put static files into a data folder, and the note that they are the newest."""
    data.mkdir(exist_ok=True, parents=True)
    shutil.copytree(source / "static", data / "static", copy_function=os.link)
    shutil.copy(source / "static.stamp", data)


def upgraded(factory: pytest.TempPathFactory, office: Path) -> Path:
    """Return a folder with an office of an earlier version, upgraded on SQLite, and what was found of it."""

    def upgrade(folder: Path) -> None:
        environment = _environment(folder, {"DATABASE_URL": f"sqlite:///{folder / 'palmares.sqlite3'}"})
        command = [sys.executable, "-m", "tests.faults.upgrades", "upgrade", str(office)]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, timeout=600
        )
        (folder / "done.json").write_bytes(done.stdout)

    return made_once(factory, office.name, upgrade)


@pytest.fixture(scope="session")
def small_office(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the SQLite file of a small office with lists, streams and work on the desks."""
    return upgraded(tmp_path_factory, upgrades.OFFICES[-1]) / "palmares.sqlite3"


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an SQLite file with tables and nothing else, to be copied under the name it has in an office."""
    made = tmp_path_factory.mktemp("tables") / "palmares.sqlite3"
    shutil.copy(databases.migrated_file(), made)
    with contextlib.closing(sqlite3.connect(made)) as file:
        file.execute("PRAGMA journal_mode=WAL")  # as every office has it from its first start
    return made


@pytest.fixture(scope="session")
def tables_on_postgresql() -> str:
    """Return the name of a database with tables and nothing else, to be copied."""
    return databases.migrated_database()


def _forget_queue(name: str) -> None:
    """Delete the queue of an installation that is over; Redis and folders forget theirs by themselves."""
    with kombu.Connection(BROKER) as broker:
        broker.default_channel.queue_delete(name)
        broker.default_channel.exchange_delete(name)


@pytest.fixture(params=[kind("embedded"), kind("servers")])
def stand(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stand]:
    """Make an installation with tables and nothing else; whatever it runs is killed in the end."""
    with contextlib.ExitStack() as ending:
        addresses = {}
        if request.param == "embedded":
            (tmp_path / "var").mkdir()
            shutil.copy(request.getfixturevalue("tables"), tmp_path / "var")
        else:
            like = request.getfixturevalue("tables_on_postgresql")
            own = ending.enter_context(database("faults", like=like))
            addresses = {"DATABASE_URL": own, "REDIS_URL": os.environ["REDIS_URL"]}
        if request.param == "rabbitmq":
            addresses["BROKER_URL"] = BROKER
        made = Stand(tmp_path, _environment(tmp_path, addresses))
        if request.param == "rabbitmq":
            ending.callback(_forget_queue, made.environment["FAULTS_QUEUE"])
        ending.callback(made.close)
        yield made
