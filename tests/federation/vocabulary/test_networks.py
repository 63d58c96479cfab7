"""Networks of visitors: what is counted as one."""

import pytest

from federation.vocabulary.networks import network_of


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("::ffff:c000:201", "192.0.2.1"),
        ("2001:db8:0:7::1", "2001:db8:0:7::/64"),
        ("2001:0DB8:0000:0007:ffff:ffff:ffff:ffff", "2001:db8:0:7::/64"),
        ("2001:db8:0:8::1", "2001:db8:0:8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unknown", "unknown"),
        ("192.0.2.1:4711", "192.0.2.1:4711"),
        ("300.0.2.1", "300.0.2.1"),
    ],
)
def test_network_of_an_address(address: str, counted: str) -> None:
    assert network_of(address) == counted
