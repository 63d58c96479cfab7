"""A Redis of the tests' own, which may be killed, filled and made silent."""

import shutil
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest
import redis

NEEDS_REDIS = [
    pytest.mark.redis,
    pytest.mark.skipif(shutil.which("redis-server") is None, reason="no redis-server is installed"),
]


class RedisServer:
    """A redis-server on a free port, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, empty, and wait until it answers."""
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self._process = subprocess.Popen(
            [*command, "--dir", str(self.folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        limit = time.monotonic() + 120
        while True:
            with suppress(redis.RedisError):
                self._say("PING")
                return
            assert time.monotonic() < limit, "Redis does not start"
            time.sleep(0.02)

    def kill(self) -> None:
        """Kill it; harmless when it does not run."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(120)
            self._process = None

    def fill(self) -> None:
        """Let it refuse every write, as one does whose memory is full."""
        self._say("CONFIG", "SET", "maxmemory", "1")

    def pause(self) -> None:
        """Let it be silent; connections stay open."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def recover(self) -> None:
        """Let it work again, whatever was done to it."""
        if self._process is None:
            self.start()
        else:
            self._process.send_signal(signal.SIGCONT)
            self._say("CONFIG", "SET", "maxmemory", "0")

    def held(self) -> list[str]:
        """Name what it holds."""
        with redis.Redis.from_url(self.address, decode_responses=True) as client:
            found: list[str] = client.keys("*")
            return found

    def _say(self, *words: str) -> None:
        with redis.Redis.from_url(self.address) as client:
            client.execute_command(*words)
