"""What a visitor, then the first officer, does on a site that was just deployed, through its proxy.

`python -m tests.deployment.visit NAME CERTIFICATE` is run where the site's addresses are this machine's. It
prints a line for each thing tried and ends with 1 where one is not as it should be.
"""

import base64
import hashlib
import hmac
import re
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import requests

from tests.tournaments import reports

EMAIL, PASSWORD = "odile@example.org", "a long enough secret"
LISTED = "2024-04-01"
_ask = socket.getaddrinfo


def say(line: str) -> None:
    """Print a line at once: some steps take minutes."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


class Visit:
    """A browser before one site; `failed`: what was not as it should be."""

    def __init__(self, address: str, certificate: str | bool) -> None:
        self.address, self.browser, self.failed = address, requests.Session(), False
        self.browser.verify = certificate
        self.browser.trust_env = False  # REQUESTS_CA_BUNDLE goes before `verify`
        self.browser.headers["Accept-Language"] = "en"

    def get(self, path: str, **options: Any) -> requests.Response:
        """Read a page."""
        return self.browser.get(self.address + path, timeout=60, **options)

    def send(self, path: str, *, form: str = "", file: bytes = b"", **said: object) -> requests.Response:
        """Send a form and follow; `form`: the page it stands on, where that has another address."""
        if "csrftoken" not in self.browser.cookies:
            self.get(form or path)
        token = self.browser.cookies["csrftoken"]
        files = {"file": ("moulin.tou", file)} if file else None
        return self.browser.post(
            self.address + path,
            data={**said, "csrfmiddlewaretoken": token},
            files=files,
            headers={"Referer": self.address + (form or path)},
            timeout=60,
        )

    @contextmanager
    def trying(self, what: str) -> Iterator[None]:
        """Tell how something went."""
        begun = time.monotonic()
        try:
            yield
        except AssertionError as error:
            self.failed = True
            say(f"FAILED  {what}: {str(error)[:1500]}")
        else:
            say(f"ok      {what} ({time.monotonic() - begun:.1f} s)")


def code_of(secret: str, step: int) -> str:
    """Return the six digits an authenticator app shows (RFC 4226, 5.3)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, step.to_bytes(8, "big"), hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start : start + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06d}"


def wait_for(found: Callable[[], Any], *, seconds: float = 120) -> Any:
    """Return the first thing found; raises AssertionError after so many seconds."""
    limit = time.monotonic() + seconds
    while not (thing := found()):
        assert time.monotonic() < limit, "waited in vain"
        time.sleep(1.0)
    return thing


def read(visit: Visit) -> None:
    """Look at the first page and what belongs to it."""
    with visit.trying("the first page and its sheets"):
        page = visit.get("/")
        assert page.status_code == 200, page.status_code
        sheets = re.findall(r'rel="stylesheet" href="([^"]+)"', page.text)
        assert sheets
        assert {visit.get(one).status_code for one in sheets} == {200}
    with visit.trying("ready"):
        answer = visit.get("/readyz")
        assert answer.status_code == 200, answer.text


def read_through_proxy(visit: Visit, name: str) -> None:
    """See what the proxy adds: https for everybody, no figures, a limit of what is sent."""
    with visit.trying("http leads to https"):
        answer = requests.get(f"http://{name}/lists/", allow_redirects=False, timeout=60)
        assert (answer.status_code, answer.headers["Location"]) == (301, f"https://{name}/lists/")
    with visit.trying("no figures for the public"):
        assert visit.get("/metrics").status_code == 404
    with visit.trying("HTTP headers"):
        headers = visit.get("/lists/").headers
        assert "Content-Security-Policy" in headers, headers


def log_in(visit: Visit) -> None:
    """Come in, and set up a second factor."""
    with visit.trying("log in"):
        answer = visit.send("/login/", login=EMAIL, password=PASSWORD)
        assert "/login/" not in answer.url, answer.text
    with visit.trying("set up a second factor"):
        path = "/account/second-factor/totp/activate/"
        secret = re.search(r'<code class="secret">(\w+)</code>', visit.get(path).text)
        assert secret
        answer = visit.send(path, code=code_of(secret[1], int(time.time()) // 30))
        assert "recovery-codes" in answer.url, (answer.url, answer.text)


def publish(visit: Visit) -> None:
    """Upload, submit and approve a tournament, have the worker rate it, apply and publish."""
    with visit.trying("upload, match, submit, approve"):
        page = visit.send("/upload/", file=reports.tou()).url.removeprefix(visit.address)
        assert page.startswith("/desk/"), page
        for act in ("match", "submit", "approve"):
            answer = visit.send(f"{page}{act}/", form=page, strangers="new" if act == "match" else "")
            assert answer.status_code == 200, (act, answer.status_code, answer.text)
    with visit.trying("a run by the worker"):
        assert visit.send("/review/ffg/run/", form="/review/").status_code == 200
        run = wait_for(lambda: re.search(r"/review/runs/(\d+)/", visit.get("/review/").text))[1]
        apply = f"/review/runs/{run}/apply/"
        wait_for(lambda: apply in visit.get(f"/review/runs/{run}/").text)
        assert visit.send(apply, form=f"/review/runs/{run}/").status_code == 200
    with visit.trying("a published list"):
        answer = visit.send("/review/ffg/publish/", form="/review/", date=LISTED)
        assert answer.status_code == 200, answer.text
        wait_for(lambda: visit.get(f"/lists/ffg/{LISTED}/").status_code == 200)
        file = visit.get(f"/lists/ffg/{LISTED}/download.csv")
        assert "aubrac" in file.text.lower(), file.text


def send_too_much(visit: Visit) -> None:
    """Send more than the site takes, then more than the proxy takes; then log in too often."""
    with visit.trying("a file too large is refused in words, a larger one by the proxy"):
        answer = visit.send("/upload/", file=b"x" * 3_000_000)
        assert answer.status_code in (200, 413), answer.status_code
        assert "MB" in answer.text, answer.text
        assert visit.send("/upload/", file=b"x" * 9_600_000).status_code == 413
    with visit.trying("who asks too often is held back"):
        codes = [visit.get("/login/").status_code for _ in range(40)]
        assert 429 in codes, codes


def main(name: str, certificate: str = "") -> int:
    """Do all of it; `name`: the host of the site, or an address of http where there is no proxy."""
    if name.startswith("http://"):
        visit = Visit(name, certificate=False)
        for one in (read, log_in, publish):
            one(visit)
        return int(visit.failed)

    def resolved(host: Any, *rest: Any, **more: Any) -> Any:
        return _ask("127.0.0.1" if host == name else host, *rest, **more)

    socket.getaddrinfo = resolved
    visit = Visit(f"https://{name}", certificate)
    read(visit)
    read_through_proxy(visit, name)
    for one in (log_in, publish, send_too_much):
        one(visit)
    return int(visit.failed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
