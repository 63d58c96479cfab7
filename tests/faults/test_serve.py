"""`manage.py serve`: web server and worker live and die together."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from federation.management.commands import serve
from tests.faults.conftest import stands
from tests.faults.stand import PATIENCE, ROOT, Stand, wait_until

# One installation is enough: which database stands behind changes nothing here.
pytestmark = [stands("embedded"), pytest.mark.usefixtures("collected"), pytest.mark.xdist_group("faults")]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((serve.ADDRESS, 0))
        return int(probe.getsockname()[1])


def family(stand: Stand) -> list[str]:
    """Return the processes of the installation by the data folder in their environment, but for clerks."""
    mark = f"PALMARES_DATA={stand.environment['PALMARES_DATA']}\0".encode()
    ours, found = stand.beside(), []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if folder.name not in ours and mark in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:  # it ended while we looked
            continue
    return found


def worker_of(supervisor: subprocess.Popen[bytes]) -> int:
    """Return the process number of the worker's parent process."""
    children = Path(f"/proc/{supervisor.pid}/task/{supervisor.pid}/children").read_text().split()
    (worker,) = [pid for pid in children if b"celery" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    return int(worker)


@pytest.fixture
def served(stand: Stand, collected: None) -> tuple[subprocess.Popen[bytes], int]:
    """Start everything and wait for the address to be printed."""
    port = free_port()
    child = stand.start([sys.executable, "manage.py", "serve", "--port", str(port)])
    wait_until(lambda: f"http://localhost:{port}/" in (stand.folder / "words").read_text())
    return child, port


@pytest.mark.long
def test_serve_keeps_its_port_does_a_job_and_stops_clean_on_term(
    stand: Stand, served: tuple[subprocess.Popen[bytes], int]
) -> None:
    child, port = served
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    second = subprocess.run(
        command, cwd=ROOT, env=stand.environment, capture_output=True, timeout=PATIENCE, check=False
    )
    assert (second.returncode, second.stderr.decode().splitlines()[-1]) == (
        1,
        f"CommandError: Port {port} is in use; choose another one with --port",
    )
    stand.ask(1)
    wait_until(lambda: [row["state"] for row in stand.jobs()] == ["done"])
    child.send_signal(signal.SIGTERM)
    assert (child.wait(PATIENCE), family(stand), serve.taken(port)) == (0, [], False)


@pytest.mark.release  # a check has small programs do the same: tests/federation/jobs/test_supervision.py
def test_worker_that_dies_takes_the_site_with_it(
    stand: Stand, served: tuple[subprocess.Popen[bytes], int]
) -> None:
    child, port = served
    os.kill(worker_of(child), signal.SIGKILL)
    assert (child.wait(PATIENCE), family(stand), serve.taken(port)) == (1, [], False)


@pytest.mark.release
def test_serve_killed_outright_leaves_nothing_running(
    stand: Stand, served: tuple[subprocess.Popen[bytes], int]
) -> None:
    child, port = served
    child.kill()
    child.wait(PATIENCE)
    wait_until(lambda: family(stand) == [])
    assert serve.taken(port) is False
