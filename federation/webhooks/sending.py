"""Sending of one message over HTTP to an address chosen by others, and in words why it failed.

The name is resolved once, every address it has is checked, and the connection is made to one of the checked
ones: a name that answers otherwise a moment later leads nowhere. Redirects are answers like any other. The
standard library is enough for that: libraries of HTTP resolve names themselves, behind a check.
"""

import http.client
import ipaddress
import json
import socket
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.vocabulary.networks import limited

PATIENCE = 10.0  # seconds for a connection, or for the next bytes
LONGEST = 20.0  # seconds for all of it, from the connection to the answer
MOST_READ = 16 * 1024  # bytes of an answer that are read
MOST_SENT = 64 * 1024
_HTTPS, _HTTP = 443, 80
_OWN_PORTS = 1024  # ports from here on are unprivileged
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_UNICAST = ipaddress.IPv6Network("2000::/3")  # all of IPv6 that is given out (RFC 4291, 2.4, and IANA)
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")  # stands for an IPv4 address (RFC 6052, 2.1)
# Nothing is sent to any of these, even if this Python's ipaddress calls one global.
SPECIAL = tuple(
    ipaddress.ip_network(network)
    for network in (
        "0.0.0.0/8",  # this network, RFC 791, 3.2
        "10.0.0.0/8",  # private, RFC 1918
        "100.64.0.0/10",  # behind a carrier's NAT, RFC 6598
        "127.0.0.0/8",  # this machine, RFC 1122, 3.2.1.3
        "169.254.0.0/16",  # this link, RFC 3927
        "172.16.0.0/12",  # private, RFC 1918
        "192.0.0.0/24",  # protocols of the IETF, RFC 6890, 2.1
        "192.0.2.0/24",  # documentation, RFC 5737
        "192.88.99.0/24",  # relays of 6to4, RFC 7526
        "192.168.0.0/16",  # private, RFC 1918
        "198.18.0.0/15",  # measurements, RFC 2544
        "198.51.100.0/24",  # documentation, RFC 5737
        "203.0.113.0/24",  # documentation, RFC 5737
        "224.0.0.0/4",  # groups, RFC 1112, 4
        "240.0.0.0/4",  # reserved, RFC 1112, 4, and broadcast, RFC 919
        "2001::/23",  # protocols of the IETF, RFC 2928: Teredo (4380), ORCHID (4843, 7343), DET (9374) ...
        "2001:db8::/32",  # documentation, RFC 3849
        "2002::/16",  # 6to4, RFC 3056
        "3ffe::/16",  # the 6bone that was, RFC 3701
        "3fff::/20",  # documentation, RFC 9637
    )
)
# of an address a user enters, or of one that turns out to be such
WHY: Mapping[str, str | Promise] = {
    "no-address": _("Enter a complete web address in ASCII letters, for example https://example.org/hook."),
    "no-https": _("The address must begin with https://."),
    "credentials": _("The address must not contain a user name or a password."),
    "port": _("Use port 443 or a port from 1024 on."),
    "private": _("The address leads into a private network; nothing is sent there."),
    "no-host": _("The name of the server was not found."),
    "no-connection": _("No connection to the server."),
    "no-answer": _("The server ended the connection without a valid answer."),
    "timeout": _("No answer in time."),
    "no-echo": _("The answer did not repeat the challenge."),
    "certificate": _("The certificate of the server is not valid."),
    "not-public": _("What the message would say is no longer public."),
    "too-long": _("The message is too long."),
    # of a file that is read
    "not-found": _("There is no such file on the server."),
    "redirect": _("The server sends visitors to another address. Enter that address."),
    "status": _("The server answered with an error."),
}


class Refused(Exception):
    """Nothing is sent to such an address; the text is a code of WHY."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Result of an attempt: a status, or an error; its duration, and the wait before the next.

    `body`: the answer's body, MOST_READ bytes at most.
    """

    status: int | None
    error: str
    seconds: float
    retry_after: int = 0
    body: bytes = b""

    @property
    def taken(self) -> bool:
        """Return whether the message was taken."""
        return self.status is not None and 200 <= self.status < 300 and not self.error


def encode(message: dict[str, Any]) -> bytes:
    """Write a message as it is signed and sent; ValueError where it is too long."""
    body = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
    if len(body) > MOST_SENT:
        raise ValueError(f"a message of {len(body)} bytes")
    return body


