"""What a visitor on a phone waits for: bytes of pages and scripts, the largest paint, nothing that jumps."""

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.cache import cache
from django.core.management import CommandError
from django.test import Client
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from federation.web import static_storage
from tests.bench import phone
from tests.bench.figures import Size
from tests.ratings import small_federation

KILO = 1024
PATHS = (
    "/",
    "/lists/ffg/",
    "/players/{player}/",
    "/tournaments/1/",
    "/calculators/ffg/?who=-720&o1=-650",
    "/rules/ffg/2022-10/",
)
# A sheet, or a script that is not put off, stands between the reader and the first paint.
BLOCKING = re.compile(r'<(?:script|link rel="stylesheet") (?:src|href)="([^"]+)"(?![^>]* defer)')


def packed(content: bytes) -> int:
    return len(gzip.compress(content, 6))


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/lists/ffg/", "/lists/ffg/?all=1", "/lists/egf/?all=1&page=2"])
def test_page_of_a_list_takes_less_than_30_kilobytes(client: Client, path: str) -> None:
    cache.clear()
    small_federation.build(players=220, tournaments=3)

    page = client.get(path)

    assert page.content.count(b'<tr id="p') >= 95
    assert packed(page.content) < 30 * KILO


@pytest.mark.django_db
def test_scripts_of_the_heaviest_page_take_less_than_40_kilobytes(client: Client) -> None:
    cache.clear()
    small = small_federation.build(players=26, tournaments=1)

    content = client.get(f"/players/{small.players[0].pk}/").content.decode()
    scripts = re.findall(r'<script src="([^"]+)"', content)
    found = [finders.find(path.removeprefix(settings.STATIC_URL)) for path in scripts]

    assert len(scripts) >= 4
    assert None not in found
    assert sum(packed(Path(str(path)).read_bytes()) for path in found) < 40 * KILO


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "ru"])
def test_little_comes_before_the_first_paint(client: Client, language: str) -> None:
    cache.clear()
    small = small_federation.build(players=130, tournaments=2)

    for path in (path.format(player=small.players[0].pk) for path in PATHS):
        content = client.get(path, headers={"accept-language": language}).content
        head = " ".join(content.decode().partition("</head>")[0].split())
        blocking = BLOCKING.findall(head)
        early = re.findall(r'<link rel="preload".*? media="([^"]+)"', head)
        # The theme before all sheets: a script behind one waits for it, and the page's body with the script.
        assert [one.endswith("/theme.js") for one in blocking] == [True, *(False,) * (len(blocking) - 1)]
        assert all(one.endswith(".css") for one in blocking[1:])
        assert len(blocking) <= 6  # as many as come at once over HTTP/1.1
        # The fonts ahead of the sheets on wide screens only.
        assert early == ["(min-width: 47.51rem)"] * (4 if language == "ru" else 2)
        assert head.count('rel="preload"') == len(early)
        # At 1.6 Mbit/s and two round trips of 150 ms most of what remains of the second is the processor's.
        came = packed(content) + sum(packed(sent(one)) for one in blocking)
        assert came < 40 * KILO, path


def sent(address: str) -> bytes:
    """Read a file of ours by its address, as it goes out."""
    content = written(address)
    return static_storage.bare(content.decode()).encode() if address.endswith(".css") else content


def written(address: str) -> bytes:
    """Read a file of ours by its address."""
    found = finders.find(address.removeprefix(settings.STATIC_URL))
    assert found is not None, address
    return Path(str(found)).read_bytes()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True, serialized_rollback=True)
@pytest.mark.parametrize(
    ("path", "language"),
    [*((path, "en") for path in PATHS), (PATHS[-1], "fr"), (PATHS[-1], "ru"), (PATHS[1], "ru")],
)
def test_slow_phone_waits_for_little_and_nothing_jumps(
    browser: Browser, live_server: LiveServer, path: str, language: str
) -> None:
    cache.clear()
    small = small_federation.build(players=130, tournaments=2)
    address = live_server.url + path.format(player=small.players[0].pk)

    # How soon it paints is measured where nothing else runs (`manage.py bench phone`).
    seen = phone.visit(browser, address, language=language, slower=1)

    assert seen.paint
    assert seen.moved < phone.MOVED
    assert "Font" not in seen.bytes
    assert seen.bytes["Script"]
    assert seen.waits == 2  # the page, then all that holds it up at once


@pytest.mark.browser
@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_phone_on_a_fast_line_is_given_our_fonts(browser: Browser, live_server: LiveServer) -> None:
    fast = {"latency": 20, "downloadThroughput": 5e6, "uploadThroughput": 5e6}

    seen = phone.visit(browser, f"{live_server.url}/rules/lists/", network=fast, slower=1)

    assert seen.bytes["Font"] > 50 * KILO  # the sans and the serif


@pytest.mark.browser
@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_step_of_the_benchmark_shows_figures_beside_marks(
    browser: Browser, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    monkeypatch.setattr(phone, "VISITS", 1)
    monkeypatch.setattr(phone, "SLOWER", 1)

    figures = phone._figures(browser, "list, first page", f"{live_server.url}/lists/")

    assert [(one.name, one.most) for one in figures] == [
        ("list, first page: largest paint", 1000),
        ("  at best", None),
        ("  moved while it came", 0.001),
        ("  before the first paint", None),
        ("  waits for the line before it", None),
        ("  page", 30),
        ("  scripts", 40),
        ("  everything", None),
    ]
    assert min(one.value for one in figures if one.unit) > 0


def test_benchmark_without_a_browser_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phone, "find_chromium", lambda: None)

    with pytest.raises(CommandError, match="needs Chromium"):
        phone.phone(Size())
