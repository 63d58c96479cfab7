"""Another installation as this one sees it: files over HTTP, on a port of this machine."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ratings.merkle_log import cosignatures
from ratings.merkle_log.cosignatures import CosignerKey
from ratings.merkle_log.reader import Missing
from ratings.public_log import keys
from tests.ratings.merkle_log.another_log import AnotherLog

ORIGIN = "ratings.example.org/log"  # of our own log


class OtherInstallation:
    """A log that can be watched, and a witness that gives out what it cosigned."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}/log"
        self.log = AnotherLog().add(5)
        self.private = Ed25519PrivateKey.from_private_bytes(bytes(range(2, 34)))
        self.witness_key = CosignerKey(
            "other.example.org/witness", self.private.public_key().public_bytes_raw()
        )
        self.files: dict[str, bytes] = {}  # given instead of those of the log
        self.asked: list[str] = []
        self.before_answer: Callable[[], object] = lambda: None

    def get(self, path: str) -> bytes | None:
        """Return a file below the log's address; None where there is none."""
        self.asked.append(path)
        self.before_answer()
        if path in self.files:
            return self.files[path]
        try:
            return self.log.fetch(path)
        except (Missing, ValueError):
            return None

    def cosign(self, note: str, *, at: int | None = None) -> str:
        """Return a signed checkpoint with the cosignature of this installation."""
        text = note.rpartition("\n\n")[0] + "\n"
        second = int(time.time()) if at is None else at
        return note + cosignatures.cosign(text, self.witness_key, self.private.sign, second)


@contextmanager
def installation() -> Iterator[OtherInstallation]:
    """Serve another installation."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = made.get(self.path.removeprefix("/log/"))
            self.send_response(404 if found is None else 200)
            self.send_header("Content-Length", str(len(found or b"")))
            self.end_headers()
            self.wfile.write(found or b"")

        def log_message(self, *_: Any) -> None: ...

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: Any) -> None: ...

    with Server(("127.0.0.1", 0), Handler) as server:
        made = OtherInstallation(server.server_address[1])
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield made
        server.shutdown()


def rewrite(log: AnotherLog, size: int) -> None:
    """Write a log anew, with another first entry."""
    log.leaves.clear()
    log.add(1, mark=b"forged").add(size - 1)


def new_signer() -> keys.Signer:
    """Return a new key of our log."""
    found = keys.load(ORIGIN, keys.path())
    assert found is not None
    return found
