"""Where a message may go, and what an address can do to its sender: nothing."""

import http.client
import ipaddress
import socket
import threading
from collections.abc import Callable

import pytest

from federation.webhooks import sending
from tests import ports
from tests.federation.webhooks.receiver import listening

REFUSED = {
    "http://example.org/": "no-https",
    "ftp://example.org/": "no-https",
    "https://user@example.org/": "credentials",
    "https://user:secret@example.org/": "credentials",
    "https:///hook": "no-address",
    "https://exa mple.org/": "no-address",
    "https://пример.рф/": "no-address",
    "https://example.org:22/": "port",
    "https://example.org:99999/": "no-address",
    "https://[::1/": "no-address",
}
# The first and the last address of each range nothing is sent to, and what stands for one in another form.
PRIVATE = {
    "this network": ("0.0.0.0", "0.255.255.255"),
    "private, RFC 1918": (
        *("10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255"),
        *("192.168.0.0", "192.168.255.255"),
    ),
    "behind a carrier's NAT": ("100.64.0.0", "100.127.255.255"),
    "this machine": ("127.0.0.1", "127.255.255.255", "::1"),
    "this link": ("169.254.0.0", "169.254.169.254", "169.254.255.255", "fe80::1", "fe80::1%eth0", "febf::1"),
    "protocols of the IETF": ("192.0.0.0", "192.0.0.9", "192.0.0.255", "2001::", "2001:1ff:ffff::1"),
    "documentation": (
        *("192.0.2.0", "192.0.2.255", "198.51.100.0", "198.51.100.255", "203.0.113.0", "203.0.113.255"),
        *("2001:db8::", "2001:db8:ffff:ffff::1", "3fff::", "3fff:fff:ffff::1"),
    ),
    "6to4": ("192.88.99.0", "192.88.99.255", "2002::", "2002:0a00:0001::1", "2002:5db8:d822::1"),
    "measurements": ("198.18.0.0", "198.19.255.255", "2001:2::1"),
    "groups": ("224.0.0.0", "239.255.255.255", "ff00::", "ff02::1", "ff0e::1"),
    "reserved and broadcast": ("240.0.0.0", "255.255.255.254", "255.255.255.255"),
    "Teredo": ("2001:0:4136:e378:8000:63bf:3fff:fdd2",),
    "ORCHID and DET": ("2001:10::1", "2001:20::1", "2001:2f:ffff::1", "2001:30::1"),
    "the 6bone": ("3ffe::", "3ffe:ffff::1"),
    "nothing yet, or not for hosts": ("::", "100::1", "1fff:ffff::1", "4000::1", "5f00::1", "fec0::1"),
    "unique local": ("fc00::1", "fd00:ec2::254"),
    "IPv4 in IPv6": (
        *("::ffff:10.0.0.1", "::ffff:169.254.169.254", "::10.0.0.1", "::93.184.216.34"),
        *("64:ff9b::a9fe:a9fe", "64:ff9b::7f00:1", "64:ff9b::c058:6301", "64:ff9b:1::5db8:d822"),
    ),
    "no address": ("x", "", "1.2.3", "93.184.216.34/32"),
}
PUBLIC = [
    *("93.184.216.34", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.15.255.255"),
    *("172.32.0.0", "192.0.1.0", "192.0.3.0", "192.88.98.1", "198.17.255.255", "198.20.0.0"),
    *("223.255.255.255", "::ffff:93.184.216.34", "64:ff9b::5db8:d822", "2606:2800:220:1::1"),
    *("2001:200::1", "2001:db7:ffff::1", "2001:db9::1", "2003::1", "2a00:1450::1", "3fff:1000::1"),
]


@pytest.mark.parametrize(("url", "why"), REFUSED.items(), ids=REFUSED.keys())
def test_address_of_another_kind_is_refused(url: str, why: str) -> None:
    with pytest.raises(sending.Refused, match=why):
        sending.split(url, private=False)


@pytest.mark.parametrize("addresses", PRIVATE.values(), ids=PRIVATE.keys())
def test_address_that_is_not_public_is_known(addresses: tuple[str, ...]) -> None:
    assert [one for one in addresses if sending.is_public(one)] == []


@pytest.mark.parametrize("network", sending.SPECIAL, ids=str)
def test_special_range_is_refused_to_both_ends(
    network: ipaddress.IPv4Network | ipaddress.IPv6Network,
) -> None:
    assert not sending.is_public(str(network[0]))
    assert not sending.is_public(str(network[-1]))


@pytest.mark.parametrize("address", PUBLIC)
def test_public_address_is_known(address: str) -> None:
    assert sending.is_public(address)


@pytest.mark.parametrize(
    "url",
    ["https://localhost:8443/", "https://127.1:8443/", "https://2130706433:8443/", "https://[::1]:8443/"],
)
def test_nothing_is_sent_into_the_own_network(url: str) -> None:
    assert sending.post(url, b"{}", {}).error == "private"


def test_name_that_leads_elsewhere_a_moment_later_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def answer(host: str, port: int, **_: object) -> list[tuple[object, ...]]:
        asked.append(host)
        address = "93.184.216.34" if len(asked) == 1 else "127.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    reached: list[tuple[str, int]] = []

    def connect(address: tuple[str, int], _timeout: float) -> socket.socket:
        reached.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    monkeypatch.setattr(socket, "create_connection", connect)

    assert sending.post("https://rebind.example.org/", b"{}", {}).error == "no-connection"
    assert (asked, reached) == (["rebind.example.org"], [("93.184.216.34", 443)])


def test_name_with_one_private_address_among_public_ones_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    both = [(2, 1, 6, "", (one, 443)) for one in ("93.184.216.34", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: both)

    assert sending.post("https://example.org/", b"{}", {}).error == "private"


def test_redirect_is_an_answer_and_not_followed() -> None:
    with listening() as server, listening() as other:
        server.always, server.headers = 307, {"Location": other.url}

        assert sending.post(server.url, b"{}", {"webhook-id": "1"}, private=True).status == 307
        assert other.heard == []


ENOUGH = 1200  # times a server goes on: who reads to its end fails a test instead of hanging in it


def serve(answer: bytes, *, again: bytes = b"", every: float = 0.0) -> str:
    """Answer one connection with bytes, and go on with others until the line is closed."""
    server = socket.create_server(("127.0.0.1", 0))
    paused = threading.Event()

    def talk() -> None:
        with server, server.accept()[0] as connection:
            try:
                connection.recv(65536)
                connection.sendall(answer)
                for _ in range(ENOUGH if again else 0):
                    paused.wait(every)
                    connection.sendall(again)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(65536):  # closed unread, it would be reset instead
                    pass
            except OSError:
                return

    threading.Thread(target=talk, daemon=True).start()
    return f"http://127.0.0.1:{server.getsockname()[1]}/"


def test_endless_answer_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "LONGEST", 600.0)  # it is its length that ends it
    read: list[int] = []
    original = http.client.HTTPResponse.read

    def count(response: http.client.HTTPResponse, most: int | None = None) -> bytes:
        body = original(response, most)
        read.append(len(body))
        return body

    monkeypatch.setattr(http.client.HTTPResponse, "read", count)
    url = serve(b"HTTP/1.1 200 OK\r\n\r\n", again=b"x" * 65536)

    answer = sending.post(url, b"{}", {}, private=True)

    assert (answer.status, read) == (200, [sending.MOST_READ])


class Watch:
    """A timer whose time is over when the test says so."""

    def __init__(self, _seconds: float, end: Callable[[], None]) -> None:
        self.end = end
        WATCHES.append(self)

    def start(self) -> None: ...

    def cancel(self) -> None: ...


WATCHES: list[Watch] = []


def test_who_dawdles_over_the_body_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "Timer", Watch)
    original = http.client.HTTPResponse.read

    def read(response: http.client.HTTPResponse, most: int | None = None) -> bytes:
        WATCHES.pop().end()  # the time is over once the answer has begun
        body = original(response, most)
        assert len(body) < ENOUGH
        return body

    monkeypatch.setattr(http.client.HTTPResponse, "read", read)
    url = serve(b"HTTP/1.1 200 OK\r\n\r\n", again=b"y", every=0.05)

    assert sending.post(url, b"{}", {}, private=True).status == 200  # taken is taken


@pytest.mark.parametrize("begin", [b"", b"HTTP/1.1 200 OK\r\nX: "], ids=["silent", "header by header"])
def test_who_dawdles_is_cut_off(monkeypatch: pytest.MonkeyPatch, begin: bytes) -> None:
    monkeypatch.setattr(sending, "LONGEST", 0.6)
    url = serve(begin, again=b"y", every=0.05)

    answer = sending.post(url, b"{}", {}, private=True)

    assert (answer.status, answer.error) == (None, "timeout")


@pytest.mark.parametrize(
    ("answer", "why"), [(b"", "no-answer"), (b"nonsense\r\n\r\n", "no-answer")], ids=["nothing", "nonsense"]
)
def test_what_is_no_answer_is_told(answer: bytes, why: str) -> None:
    assert sending.post(serve(answer), b"{}", {}, private=True).error == why


def test_nobody_there_is_told() -> None:
    url = f"http://127.0.0.1:{ports.free_port()}/"

    assert sending.post(url, b"{}", {}, private=True).error == "no-connection"


def test_long_message_is_not_written() -> None:
    with pytest.raises(ValueError, match="bytes"):
        sending.encode({"data": "x" * sending.MOST_SENT})
