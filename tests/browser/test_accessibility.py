"""Every kind of public page as axe-core sees it, in both themes, on a phone and on a desk."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.urls import URLPattern, resolve
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from ratings import urls
from tests import seeds
from tests.browser.serving import Server
from tests.browser.visitors import Visitor, visitor
from tests.browser.worlds import PAGES, WORLDS, Public, public, worlds
from tests.tournaments.conftest import account

__all__ = ["public", "worlds"]  # fixtures
browser_test = pytest.mark.browser
committed = pytest.mark.django_db(transaction=True, serialized_rollback=True)
AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
VIOLATIONS = """(options) => axe.run(document, {
    resultTypes: ["violations"], selectors: false, preload: false, ...options,
}).then((found) =>
    found.violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 120)}`)))"""
CONTRAST = "color-contrast"
TARGET = "target-size"  # 2.5.8, which axe leaves out unless it is asked
PASSWORD = "a long enough secret"  # of every account of the tests
DESK, PHONE, ENLARGED = 1280, 390, 320  # the last: a page enlarged four times (1.4.10)
Views = dict[int, tuple[str, ...]]  # themes by width
EVERY_VIEW: Views = {DESK: ("light", "dark"), PHONE: ("light", "dark")}
BY_TURNS: list[Views] = [{DESK: ("light",), PHONE: ("dark",)}, {DESK: ("dark",), PHONE: ("light",)}]
NOTHING = ("/nowhere/", "/follow/off/nobody/")  # what is answered 404, by a page of its own kind
# What is no page, or one of whoever is logged in (test_desk_forms).
FILES = {
    "list-download",
    "list-file",
    "list-rows",
    "list-bundle",
    "list-bundle-signature",
    "row-proof-file",
    "log-checkpoint",
    "log-cosigned",
    "log-witness",
    "log-evidence",
    "log-tile",
    "log-verifier",
    "trial-file",
    "simulation-player-file",
    *("me", "me-privacy", "me-data", "me-error", "me-request"),
}


def looked_at(page: Page, **options: object) -> list[str]:
    """Let axe look at the page that is open."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(VIOLATIONS, options)
    return found


def views_of(number: int) -> Views:
    """Return how to look at a page: before a release in every width and theme, as at a fifth in a check.

    The other pages are looked at in one theme on a desk and in the other on a phone.
    """
    return EVERY_VIEW if seeds.number() or number % 5 == 0 else BY_TURNS[number % 2]


def look_everywhere(stranger: Visitor, views: Views = EVERY_VIEW) -> None:
    """Look at the page that is open in widths and themes; no script of ours asks for the width."""
    page, path = stranger.page, stranger.passed[-1]
    for width, themes in views.items():
        page.set_viewport_size({"width": width, "height": 844})
        stranger.look()
        options = {"rules": {TARGET: {"enabled": True}}} if width == PHONE else {}
        found = looked_at(page, **options) if "light" in themes else []
        if "dark" in themes:
            page.emulate_media(color_scheme="dark")
            # Another theme changes colours alone; how large targets are is the same in both.
            rules = [CONTRAST] if "light" in themes or width != PHONE else [CONTRAST, TARGET]
            found += [f"dark: {one}" for one in looked_at(page, runOnly=rules)]
            page.emulate_media(color_scheme="light")
        stranger.complaints += [f"{path} {width} {one}" for one in found]
    page.set_viewport_size({"width": ENLARGED, "height": 844})
    stranger.look()


@pytest.fixture
def stranger(browser: Browser, window: Visitor) -> Visitor:
    """Sit somebody before the window of the module, of whom nothing is known yet."""
    window.complaints.clear()
    window.passed.clear()
    return window


@pytest.fixture(scope="module")
def window(browser: Browser, server: Server) -> Iterator[Visitor]:
    """Open a window before a world, in which no colour moves towards its theme while it is measured."""
    with visitor(browser, server.url, width=DESK) as opened:
        opened.page.emulate_media(color_scheme="light", reduced_motion="reduce")
        yield opened


def test_every_kind_of_public_page_is_looked_at() -> None:
    numbers = {"key": "ladder", "one": 1, "two": 2, "three": 3, "confirm": "signed", "letters": "signed"}
    numbers |= {"report": 1, "trial": 1}
    paths = [path.format(**numbers) for _, paths in WORLDS.values() for path in paths]
    looked = {resolve(path.split("?")[0]).url_name for path in paths}

    named = {one.name for one in urls.urlpatterns if isinstance(one, URLPattern)}
    assert named - looked - FILES == set()


@browser_test
@committed
@pytest.mark.parametrize(
    ("public", "path", "views"),
    [
        pytest.param(*page.values, views_of(number), id=page.id, marks=page.marks)
        for number, page in enumerate(PAGES)
    ],
    indirect=["public"],
)
def test_axe_finds_nothing_on_any_page(public: Public, stranger: Visitor, path: str, views: Views) -> None:
    stranger.page.set_viewport_size({"width": DESK, "height": 844})
    stranger.go(path.format(**public.known))
    look_everywhere(stranger, views)

    assert stranger.complaints == []


@browser_test
@committed
@pytest.mark.parametrize("path", NOTHING)
def test_axe_finds_nothing_where_there_is_nothing(
    browser: Browser, live_server: LiveServer, path: str
) -> None:
    cache.clear()
    with visitor(browser, live_server.url, width=DESK) as stranger:
        stranger.page.emulate_media(color_scheme="light", reduced_motion="reduce")
        answer = stranger.page.goto(f"{live_server.url}{path}")
        stranger.look()
        look_everywhere(stranger)

    assert answer is not None
    assert answer.status == 404
    assert [one for one in stranger.complaints if "404" not in one] == []


@browser_test
@committed
def test_eight_french_words_of_an_officer_fit_a_phone(browser: Browser, live_server: LiveServer) -> None:
    account("odile@example.org", "officer")
    with visitor(browser, live_server.url, width=390) as officer:
        officer.log_in("odile@example.org", PASSWORD)
        with officer.page.expect_navigation():
            officer.page.locator(".tools button[name=language][value=fr]").click()
        officer.look()
        words = officer.page.locator(".site-nav a").all_inner_texts()
        found = [*looked_at(officer.page), *officer.complaints]

    assert (len(words), words[1], found) == (8, "Tournois", [])


@browser_test
def test_axe_says_what_is_wrong(page: Page) -> None:
    page.set_content("<html lang=en><title>x</title><main><h1>One</h1><p style='color:#bbb'>pale</p></main>")

    assert looked_at(page) == ['color-contrast: <p style="color:#bbb">pale</p>']
