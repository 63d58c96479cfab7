"""Sockets of the web server that outlive its processes; connections closed gently; threads for probes.

No connection is lost when processes change. With gunicorn's own `reuse_port` every process listens for
itself: one that ends takes the connections waiting for it along, one that starts is given some before it can
answer. With one socket for all, the quickest process takes every keep-alive connection. So the master makes a
socket a process; its successor inherits it.
"""

import os
import selectors
import signal
import socket
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from gunicorn import sock, systemd
from gunicorn.workers.gthread import ThreadWorker

_PARENT = "GUNICORN_PID"  # set by gunicorn where another master made this one (SIGUSR2)
_SECONDS = 2.0  # the other side has to end its part
_MOST = 65536  # bytes of unread input
_PROBES = tuple(
    f"{method} {path} ".encode() for method in ("GET", "HEAD") for path in ("/healthz", "/readyz")
)
_THREADS = 2
_SILENT = 5.0  # seconds a new connection may say nothing


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


def watch_closing(worker: Any) -> None:
    """Have a process that answers by threads give clients time to read the answer before a connection ends.

    gunicorn waits in the thread that takes all connections, up to two seconds, so that a client that leaves
    its end open holds up all others. Here such a connection waits among the keep-alive ones.
    """
    if isinstance(worker, ThreadWorker):
        worker.finish_request = partial(_finish, worker, worker.finish_request)


def _finish(worker: Any, finish: Callable[[Any, Any], None], conn: Any, future: Any) -> None:
    """Do what gunicorn does behind a request; a connection that ends is closed in our way."""
    conn.close = partial(_close, worker, conn, type(conn).close)
    finish(conn, future)


def _close(worker: Any, conn: Any, close: Callable[[Any], None], *, graceful: bool = False) -> None:
    """Close a connection at once, or say that nothing more comes and let it wait for the other side."""
    if not graceful:
        close(conn)
        return
    try:
        conn.sock.shutdown(socket.SHUT_WR)
        conn.sock.settimeout(0)
        worker.poller.register(conn.sock, selectors.EVENT_READ, partial(_drain, worker, conn, [0]))
    except OSError:
        close(conn)
        return
    worker.nr_conns += 1  # until it is closed, here or with expired keep-alive ones
    conn.timeout = time.monotonic() + _SECONDS
    worker.keepalived_conns.append(conn)


def _drain(worker: Any, conn: Any, drained: list[int], line: socket.socket) -> None:
    """Discard unread input; close the connection at its end."""
    try:
        data = line.recv(4096)
    except BlockingIOError:
        return
    except OSError:
        data = b""
    drained[0] += len(data)
    if data and drained[0] < _MOST:
        return
    worker.poller.unregister(line)
    worker.keepalived_conns.remove(conn)
    worker.nr_conns -= 1
    conn.close()


def reserve_probe_threads(worker: Any) -> None:
    """Give a process that answers by threads some for probes, before it takes connections.

    Long requests may hold all other threads; a probe is answered all the same. The first bytes of a request
    are looked at before a thread has it, and a silent connection waits without one.
    """
    if isinstance(worker, ThreadWorker):
        threads = ThreadPoolExecutor(_THREADS)
        worker.enqueue_req = partial(_hand_on, worker, worker.enqueue_req, threads)


def _hand_on(worker: Any, enqueue: Callable[[Any], None], threads: ThreadPoolExecutor, conn: Any) -> None:
    """Hand a connection that can be read to the threads it is for; another waits for its first bytes."""
    begin = _begin_of(conn.sock)
    if begin is None and not conn.initialized:
        _wait_for_bytes(worker, conn)
    elif begin and begin.startswith(_PROBES):
        answer = threads.submit(worker.handle, conn)
        answer.add_done_callback(
            lambda future: worker.method_queue.defer(worker.finish_request, conn, future)
        )
    else:
        enqueue(conn)


def _wait_for_bytes(worker: Any, conn: Any) -> None:
    """Have a connection handed on as soon as it can be read, as gunicorn does with slow ones."""
    conn.sock.settimeout(0)
    conn.timeout = time.monotonic() + _SILENT
    worker.pending_conns.append(conn)
    ready = partial(worker.on_pending_socket_readable, conn)
    worker.poller.register(conn.sock, selectors.EVENT_READ, ready)


def _begin_of(line: socket.socket) -> bytes | None:
    """Return the first bytes that have come, without taking them; None where none have yet."""
    try:
        return line.recv(64, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return None
    except OSError:  # the other side has gone, which a thread finds out
        return b""
