"""Every kind of public page where no script runs: it says what it has to say, and its forms can be sent."""

from collections.abc import Iterator

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page

from tests.browser.serving import Server
from tests.browser.sheets import Sheet
from tests.browser.visitors import HERE, Visitor, visitor
from tests.browser.worlds import Public, every_page, public, worlds

__all__ = ["public", "worlds"]  # fixtures
browser_test = pytest.mark.browser
committed = pytest.mark.django_db(transaction=True, serialized_rollback=True)
DEAD = (HERE / "dead.js").read_text()
LEAST = 60  # letters of content: the shortest page says what has ended


@pytest.fixture(scope="module")
def window(browser: Browser, server: Server) -> Iterator[Visitor]:
    """Open a window before a world, in which no script runs."""
    with visitor(browser, server.url, width=1280, script=False) as opened:
        yield opened


@browser_test
@committed
@every_page
def test_every_page_works_without_script(public: Public, window: Visitor, path: str) -> None:
    window.complaints.clear()
    address = path.format(**public.known)
    window.go(address)
    read(window)
    open_what_is_folded(window)
    window.complaints += send_the_forms(address)

    assert window.complaints == []


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


def send_the_forms(path: str) -> list[str]:
    """Every form that asks is sent as it stands, by its button; what comes is a page."""
    complaints = []
    asking = Sheet(Client(), path).locator("main form[method=get]").count()
    for place in range(asking):
        sheet = Sheet(Client(), path)
        form = sheet.locator("main form[method=get]").all()[place].only
        buttons = [one for one in sheet.fields_of(form) if one.tag == "button" and one.kind == "submit"]
        if buttons:  # else sent by Enter, or not at all, which was said before
            sheet.press(buttons[0])
            if sheet.status != 200 or sheet.locator("main h1").count() != 1:
                complaints.append(f"{path}: its form is answered {sheet.status}")
    return complaints


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
