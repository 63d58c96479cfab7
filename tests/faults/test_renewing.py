"""The web server renews its processes, and takes new code, while people read: nobody is turned away."""

import http.client
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from federation.management.commands import serve
from tests.faults.conftest import stands
from tests.faults.stand import PATIENCE, ROOT, Stand, wait_until
from tests.faults.test_serve import free_port

pytestmark = [stands("embedded"), pytest.mark.usefixtures("collected"), pytest.mark.xdist_group("faults")]
READERS, A_SECOND = 4, 20
PAGES = ("/", "/lists/", "/tournaments/", "/clubs/")
# Sockets as systemd hands them over: from number 3 on, for the process that is named.
HANDED = """
import os, sys
first, second, *command = sys.argv[1:]
for number, one in enumerate((os.dup(int(first)), os.dup(int(second))), start=3):
    os.dup2(one, number)
    os.set_inheritable(number, True)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="2")
os.execv(command[0], command)
"""


@dataclass
class Readers:
    """Half keep their connection, as a proxy does, half open one for each page."""

    port: int
    ended: threading.Event = field(default_factory=threading.Event)
    answers: list[object] = field(default_factory=list)

    def read(self, number: int) -> None:
        """Ask for a page some five times a second; note what came."""
        kept: http.client.HTTPConnection | None = None
        page = 0
        while not self.ended.wait(READERS / A_SECOND):
            page += 1
            found, kept = self._ask(PAGES[page % len(PAGES)], kept)
            self.answers.append(found)
            if kept and number % 2:
                kept.close()
                kept = None
        if kept:
            kept.close()

    def _ask(
        self, path: str, kept: http.client.HTTPConnection | None
    ) -> tuple[object, http.client.HTTPConnection | None]:
        """Ask over the connection that was kept, and over a new one where that has been closed meanwhile."""
        for connection in dict.fromkeys((kept, None)):
            asked = connection or http.client.HTTPConnection(serve.ADDRESS, self.port, timeout=120)
            try:
                asked.request("GET", path, headers={"Host": "localhost"})
                answer = asked.getresponse()
                answer.read()
            except (OSError, http.client.HTTPException) as error:
                asked.close()
                found: object = type(error).__name__
            else:
                if answer.will_close:
                    asked.close()
                return answer.status, None if answer.will_close else asked
        return found, None


@contextmanager
def readers(port: int) -> Iterator[Readers]:
    """Let people read until the block ends."""
    found = Readers(port)
    threads = [threading.Thread(target=found.read, args=(number,)) for number in range(READERS)]
    for thread in threads:
        thread.start()
    try:
        yield found
    finally:
        found.ended.set()
        for thread in threads:
            thread.join()


def read_on(found: Readers) -> None:
    """Let everybody read a few more pages."""
    enough = len(found.answers) + 3 * READERS
    wait_until(lambda: len(found.answers) > enough)


def children(master: int) -> set[int]:
    """Return the processes of a master."""
    names = Path(f"/proc/{master}/task/{master}/children").read_text()
    return {int(name) for name in names.split()}


def renew(master: subprocess.Popen[bytes]) -> None:
    """Have a master renew its processes, and wait until none of before is left."""
    before = children(master.pid)
    master.send_signal(signal.SIGHUP)
    wait_until(lambda: not before & children(master.pid))


@pytest.fixture
def command() -> tuple[list[str], int]:
    """Return how the web server of an installation starts, and its port."""
    port = free_port()
    return serve.web_command(port), port


@pytest.fixture
def told(stand: Stand) -> Iterator[socket.socket]:
    """Listen to what an installation tells its service manager."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(stand.folder / "notify"))
        manager.settimeout(PATIENCE)
        stand.environment["NOTIFY_SOCKET"] = str(stand.folder / "notify")
        yield manager


@pytest.mark.long
def test_nobody_is_turned_away_while_processes_are_renewed_and_code_is_replaced(
    stand: Stand, command: tuple[list[str], int]
) -> None:
    master, port = stand.start(command[0]), command[1]
    wait_until(lambda: serve.taken(port) and len(children(master.pid)) == 2)

    with readers(port) as found:
        for _ in range(2):
            renew(master)
            read_on(found)
        master.send_signal(signal.SIGUSR2)
        wait_until(lambda: master.poll() == 0)
        read_on(found)

    assert Counter(found.answers) == {200: len(found.answers)}


def test_sockets_of_a_service_manager_pass_from_one_master_to_the_next(
    stand: Stand, command: tuple[list[str], int], told: socket.socket
) -> None:
    start, port = command
    with ExitStack() as handed:
        held = [handed.enter_context(listening(port)) for _ in range(2)]
        numbers = [one.fileno() for one in held]
        master = subprocess.Popen(
            [sys.executable, "-c", HANDED, *map(str, numbers), *start],
            cwd=ROOT,
            env=stand.environment,
            pass_fds=numbers,
            start_new_session=True,
        )
        stand.running.append(master)
    assert told.recv(4096).startswith(b"READY=1")

    master.send_signal(signal.SIGUSR2)
    wait_until(lambda: master.poll() == 0)

    words = [told.recv(4096) for _ in range(2)]
    (now,) = [int(word.split(b"=")[1].split()[0]) for word in words if word.startswith(b"MAINPID=")]
    assert len(children(now)) == 2
    assert Counter(get(port) for _ in range(20)) == {200: 20}


def test_port_in_use_is_named(stand: Stand, command: tuple[list[str], int]) -> None:
    with listening(command[1]):
        done = subprocess.run(
            command[0], cwd=ROOT, env=stand.environment, capture_output=True, timeout=PATIENCE
        )

    assert done.returncode == 1
    assert f"{serve.ADDRESS}:{command[1]}: Address already in use" in done.stderr.decode()


def listening(port: int) -> socket.socket:
    """Return a socket as systemd makes it, that a program started later inherits."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    made.bind((serve.ADDRESS, port))
    made.listen(128)
    made.set_inheritable(True)
    return made


def get(port: int) -> int:
    """Ask for the first page over a new connection."""
    page = http.client.HTTPConnection(serve.ADDRESS, port, timeout=120)
    with closing(page):
        page.request("GET", "/", headers={"Host": "localhost"})
        return page.getresponse().status
