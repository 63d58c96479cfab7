"""Lingering close of connections: the client gets time to read the answer, no thread waits.

gunicorn waits in the thread that takes all connections, for two seconds at most, so that one client that
leaves its end open holds up everybody. Here such a connection waits among the keep-alive ones.
"""

import selectors
import socket
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

_SECONDS = 2.0  # the other side has to end its part
_MOST = 65536  # bytes of unread input


def watch(worker: Any) -> None:
    """Have a process that answers by threads end its connections so."""
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
