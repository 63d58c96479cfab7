"""The site as it is run, in a folder of its own, to be measured from outside."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from federation.jobs import supervision
from federation.management.command_line import own_command
from federation.management.commands.serve import ADDRESS, taken, web_command, worker_command

WAIT_SECONDS = 120.0
Child = subprocess.Popen[bytes]


@contextmanager
def site(folder: Path, environment: Mapping[str, str]) -> Iterator[tuple[int, "Start"]]:
    """Run the web server in a folder of its own, its static files collected, and give its port.

    Several may run one after the other in a folder. All processes are killed in the end.
    """
    with socket.socket() as probe:
        probe.bind((ADDRESS, 0))
        port = int(probe.getsockname()[1])
    start = Start({**os.environ, "PALMARES_DATA": str(folder), "LOG_LEVEL": "WARNING", **environment})
    if not (folder / "static").exists():
        collect = own_command("collectstatic", "--noinput")
        subprocess.run(collect, env=start.environment, check=True, stdout=subprocess.DEVNULL)
    try:
        start(web_command(port))
        wait(lambda: taken(port))
        yield port, start
    finally:
        for child in start.running:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()


class Start:
    """Starts programs of the site, each in a group of its own."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment, self.running = environment, list[Child]()

    def __call__(self, command: list[str] | None = None) -> Child:
        child = subprocess.Popen(
            command or worker_command(),
            cwd=settings.BASE_DIR,
            env=self.environment,
            start_new_session=True,
            preexec_fn=supervision.die_with_parent,
        )
        self.running.append(child)
        return child


def wait(true: Callable[[], bool]) -> None:
    """Wait until something is true; TimeoutError after WAIT_SECONDS."""
    limit = time.monotonic() + WAIT_SECONDS
    while not true():
        if time.monotonic() > limit:
            raise TimeoutError("waited in vain")
        time.sleep(0.1)
