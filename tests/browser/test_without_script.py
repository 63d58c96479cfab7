"""Every kind of public page where no script runs: it says what it has to say, and its forms can be sent."""

import pytest
from django.core.cache import cache
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.test_accessibility import WORLDS
from tests.browser.visitors import HERE, Visitor, visitor

browser_test = pytest.mark.browser
committed = pytest.mark.django_db(transaction=True, serialized_rollback=True)
DEAD = (HERE / "dead.js").read_text()
LEAST = 60  # letters of content: the shortest page says what has ended


@browser_test
@committed
@pytest.mark.parametrize("world", WORLDS)
def test_every_page_works_without_script(browser: Browser, live_server: LiveServer, world: str) -> None:
    cache.clear()
    build, paths = WORLDS[world]
    known = build()
    with visitor(browser, live_server.url, width=1280, script=False) as stranger:
        for path in paths:
            stranger.go(path.format(**known))
            read(stranger)
            open_what_is_folded(stranger)
            send_the_forms(stranger)

    assert stranger.complaints == []


def read(stranger: Visitor) -> None:
    """The page says something, and nothing on it waits for a script."""
    words = stranger.page.locator("main").inner_text()
    path = stranger.passed[-1]
    if len(words) < LEAST:
        stranger.complaints.append(f"{path}: says only {words!r}")
    stranger.complaints += [f"{path}: {one}" for one in stranger.page.evaluate(DEAD)]


def open_what_is_folded(stranger: Visitor) -> None:
    """The first card of every kind opens by a click and shows what it holds."""
    folded = stranger.page.locator("main details:not([open])")
    kinds: set[str | None] = set()
    for place in range(folded.count()):
        card = stranger.page.locator("main details").nth(place)
        kind = card.get_attribute("class")
        summary = card.locator("summary").first
        if kind in kinds or not summary.is_visible() or card.get_attribute("open") is not None:
            continue
        kinds.add(kind)
        summary.click()
        if not card.locator(":scope > :not(summary)").first.is_visible():
            stranger.complaints.append(f"{stranger.passed[-1]}: {kind} does not open")


def send_the_forms(stranger: Visitor) -> None:
    """Every form that asks is sent as it stands, by its button; what comes is a page."""
    asking = "main form[method=get]"
    page, path = stranger.page, stranger.passed[-1]
    for place in range(page.locator(asking).count()):
        if place:
            page.goto(stranger.url + path)
        button = page.locator(asking).nth(place).locator("button:not([type=button])").first
        if not button.is_visible():
            continue  # within a card that is folded; what cannot be sent at all was said before
        with page.expect_navigation() as came:
            button.click()
        answer = came.value
        if answer is None or answer.status != 200:
            stranger.complaints.append(f"{path}: its form is answered {answer and answer.status}")
        stranger.look()


@browser_test
def test_what_is_dead_is_said(browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page: Page = context.new_page()
    page.set_content(
        "<button>1</button><form><button type=button>2</button></form><a href=#>3</a><input name=four>"
        "<form><select name=five></select></form><p hx-get=/six>6</p><kbd>7</kbd>"
        "<form><input type=search name=typed></form><form><input name=a><button>sent</button></form>"
    )

    said = [one.partition(":")[0] for one in page.evaluate(DEAD)]
    context.close()

    assert said == [
        "button of nothing",
        "button of nothing",
        "link to nowhere",
        "field of no form",
        "form that cannot be sent",
        "form that cannot be sent",
        "asks by script only",
        "key of a script",
    ]
