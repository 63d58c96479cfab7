"""Sockets of the web server that outlive its processes, so that no connection is lost.

With gunicorn's own `reuse_port` every process listens for itself: one that ends takes the connections waiting
for it along, one that starts is given some before it can answer. With one socket for all, the quickest
process takes every keep-alive connection. So the master makes a socket a process; its successor inherits it.
"""

import os
import signal
import socket
import sys
from pathlib import Path
from typing import Any

from gunicorn import sock, systemd

_PARENT = "GUNICORN_PID"  # set by gunicorn where another master made this one (SIGUSR2)


def name_program(server: Any) -> None:
    """Let the next master start as this one did: gunicorn forgets the `-m` of `python -m gunicorn`."""
    if Path(sys.argv[0]).name == "__main__.py":
        server.START_CTX["args"] = [sys.executable, "-m", "gunicorn", *sys.argv[1:]]


def open_sockets(server: Any) -> None:
    """Take the sockets systemd hands over, or bind one for each process; a master before hands its own over.

    SystemExit where the address is taken.
    """
    if _PARENT in os.environ:
        return
    # gunicorn would take systemd's too, but then pass the next master wrong numbers of them.
    handed = systemd.listen_fds()
    first = systemd.SD_LISTEN_FDS_START
    opened = list(range(first, first + handed)) if handed else _bind(server.cfg)
    if opened:
        server.LISTENERS = sock.create_sockets(server.cfg, server.log, opened)


def _bind(settings: Any) -> list[int]:
    """Bind as many sockets to each address as there are processes; return their numbers."""
    opened = []
    for host, port in (address for address in settings.address if isinstance(address, tuple)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        _refuse_taken(family, host, port)
        for _ in range(settings.workers):
            listener = socket.socket(family)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            listener.bind((host, port))
            opened.append(listener.detach())
    return opened


def _refuse_taken(family: socket.AddressFamily, host: str, port: int) -> None:
    """Raise SystemExit where something else listens: SO_REUSEPORT alone would share the port with it."""
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise SystemExit(f"{host}:{port}: {error.strerror}") from error


def choose_sockets(server: Any, worker: Any) -> None:
    """Assign a process about to be forked the place that the fewest processes have."""
    places = max(1, min(server.cfg.workers, len(server.LISTENERS)))
    taken_places = [getattr(other, "place", None) for other in server.WORKERS.values()]
    worker.place = min(range(places), key=taken_places.count)
    worker.sockets = server.LISTENERS[worker.place :: places]


def take_over(server: Any) -> None:
    """End the master that made this one; the sockets are those of both, and this one is ready to fork."""
    parent = os.environ.get(_PARENT)
    if parent and int(parent) == os.getppid():
        systemd.sd_notify(f"MAINPID={os.getpid()}\nREADY=1", server.log)
        os.kill(int(parent), signal.SIGTERM)
