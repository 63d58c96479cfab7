"""A server that is told: it answers what a test wants and keeps what it was sent."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Receiver:
    """What a server was sent, and what it answers next; `always` behind the answers named.

    Requests after the first `silent_after` are not answered until the test changes that number.
    """

    port: int
    answers: list[int] = field(default_factory=list)
    always: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    before_answer: Callable[[], object] = lambda: None
    silent_after: int | None = None
    says: Callable[[bytes], bytes] = lambda _asked: b"ok"
    heard: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?key=1"

    def names(self) -> list[str]:
        return [headers["webhook-id"] for _path, headers, _body in self.heard]


@contextmanager
def listening() -> Iterator[Receiver]:
    """Serve on a port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            made.heard.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            made.before_answer()
            silent = made.silent_after
            while silent is not None and len(made.heard) > silent == made.silent_after:
                time.sleep(0.02)
            self.send_response(made.answers.pop(0) if made.answers else made.always)
            for name, value in made.headers.items():
                self.send_header(name, value)
            says = made.says(body)
            self.send_header("Content-Length", str(len(says)))
            self.end_headers()
            self.wfile.write(says)

        def log_message(self, *_: Any) -> None: ...

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128

        # a sender that was killed says nothing more
        def handle_error(self, *_: Any) -> None: ...

    with Server(("127.0.0.1", 0), Handler) as server:
        made = Receiver(server.server_address[1])
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield made
        server.shutdown()
