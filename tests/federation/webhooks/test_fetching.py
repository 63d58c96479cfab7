"""One small file read from an address that was entered: within limits, nowhere private, no redirects."""

import socket

import pytest

from federation.webhooks import sending
from ratings.public_log.witness import remote
from tests.federation.webhooks.test_sending import serve

AGENT = "Palmares/test"


def why(url: str, *, private: bool = True, most: int = 100) -> str:
    with pytest.raises(remote.Failed) as failed:
        remote.get_file(url, most=most, agent=AGENT, private=private)
    return str(failed.value)


def test_file_is_read_and_a_longer_one_is_not() -> None:
    answer = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"

    assert remote.get_file(serve(answer), most=5, agent=AGENT, private=True) == b"hello"
    assert why(serve(answer), most=4) == "too-long"


def test_endless_file_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "LONGEST", 600.0)  # it is its length that ends it

    assert why(serve(b"HTTP/1.1 200 OK\r\n\r\n", again=b"x" * 65536), most=1000) == "too-long"


@pytest.mark.parametrize(
    "url", ["https://localhost:8443/", "https://127.1:8443/", "https://[::1]:8443/", "https://10.0.0.1/log"]
)
def test_nothing_is_read_from_the_own_network(url: str) -> None:
    assert why(url, private=False) == "private"


def test_unencrypted_address_is_refused() -> None:
    assert why("http://example.org/log", private=False) == "no-https"


def test_redirect_is_not_followed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        other.setblocking(False)  # who had followed would wait in line by then
        port = other.getsockname()[1]
        moved = f"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:{port}/\r\nContent-Length: 0\r\n\r\n"

        assert why(serve(moved.encode())) == "redirect"
        with pytest.raises(BlockingIOError):
            other.accept()


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "not-found"),
        (b"HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n", "not-found"),
        (b"HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n", "status"),
        (b"HTTP/1.1 206 Part\r\nContent-Length: 0\r\n\r\n", "status"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort", "no-answer"),
        (b"nonsense\r\n\r\n", "no-answer"),
        (b"", "no-answer"),
    ],
)
def test_what_is_no_file_is_told(answer: bytes, told: str) -> None:
    assert why(serve(answer)) == told


@pytest.mark.parametrize("begin", [b"", b"HTTP/1.1 200 OK\r\n\r\n"], ids=["silent", "byte by byte"])
def test_who_dawdles_is_cut_off(monkeypatch: pytest.MonkeyPatch, begin: bytes) -> None:
    monkeypatch.setattr(sending, "LONGEST", 0.5)

    assert why(serve(begin, again=b"y", every=0.05), most=10_000) == "timeout"
