"""The main story with the keyboard alone, with script and without: from a name to "why?", to a calculator."""

import re
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.keyboard import Hands
from tests.browser.visitors import settle, visitor
from tests.ratings import small_federation

browser_test = pytest.mark.browser
committed = pytest.mark.django_db(transaction=True, serialized_rollback=True)


@pytest.fixture(params=[True, False], ids=["script", "no-script"])
def hands(request: pytest.FixtureRequest, browser: Browser, live_server: LiveServer) -> Iterator[Hands]:
    """Sit somebody without a mouse before the first page; at the end nothing may have been wrong."""
    cache.clear()
    small_federation.build(players=26, tournaments=2)
    with visitor(browser, live_server.url, width=1280, script=request.param) as somebody:
        somebody.go("/")
        hands = Hands(somebody.page, script=request.param)
        yield hands
    assert (hands.wrong, somebody.complaints) == ([], [])


@browser_test
@committed
def test_whole_story_is_walked_without_a_mouse(hands: Hands) -> None:
    skip_to_the_content(hands)
    find_a_player(hands)
    ask_why(hands)
    meet_the_opponent(hands)
    find_his_line(hands)
    narrow_the_list(hands)
    reckon(hands)
    change_language(hands)
    choose_a_theme(hands)


def skip_to_the_content(hands: Hands) -> None:
    """The first stop leads past the head of the page."""
    skip = hands.page.locator("a.skip")
    hands.press("Tab")
    expect(skip).to_be_focused()
    assert skip.bounding_box() is not None
    hands.press("Enter")
    hands.press("Tab")
    assert hands.page.evaluate("document.activeElement.closest('main') !== null")


def find_a_player(hands: Hands) -> None:
    """Search by the key `/` and the arrows; without script by the field and its own page of answers."""
    page = hands.page
    field = page.locator("#site-search")
    if hands.script:
        hands.press("/")
        expect(field).to_be_focused()
        hands.type("celik")
        expect(page.locator("#found b")).to_have_count(1)
        hands.press("ArrowDown")
        with page.expect_navigation():
            hands.press("Enter")
    else:
        hands.go_to(field, back=True)
        hands.type("celik")
        with page.expect_navigation():
            hands.press("Enter")
        hands.open(page.locator("main td.name a").first)
    expect(page.locator("h1")).to_have_text("Çelik Damien")


def ask_why(hands: Hands) -> None:
    """See the sum of every game of the newest event, which is open; without script on a page of its own."""
    page = hands.page
    event = page.locator("details.event").first
    hands.go_to(event.locator("summary").first)
    if hands.script:
        expect(page.locator("details.event[open] .why[data-system=ffg]")).to_be_visible(timeout=30_000)
    else:
        hands.open(event.get_by_role("link", name="Why? FFG ladder"))
    sums = page.locator(".why[data-system=ffg] tr.sum")
    expect(sums).to_have_count(3)
    expect(sums.first).to_contain_text("×")


def meet_the_opponent(hands: Hands) -> None:
    """Go on from a game to whom it was played against."""
    opponent = hands.page.locator(".why[data-system=ffg] td.name a").first
    name = opponent.inner_text()
    hands.open(opponent)
    assert sorted(hands.page.locator("h1").inner_text().split()) == sorted(name.split())


def find_his_line(hands: Hands) -> None:
    """Follow the rank to his line of the list; with script the arrows walk on from there."""
    page = hands.page
    number = page.url.rstrip("/").rsplit("/", 1)[1]
    hands.open(page.locator("table.systems tr[data-system=ffg] .place a"))
    row = page.locator(f"#p{number}")
    expect(row).to_be_in_viewport()
    name = row.locator("td.name a")
    if hands.script:
        expect(name).to_be_focused()
        hands.press("ArrowDown")
        expect(page.locator(f"#p{number} + tr td.name a")).to_be_focused()
        hands.press("ArrowUp")
    else:
        hands.go_to(name)  # the browser goes on from the line it was led to
    expect(name).to_be_focused()


def narrow_the_list(hands: Hands) -> None:
    """Choose women, and take that back by its chip."""
    page = hands.page
    rows = page.locator("table.list tbody tr")
    everybody = rows.count()
    sex = page.locator("#list-sex")
    hands.go_to(page.locator(".more-filters summary"), back=True)
    hands.press("Enter")
    hands.go_to(sex)
    hands.press("w")
    if hands.script:
        page.wait_for_url("**sex=f*")
    else:
        hands.open(page.locator(".filters").get_by_role("button", name="Show"))
    chip = page.locator("a.chip", has_text="×")
    expect(chip).to_have_count(1)
    assert 0 < rows.count() < everybody
    hands.open(chip)
    expect(rows).to_have_count(everybody)


def reckon(hands: Hands) -> None:
    """Reckon a game with a calculator."""
    page = hands.page
    hands.open(page.locator("header").get_by_role("link", name="Calculators"))
    hands.open(page.locator("main a[href='/calculators/egf/']").first)
    hands.go_to(page.locator("#f-who"))
    hands.type("1600")
    hands.go_to(page.locator("#f-o1"))
    hands.type("1650")
    if not hands.script:
        with page.expect_navigation():
            hands.press("Enter")
    expect(page.locator("#answer .calc-figure")).to_contain_text("1600.0")
    expect(page).to_have_url(re.compile("who=1600"))
    settle(page)


def change_language(hands: Hands) -> None:
    """Read on in French, where one is."""
    hands.open(hands.page.locator("header button[name=language][value=fr]"), back=not at_the_top(hands))
    expect(hands.page.locator("html")).to_have_attribute("lang", "fr")
    expect(hands.page).to_have_url(re.compile("who=1600"))


def choose_a_theme(hands: Hands) -> None:
    """Turn the page dark; the button is there only where a script makes it work."""
    button = hands.page.locator("[data-theme-toggle]")
    if not hands.script:
        expect(button).to_be_hidden()
        return
    hands.go_to(button)
    hands.press("Enter")
    hands.press("Space")
    expect(hands.page.locator("html")).to_have_attribute("data-theme", "dark")


def at_the_top(hands: Hands) -> bool:
    """Return whether nothing of the page has the focus yet."""
    return bool(hands.page.evaluate("document.activeElement === document.body"))


@browser_test
def test_what_is_wrong_with_a_stop_is_said(page: Page) -> None:
    page.set_content(
        "<style>.bare { outline: none } .off { position: absolute; left: -50rem }</style>"
        "<a href=# tabindex=2>late</a><a href=# tabindex=1>early</a><a href=# class=bare>bare</a>"
        "<a href=# class=off>off</a><button>last</button>"
    )
    hands = Hands(page)

    hands.go_to(page.get_by_role("button"))

    assert [one.partition(":")[0] for one in hands.wrong] == [
        "no place to stop",  # early
        "no place to stop",  # late
        "out of order",
        "unseen",
        "out of sight",
    ]
