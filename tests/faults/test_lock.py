"""The lock after repeated failures holds for every process of the real web server, with and without Redis."""

import http.cookiejar
import re
import urllib.parse
import urllib.request
from urllib.error import HTTPError

import pytest

from federation.management.commands import serve
from tests.faults.conftest import stands
from tests.faults.stand import Stand, wait_until
from tests.faults.test_serve import free_port

pytestmark = pytest.mark.xdist_group("faults")


def try_password(address: str, password: str) -> int:
    """Log in as a new visitor; returns the status of the answer, 200 too where it leads on."""
    visitor = urllib.request.build_opener(
        urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()),
    )
    page = visitor.open(f"{address}/login/", timeout=120).read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token is not None
    said = {"login": "odile@example.org", "password": password, "csrfmiddlewaretoken": token[1]}
    try:
        answer = visitor.open(f"{address}/login/", urllib.parse.urlencode(said).encode(), timeout=120)
    except HTTPError as refused:
        return refused.code
    return 302 if answer.url == f"{address}/" else int(answer.status)


@pytest.mark.usefixtures("collected")
@stands("embedded", release=["servers"])
def test_address_is_locked_whichever_process_answers(stand: Stand) -> None:
    stand.do("ask", "open_account", "odile@example.org", "a long enough secret")
    port = free_port()
    stand.start(serve.web_command(port))
    address = f"http://localhost:{port}"
    wait_until(lambda: serve.taken(port))

    first = try_password(address, "a long enough secret")
    failures = [try_password(address, "wrong") for _ in range(5)]
    # every visit is a new connection, and two processes share them out
    locked = [try_password(address, "a long enough secret") for _ in range(8)]

    assert (first, failures, locked) == (302, [200] * 5, [429] * 8)
