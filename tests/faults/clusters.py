"""PostgreSQL servers of a test's own: a primary and replicas that stream from it."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from federation.jobs import supervision

NOBODY = 65534  # PostgreSQL refuses to run as root
SMALL = "--wal-segsize=1"  # megabyte
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "40",
    "shared_buffers": "16MB",
    "min_wal_size": "4MB",
    "wal_receiver_status_interval": "1",
    "wal_retrieve_retry_interval": "200ms",
    "max_standby_streaming_delay": "1s",
}


def programs() -> Path | None:
    """Return the folder of the server's programs, the newest there is."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    found = shutil.which("initdb")
    folders = folders or ([Path(found).parent] if found else [])
    return folders[-1] if folders and (folders[-1] / "initdb").exists() else None


def _unprivileged() -> dict[str, Any]:
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}


def _run(program: str, *arguments: str) -> None:
    folder = programs()
    assert folder is not None
    command = [str(folder / program), *arguments]
    done = subprocess.run(
        command, cwd="/", capture_output=True, text=True, timeout=60, check=False, **_unprivileged()
    )
    assert done.returncode == 0, f"{program}: {done.stderr}"


@dataclass
class Server:
    """One server in a folder of its own."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Return where it answers, as settings name it."""
        return f"postgres://palmares@127.0.0.1:{self.port}/palmares"

    def start(self) -> None:
        """Start it and wait until it answers."""
        folder = programs()
        assert folder is not None
        options = [f"-c{name}={value}" for name, value in {**SETTINGS, "port": self.port}.items()]
        with (self.folder.parent / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [str(folder / "postgres"), "-D", str(self.folder), *options],
                cwd="/",
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=supervision.die_with_parent,
                **_unprivileged(),
            )
        limit = time.monotonic() + 20
        while True:
            with contextlib.suppress(psycopg.OperationalError):
                self.ask("SELECT 1", database="postgres")
                return
            assert time.monotonic() < limit, (self.folder.parent / "log").read_text()
            time.sleep(0.05)

    def ask(self, statement: str, *, database: str = "palmares") -> Any:
        """Return the first value a statement finds."""
        address = self.address.removesuffix("palmares") + database
        with psycopg.connect(address, autocommit=True, connect_timeout=5) as connection:
            cursor = connection.execute(statement.encode())
            row = cursor.fetchone() if cursor.description else None
        return row[0] if row else None

    def kill(self) -> None:
        """End it as an outage would: nobody is told, open pages lose their connection."""
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(20)
            self.process = None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def streaming(replicas: int) -> Iterator[tuple[Server, list[Server]]]:
    """Start a primary with an empty database, and replicas of it; all are gone in the end."""
    root = Path(tempfile.mkdtemp(prefix="palmares-clusters-"))
    if os.geteuid() == 0:
        os.chown(root, NOBODY, NOBODY)
    servers: list[Server] = []
    try:
        primary = Server(root / "primary", _free_port())
        servers.append(primary)
        made = ("-Upalmares", "-Atrust", "-EUTF8", "--locale=C.UTF-8", "-N", SMALL)
        _run("initdb", "-D", str(primary.folder), *made)
        primary.start()
        primary.ask("CREATE DATABASE palmares", database="postgres")
        for number in range(replicas):
            servers.append(replica := Server(root / f"replica-{number + 1}", _free_port()))
            source = primary.address.removesuffix("/palmares")
            _run("pg_basebackup", "-d", source, "-D", str(replica.folder), "-R", "-Xstream", "-cfast", "-N")
            replica.start()
        yield primary, servers[1:]
    finally:
        for one in servers:
            one.kill()
        shutil.rmtree(root, ignore_errors=True)
