"""A gate before a server: connections pass, are cut, refused, or heard by nobody, as a test wants it."""

import contextlib
import socket
import threading
from types import TracebackType
from typing import Self

PUBLISH = b"\x00\x3c\x00\x28"  # class and method of AMQP 0-9-1: basic.publish


class Gate:
    """A port of this machine that leads to another address while it is open."""

    def __init__(self, host: str, port: int) -> None:
        self._behind = (host, port)
        self._door: socket.socket | None = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._passing: list[socket.socket] = []
        self._is_silent, self._is_full = threading.Event(), threading.Event()
        threading.Thread(target=self._welcome, args=(self._door,), daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shut()

    def shut(self) -> None:
        """Refuse whoever comes, and cut who is through."""
        door, self._door = self._door, None
        if door is not None:
            door.shutdown(socket.SHUT_RDWR)  # wakes who waits in accept
            door.close()
        self.cut()

    def open(self) -> None:
        """Let everybody through again, at the same port."""
        self._is_silent.clear()
        self._is_full.clear()
        if self._door is None:
            self._door = socket.create_server(("127.0.0.1", self.port))
            threading.Thread(target=self._welcome, args=(self._door,), daemon=True).start()

    def cut(self) -> None:
        """End every connection."""
        passing, self._passing = self._passing, []
        for one in passing:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def fall_silent(self) -> None:
        """Let nothing through any more, and nobody know of it: as behind a firewall that forgot."""
        self._is_silent.set()

    def fill_up(self) -> None:
        """Do as RabbitMQ that is short of memory: who has published is not read from any more."""
        self._is_full.set()

    def _welcome(self, door: socket.socket) -> None:
        while True:
            try:
                visitor = door.accept()[0]
            except OSError:
                return
            self._passing.append(visitor)
            if not self._is_silent.is_set():
                behind = socket.create_connection(self._behind)
                self._passing.append(behind)
                for pair in ((visitor, behind), (behind, visitor)):
                    threading.Thread(target=self._carry, args=pair, daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        is_heard = True
        with contextlib.suppress(OSError):
            while piece := one.recv(65_536):
                is_heard = is_heard and not (self._is_full.is_set() and PUBLISH in piece)
                if is_heard and not self._is_silent.is_set():
                    other.sendall(piece)
            if not self._is_silent.is_set():
                other.shutdown(socket.SHUT_WR)
