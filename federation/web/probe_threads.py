"""Threads of a process of the web server that answer probes alone, beside those of gunicorn.

Requests that take long may hold all others; a probe is answered all the same. The first bytes of a request
are looked at before a thread has it, and a connection that is silent waits without one.
"""

import selectors
import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

_PROBES = tuple(
    f"{method} {path} ".encode() for method in ("GET", "HEAD") for path in ("/healthz", "/readyz")
)
_THREADS = 2
_SILENT = 5.0  # seconds a new connection may say nothing


def reserve(worker: Any) -> None:
    """Give a process that answers by threads some for probes, before it takes connections."""
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
