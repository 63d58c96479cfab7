"""Ports of this machine for servers that are started, ended and started again by tests."""

import os
import socket
from itertools import count

_FIRST, _COUNT = 20_000, 12_000  # below those the system gives out: no client gets one meanwhile
_tried = count(os.getpid() * 61)  # processes side by side begin far from each other


def free_port() -> int:
    """Return a port nobody listens on."""
    while True:
        port = _FIRST + next(_tried) % _COUNT
        with socket.socket() as line:
            try:
                line.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
