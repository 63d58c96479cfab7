"""A worker killed while it writes to followers: nobody is told twice, who may not have been is named."""

import socketserver
import threading
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.faults.conftest import stands
from tests.faults.stand import Stand, kill, wait_until

pytestmark = [
    pytest.mark.xdist_group("faults"),
    stands("embedded", release=["servers", "rabbitmq"]),
]
FOLLOWERS, TAKEN = 60, 20


class _Taking(socketserver.StreamRequestHandler):
    """A mail server's side of one connection (RFC 5321), as far as Python's client goes."""

    def handle(self) -> None:
        self.say("220 here")
        to = ""
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"RCPT":
                to = line.decode().partition("<")[2].partition(">")[0]
            if word == b"DATA":
                self.say("354 go on")
                while self.rfile.readline() not in (b".\r\n", b""):
                    pass
                if not self.server.takes(to):  # type: ignore[attr-defined]  # a method of ours
                    return
            self.say("221 bye" if word == b"QUIT" else "250 ok")

    def say(self, line: str) -> None:
        self.wfile.write(line.encode() + b"\r\n")


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Taking)
        self.taken: list[str] = []
        self.dropped: list[str] = []
        self.is_awake = threading.Event()

    def takes(self, to: str) -> bool:
        """Return whether a letter is taken; the one behind the first few is not, once the server awakes."""
        if len(self.taken) == TAKEN and not self.is_awake.is_set():
            self.dropped.append(to)
            self.is_awake.wait()
            return False
        self.taken.append(to)
        return True

    # a client that was killed says nothing more, and nobody needs to read of it
    def handle_error(self, request: object, client_address: object) -> None: ...


@pytest.fixture
def server() -> Iterator[_Server]:
    with _Server() as made:
        threading.Thread(target=made.serve_forever, daemon=True).start()
        yield made
        made.shutdown()


def test_worker_killed_while_it_writes_tells_nobody_twice_and_names_who_may_have_been_left_out(
    stand: Stand, server: _Server
) -> None:
    stand.environment["EMAIL_URL"] = f"smtp://127.0.0.1:{server.server_address[1]}"
    stand.environment["CSRF_TRUSTED_ORIGINS"] = "https://ratings.example.org"
    stand.do("post", "announce", str(FOLLOWERS))
    worker = stand.start_worker()
    wait_until(lambda: server.dropped != [])
    kill(worker)
    server.is_awake.set()
    stand.let_time_pass()

    stand.start_worker()
    wait_until(lambda: stand.do("post", "tell")["done"])

    found = stand.do("post", "tell")
    everybody = {f"{number}@example.org" for number in range(FOLLOWERS)}
    assert found["attempts"] == 2
    assert set(Counter(server.taken).values()) == {1}
    assert everybody - set(server.taken) == set(found["in_doubt"]) == set(server.dropped)
    assert found["sent"] == FOLLOWERS - 1
