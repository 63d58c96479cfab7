"""What a visitor on a phone waits for: bytes of pages and scripts, the largest paint, nothing that jumps."""

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.ratings import small_federation

KILO = 1024
# A phone on 4G: round trips of 40 ms, 10 Mbit/s, a quarter of this machine's speed.
NETWORK = {
    "offline": False,
    "latency": 40,
    "downloadThroughput": 10_000_000 / 8,
    "uploadThroughput": 5_000_000 / 8,
}
PAINTED = """() => new Promise((resolve) => {
  const seen = {paint: 0, moved: 0};
  const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note))
    .observe({type, buffered: true});
  watch("largest-contentful-paint", (entry) => { seen.paint = entry.startTime; });
  watch("layout-shift", (entry) => { seen.moved += entry.hadRecentInput ? 0 : entry.value; });
  setTimeout(() => resolve(seen), 500);
})"""
PATHS = ("/", "/lists/ffg/", "/players/{player}/", "/tournaments/1/")


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


@pytest.mark.browser
@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_phone_paints_within_a_second_and_nothing_jumps(browser: Browser, live_server: LiveServer) -> None:
    cache.clear()
    small = small_federation.build(players=130, tournaments=2)
    slow, jumping = [], []

    for path in (path.format(player=small.players[0].pk) for path in PATHS):
        seen = [seen_by_a_phone(browser, live_server.url + path) for _ in range(3)]
        # The best of three: what else this machine does at the time is not the page's.
        slow += [(path, paint) for paint in [min(paint for paint, _ in seen)] if not 0 < paint < 1000]
        jumping += [(path, moved) for _, moved in seen if moved >= 0.01]

    assert (slow, jumping) == ([], [])


def seen_by_a_phone(browser: Browser, address: str) -> tuple[float, float]:
    """Give the time of the largest paint in milliseconds and how far the page moved, with an empty cache."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=2)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(address)
    seen = page.evaluate(PAINTED)
    page.goto("about:blank")
    context.close()
    return seen["paint"], seen["moved"]
