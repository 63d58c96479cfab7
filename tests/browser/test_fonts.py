"""The type of a page: whether the fonts come, come late or not at all, nothing in the page moves."""

import re
from functools import partial
from pathlib import Path

import pytest
from django.core.cache import cache
from playwright.sync_api import Browser, Page, Route
from pytest_django.live_server_helper import LiveServer

from tests.ratings import small_federation

SHEET = (Path(__file__).parents[2] / "static" / "css" / "fonts.css").read_text()
FONTS = re.compile(r"\.woff2$")
PATHS = ("/", "/lists/ffg/", "/tournaments/", "/rules/ffg/")
# A browser that tells nothing of its line, as Firefox and Safari; it notes whatever moves.
WATCH = """
Object.defineProperty(navigator, "connection", {value: undefined});
window.moved = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) { window.moved += entry.value; }
}).observe({type: "layout-shift", buffered: true});
"""
PAINTED = """() => new Promise((resolve) => {
  new PerformanceObserver((list) => {
    if (list.getEntriesByName("first-contentful-paint").length) { resolve(); }
  }).observe({type: "paint", buffered: true});
})"""
# Two frames after the fonts are there or given up, everything stands where it will stay.
SETTLED = """() => document.fonts.ready.then(() => new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(window.moved), 0)));
}))"""
HEAD = "document.querySelector('.site-head').getBoundingClientRect().height"
MOST = 0.02  # of the window
sizes = pytest.mark.parametrize("width", [390, 1280])
languages = pytest.mark.parametrize("language", ["en", "fr", "ru"])


def test_text_waits_for_no_font() -> None:
    """A letter with an accent alone may come late; it is as wide as its neighbour."""
    faces = [face for face in SHEET.split("@font-face")[1:] if "url(" in face]
    late = [face for face in faces if "font-display: optional" not in face]

    assert len(faces) == 8
    assert all("latin-ext" in face for face in late)


def _hold(fonts: list[Route], route: Route) -> None:
    fonts.append(route)


def _refuse(route: Route) -> None:
    route.abort()


def opened(browser: Browser, width: int, language: str) -> Page:
    """Open a window that keeps nothing of a visit before."""
    page = browser.new_page(viewport={"width": width, "height": 844}, locale=language)
    page.add_init_script(WATCH)
    return page


@pytest.mark.browser
@pytest.mark.django_db(transaction=True, serialized_rollback=True)
@sizes
@languages
def test_nothing_moves_when_the_fonts_come_late(
    browser: Browser, live_server: LiveServer, width: int, language: str
) -> None:
    cache.clear()
    small_federation.build(players=26, tournaments=2)
    shifts: dict[str, float] = {}

    for path in PATHS:
        page, fonts = opened(browser, width, language), list[Route]()
        page.route(FONTS, partial(_hold, fonts))
        page.goto(live_server.url + path, wait_until="domcontentloaded")
        page.evaluate(PAINTED)
        count = len(fonts)
        for font in fonts:
            font.continue_()
        page.unroute(FONTS)
        shifts[path] = page.evaluate(SETTLED)
        page.close()
        assert count >= 2, path

    assert {path: far for path, far in shifts.items() if far > MOST} == {}


@pytest.mark.browser
@pytest.mark.django_db(transaction=True, serialized_rollback=True)
@languages
def test_head_is_as_high_without_our_fonts(browser: Browser, live_server: LiveServer, language: str) -> None:
    cache.clear()
    heights: list[list[float]] = []

    for with_fonts in (True, False):
        page = opened(browser, 390, language)
        if not with_fonts:
            page.route(FONTS, _refuse)
        page.goto(f"{live_server.url}/rules/lists/")
        page.evaluate("document.fonts.ready")
        heights.append([])
        for width in (360, 390, 768, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            heights[-1].append(page.evaluate(HEAD))
        page.close()

    assert heights[0] == heights[1]
