"""A stand: the real programs over a database and a broker of their own."""

import contextlib
import json
import os
import secrets
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import PIPE
from typing import Any
from urllib.parse import urlsplit

import kombu
import psycopg
import pytest
from psycopg import sql

from federation.jobs import supervision
from federation.management.commands import serve
from tests import databases

ROOT = Path(__file__).resolve().parents[2]
SILENT_SECONDS = 3
POSTGRESQL = os.environ.get("DATABASE_URL", "").startswith("postgres")
SERVERS = [
    pytest.mark.postgresql,
    pytest.mark.redis,
    pytest.mark.skipif(
        not (POSTGRESQL and os.environ.get("REDIS_URL")),
        reason="DATABASE_URL and REDIS_URL name no PostgreSQL and Redis",
    ),
]
STANDS = [pytest.param("embedded"), pytest.param("servers", marks=SERVERS)]
# RabbitMQ as broker, for tests that kill what talks to it, where its address is given.
BROKER = os.environ.get("PALMARES_TEST_BROKER", "")
RABBITMQ = pytest.param(
    "rabbitmq",
    marks=[*SERVERS, pytest.mark.skipif(not BROKER, reason="PALMARES_TEST_BROKER names no RabbitMQ")],
)
ON_EVERY_BROKER = pytest.mark.parametrize("stand", [*STANDS, RABBITMQ], indirect=True)


@dataclass
class Stand:
    """One installation in a folder of its own."""

    folder: Path
    environment: dict[str, str]
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)
    clerk: subprocess.Popen[bytes] | None = None

    @property
    def diary(self) -> Path:
        """Where naps write down when they begin and end."""
        return self.folder / "diary"

    def entries(self) -> list[tuple[str, int, float]]:
        """Return what the naps have written so far: begun or ended, which nap, when."""
        lines = self.diary.read_text().splitlines() if self.diary.exists() else []
        return [(word, int(number), float(when)) for word, number, when in map(str.split, lines)]

    def naps(self, word: str) -> list[int]:
        """Return the naps that have begun or ended, in order."""
        return [number for said, number, _ in self.entries() if said == word]

    def python(self, *arguments: str) -> str:
        """Run Python to its end in the installation; returns what it printed."""
        command = [sys.executable, *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, check=True, capture_output=True, timeout=300
        )
        return done.stdout.decode()

    def do(self, who: str, act: str, *arguments: str) -> Any:
        """Have the clerk, who does one act after the other in one process, do one; returns what he says."""
        if self.clerk is None:
            self.clerk = self._open([sys.executable, "-m", "tests.faults.clerk"], stdin=PIPE, stdout=PIPE)
        asked, answers = self.clerk.stdin, self.clerk.stdout
        assert asked is not None
        assert answers is not None
        asked.write(json.dumps([who, act, *arguments]).encode() + b"\n")
        asked.flush()
        assert select.select([answers], [], [], 120)[0], f"{act}: the clerk is silent"
        said = answers.readline()
        assert said, (self.folder / "words").read_text()
        return json.loads(said)

    def ask(self, count: int, seconds: float) -> None:
        """Request naps."""
        self.do("ask", "request", str(count), str(seconds), str(self.diary))

    def jobs(self) -> list[dict[str, Any]]:
        """Return how the jobs stand."""
        rows: list[dict[str, Any]] = self.do("ask", "tell")
        return rows

    def start(self, command: list[str]) -> subprocess.Popen[bytes]:
        """Start a program in a group of its own, its words in a file."""
        child = self._open(command, stdin=None, stdout=None)
        self.running.append(child)
        return child

    def _open(self, command: list[str], *, stdin: int | None, stdout: int | None) -> subprocess.Popen[bytes]:
        with (self.folder / "words").open("ab") as words:
            return subprocess.Popen(
                command,
                cwd=ROOT,
                env=self.environment,
                start_new_session=True,
                preexec_fn=supervision.die_with_parent,  # a suite that is killed leaves nothing running
                stdin=stdin,
                stdout=words if stdout is None else stdout,
                stderr=words,
            )

    def close(self) -> None:
        """Kill whatever runs, and let the clerk go."""
        for child in self.running:
            kill(child)
        if self.clerk is not None:
            with self.clerk:  # closes what he reads and writes, and waits
                kill(self.clerk)

    def start_worker(self) -> subprocess.Popen[bytes]:
        """Start the worker as `serve` does."""
        return self.start(serve.worker_command())


def kill(child: subprocess.Popen[bytes]) -> None:
    """Kill a program and its children as the kernel would, without a word."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait(10)


def wait_until(true: Callable[[], bool], *, seconds: float) -> None:
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
        "JOB_SILENT_SECONDS": str(SILENT_SECONDS),
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


@pytest.fixture(params=STANDS)
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