def split(url: str, *, private: bool) -> SplitResult:
    """Take an address apart; Refused where it is none, or of a kind nothing is sent to."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise Refused("no-address") from None
    if not host or not url.isascii() or any(letter <= " " for letter in url):
        raise Refused("no-address")
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        raise Refused("no-https")
    if parts.username is not None or parts.password is not None:
        raise Refused("credentials")
    if port is not None and port != _HTTPS and not (private or port >= _OWN_PORTS):
        raise Refused("port")
    return parts


def resolve(host: str, port: int, *, private: bool) -> list[str]:
    """Return the addresses of a host; Refused where one of them is not public, OSError without any."""
    address_infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(info[4][0]) for info in address_infos]
    if not private and not all(is_public(address) for address in addresses):
        raise Refused("private")
    return addresses


def is_public(text: str) -> bool:
    """Return whether an address is on the public network, also the one another address stands for."""
    try:
        address: Address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address):
        if address in _NAT64:
            address = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        elif address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        elif address not in _UNICAST:
            return False
    return address.is_global and not any(address in network for network in SPECIAL)


@cache
def _trusted() -> ssl.SSLContext:
    """Return the TLS context certificates are checked with, read once."""
    return ssl.create_default_context()


class Connection(http.client.HTTPConnection):
    """A connection to an address that was checked, without resolving the name again."""

    def __init__(self, parts: SplitResult, address: str) -> None:
        self._is_secure = parts.scheme == "https"
        self.default_port = _HTTPS if self._is_secure else _HTTP
        super().__init__(parts.hostname or "", parts.port or self.default_port, timeout=PATIENCE)
        self._address = address
        self.path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        self._line: socket.socket | None = None  # a reference: the answer takes over `sock` with its body

    def connect(self) -> None:
        """Connect, and have the certificate checked for the name."""
        self.sock = socket.create_connection((self._address, self.port), PATIENCE)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self._is_secure:
            self.sock = _trusted().wrap_socket(self.sock, server_hostname=self.host)
        self._line = self.sock

    def end(self) -> None:
        """Break off, from another thread: who waits for bytes gets none."""
        if self._line is not None:
            try:
                self._line.shutdown(socket.SHUT_RDWR)
            except OSError:
                return


def connection_to(url: str, *, private: bool) -> Connection:
    """Return a connection to a checked address, not open yet; raises as `split` and `resolve` do."""
    parts = split(url, private=private)
    port = parts.port or (_HTTPS if parts.scheme == "https" else _HTTP)
    return Connection(parts, resolve(parts.hostname or "", port, private=private)[0])


@contextmanager
def cut_off(connection: Connection) -> Iterator[Callable[[], bool]]:
    """End a connection after LONGEST seconds or behind the block; yield whether time is over."""
    with limited(LONGEST, connection.end) as is_late:
        try:
            yield is_late
        finally:
            connection.close()


def post(url: str, body: bytes, headers: dict[str, str], *, private: bool = False) -> Answer:
    """Send a message and return the result; it raises nothing."""
    begun = time.monotonic()
    try:
        status, wait, content = _exchange(connection_to(url, private=private), body, headers)
    except Refused as refused:
        return Answer(None, str(refused), time.monotonic() - begun)
    except (OSError, http.client.HTTPException, ValueError) as problem:
        return Answer(None, why(problem, since=begun), time.monotonic() - begun)
    return Answer(status, "", time.monotonic() - begun, wait, content)


def _exchange(connection: Connection, body: bytes, headers: dict[str, str]) -> tuple[int, int, bytes]:
    """Return an answer's status, requested wait and content; a slow server is cut off."""
    content = b""
    with cut_off(connection) as is_late:
        connection.request("POST", connection.path, body, {**headers, "Connection": "close"})
        with connection.getresponse() as answer:
            if is_late():
                raise TimeoutError  # headers that were cut off look like short ones
            with suppress(OSError, http.client.HTTPException):  # accepted stays accepted, with any body
                content = answer.read(MOST_READ)
            after = answer.getheader("Retry-After", "")
        wait = min(int(after), 86_400) if after.isascii() and after.isdecimal() else 0
        return answer.status, wait, content


def why(problem: Exception, *, since: float) -> str:
    """Return a code for what went wrong with an exchange that began then."""
    if isinstance(problem, TimeoutError) or time.monotonic() - since >= LONGEST:
        return "timeout"
    if isinstance(problem, ssl.SSLError):
        return "certificate"
    if isinstance(problem, socket.gaierror):
        return "no-host"
    return "no-answer" if isinstance(problem, http.client.HTTPException) else "no-connection"
