"""Installations for tests: on which kinds of servers they stand, and what is made once a run."""

import contextlib
import fcntl
import os
import secrets
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import kombu
import psycopg
import pytest
from _pytest.mark.structures import ParameterSet
from psycopg import sql

from tests import databases
from tests.faults import upgrades
from tests.faults.stand import ROOT, Stand, environment_of

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


def renew(address: str, *, like: str) -> None:
    """Make a database anew, as another one is."""
    name = sql.Identifier(urlsplit(address).path.removeprefix("/"))
    with psycopg.connect(urlsplit(address)._replace(path="/postgres").geturl(), autocommit=True) as server:
        server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))
        server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(name, sql.Identifier(like)))


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
        environment = {**environment_of(folder, {}), "PALMARES_DATA": str(folder)}
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
        environment = environment_of(folder, {"DATABASE_URL": f"sqlite:///{folder / 'palmares.sqlite3'}"})
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
        made = Stand(tmp_path, environment_of(tmp_path, addresses))
        if request.param == "rabbitmq":
            ending.callback(_forget_queue, made.environment["FAULTS_QUEUE"])
        ending.callback(made.close)
        yield made


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, tables_on_postgresql: str) -> Iterator[Stand]:
    """Make an installation on PostgreSQL, which loads the site once for all tests."""
    folder = tmp_path_factory.mktemp("runs")
    with database("runs", like=tables_on_postgresql) as address:
        made = Stand(folder, environment_of(folder, {"DATABASE_URL": address}))
        yield made
        made.close()


@pytest.fixture
def office(place: Stand, tables_on_postgresql: str) -> Iterator[Stand]:
    """Yield an installation with tables and nothing else; whatever it runs is killed in the end."""
    renew(place.environment["DATABASE_URL"], like=tables_on_postgresql)
    yield place
    place.clear()
