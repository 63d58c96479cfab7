"""Networks: which addresses are counted as one visitor, and a time limit on a whole exchange."""

import ipaddress
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# An IPv6 site has at least so many addresses of its own to send from (RFC 6177; RFC 4291, section 2.5.4).
IPV6_PREFIX = 64  # bits


def network_of(address: str) -> str:
    """Return what is counted as one visitor: an IPv4 address, the /64 of an IPv6 one; other text as it is."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    if ip.ipv4_mapped is not None:  # as a server that listens on both writes an IPv4 address
        return str(ip.ipv4_mapped)
    return str(ipaddress.ip_network((ip, IPV6_PREFIX), strict=False))


@contextmanager
def limited(seconds: float, end: Callable[[], object]) -> Iterator[Callable[[], bool]]:
    """Call `end` from another thread if the block lasts too long; yield a test whether it did.

    A timeout of a socket does not do: it begins again with every byte.
    """
    begun = time.monotonic()
    watch = threading.Timer(seconds, end)
    watch.daemon = True
    watch.start()
    try:
        yield lambda: time.monotonic() - begun >= seconds
    finally:
        watch.cancel()
