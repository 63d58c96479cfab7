"""A worker killed while it writes to followers: nobody is told twice, who may not have been is named."""

import socketserver
import threading
import time
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.faults.conftest import ON_EVERY_BROKER, Stand, kill, wait_until

pytestmark = [pytest.mark.xdist_group("faults"), ON_EVERY_BROKER]
FOLLOWERS = 60
EACH = 0.02  # seconds the mail server takes for a letter


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
                self.server.taken.append(to)  # type: ignore[attr-defined]  # a list of ours
                time.sleep(EACH)
            self.say("221 bye" if word == b"QUIT" else "250 ok")

    def say(self, line: str) -> None:
        self.wfile.write(line.encode() + b"\r\n")


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Taking)
        self.taken: list[str] = []

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
    wait_until(lambda: len(server.taken) > FOLLOWERS // 3, seconds=60)
    kill(worker)
    at_kill = len(server.taken)

    stand.start_worker()
    wait_until(lambda: stand.do("post", "tell")["done"], seconds=90)

    found = stand.do("post", "tell")
    everybody = {f"{number}@example.org" for number in range(FOLLOWERS)}
    assert at_kill < FOLLOWERS
    assert found["attempts"] == 2
    assert set(Counter(server.taken).values()) == {1}
    assert everybody - set(server.taken) <= set(found["in_doubt"])
    assert len(found["in_doubt"]) <= 1  # none where it was killed between two letters
    assert found["sent"] == FOLLOWERS - len(found["in_doubt"])
