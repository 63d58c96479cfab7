"""The lock after repeated failures holds for every process of the real web server, with and without Redis."""

import http.cookiejar
import re
import sys
import urllib.parse
import urllib.request
from urllib.error import HTTPError

import pytest

from tests.faults.conftest import Stand, wait_until
from tests.faults.test_serve import free_port

pytestmark = pytest.mark.xdist_group("faults")
MAKE = """
import django; django.setup()
from federation.models import Account
Account.objects.create_user("odile@example.org", "a long enough secret")
"""


def try_password(address: str, password: str) -> int:
    """Log in as a new visitor; returns the status of the answer, 200 too where it leads on."""
    visitor = urllib.request.build_opener(
        urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()),
    )
    page = visitor.open(f"{address}/login/", timeout=20).read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token is not None
    said = {"login": "odile@example.org", "password": password, "csrfmiddlewaretoken": token[1]}
    try:
        answer = visitor.open(f"{address}/login/", urllib.parse.urlencode(said).encode(), timeout=20)
    except HTTPError as refused:
        return refused.code
    return 302 if answer.url == f"{address}/" else int(answer.status)


def test_address_is_locked_whichever_process_answers(stand: Stand) -> None:
    stand.python("-c", MAKE)
    port = free_port()
    stand.start([sys.executable, "manage.py", "serve", "--port", str(port)])
    address = f"http://localhost:{port}"
    wait_until(lambda: f"{address}/" in (stand.folder / "words").read_text(), seconds=60)

    first = try_password(address, "a long enough secret")
    failures = [try_password(address, "wrong") for _ in range(5)]
    # every visit is a new connection, and two processes share them out
    locked = [try_password(address, "a long enough secret") for _ in range(8)]

    assert (first, failures, locked) == (302, [200] * 5, [429] * 8)
