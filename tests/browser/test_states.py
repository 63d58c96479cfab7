"""What a page says while it waits and where it fails: a slow search, a part that never comes, nowhere."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from playwright.sync_api import Browser, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.test_accessibility import looked_at
from tests.browser.visitors import Visitor, visitor
from tests.ratings import small_federation

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True, serialized_rollback=True)]


@pytest.fixture(params=[1280, 390])
def stranger(request: pytest.FixtureRequest, browser: Browser, live_server: LiveServer) -> Iterator[Visitor]:
    """Somebody on the newest list of a small federation."""
    cache.clear()
    small_federation.build(players=26, tournaments=0)
    with visitor(browser, live_server.url, width=request.param) as somebody:
        somebody.go("/lists/ffg/")
        yield somebody


def test_search_that_fails_says_so_and_asks_again(stranger: Visitor) -> None:
    page, failing = stranger.page, [True]

    def answer(route: Route) -> None:
        if failing.pop() if failing else False:
            route.abort()
        else:
            route.continue_()

    page.route("**/search/?found=1**", answer)
    page.fill("#site-search", "abel")
    expect(page.locator("#trouble")).to_be_visible()
    assert looked_at(page) == []
    page.get_by_role("button", name="Try again").click()

    expect(page.locator("#found b")).to_have_count(1)
    expect(page.locator("#trouble")).to_be_hidden()


def test_rows_that_fail_say_so_and_come_when_asked_again(stranger: Visitor) -> None:
    page, failing = stranger.page, [True]

    def answer(route: Route) -> None:
        if failing.pop() if failing else False:
            route.fulfill(status=503, body="busy")
        else:
            route.continue_()

    page.route("**/lists/ffg/?**", answer)
    page.fill("#list-name", "celik")
    expect(page.locator("#trouble")).to_be_visible()
    page.get_by_role("button", name="Try again").click()

    expect(page.locator("#rows tbody tr")).to_have_count(1)
    expect(page.locator("#trouble")).to_be_hidden()


def test_slow_search_says_that_it_searches(stranger: Visitor) -> None:
    page = stranger.page
    held: list[Route] = []
    page.route("**/search/?found=1**", lambda route: held.append(route))
    page.fill("#site-search", "abel")
    shown = (
        "getComputedStyle(document.getElementById('found')).opacity + getComputedStyle("
        "document.getElementById('found'), '::before').content"
    )

    page.wait_for_function(f"() => {shown} === '1\"Searching…\"'")
    held[0].continue_()

    expect(page.locator("#found b")).to_have_count(1)


def test_name_nobody_has_offers_similar_ones_as_one_types(stranger: Visitor) -> None:
    stranger.page.fill("#site-search", "kowalzcynski")

    expect(stranger.page.locator("#found b")).to_have_text("Kowalczyński Éloïse")
    expect(stranger.page.locator("#found [role=group] p")).to_have_text("No exact match. Similar names:")
    assert (looked_at(stranger.page), stranger.complaints) == ([], [])


def test_address_of_nothing_offers_a_search(stranger: Visitor) -> None:
    page = stranger.page
    page.goto(f"{stranger.url}/nowhere/")
    stranger.look()
    page.fill("#lost-search", "celik")
    page.locator("main").get_by_role("button", name="Search").click()

    expect(page.locator("main td.name")).to_have_text("Çelik Damien")
