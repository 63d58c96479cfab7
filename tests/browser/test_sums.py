"""A letter of a sum explains itself under the pointer and with the focus, with script and without."""

from datetime import date

import pytest
from django.core.cache import cache
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from ratings.models import RatingSystem
from tests.browser.visitors import visitor
from tests.ratings.histories import Played, hold, people, recalculate, stale

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True, serialized_rollback=True)]


@pytest.mark.parametrize(("width", "script"), [(1280, True), (390, False)])
def test_letter_explains_itself_to_keyboard_and_pointer(
    browser: Browser, live_server: LiveServer, width: int, script: bool
) -> None:
    cache.clear()
    players = people(2)
    hold(date(2023, 3, 4), players, [Played(1, 0, 1, 0, handicap=3)], number=1)
    recalculate(stale(RatingSystem.objects.get(key="ffg"), date(2023, 3, 4)))

    with visitor(browser, live_server.url, width=width, script=script) as stranger:
        page = stranger.page
        stranger.go(f"/players/{players[1].pk}/ffg/1/")
        page.locator(".opened > summary").first.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        tip = page.locator(".tip:visible")
        expect(tip).to_contain_text("value of the handicap")

        page.keyboard.press("Tab")
        expect(tip).to_contain_text("Stones given to Black")
        described = page.evaluate(
            "document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent"
        )
        assert "Stones given to Black" in described
        if script:
            page.keyboard.press("Escape")
            expect(tip).to_have_count(0)

        page.locator(".steps .symbol button", has_text="change").hover()
        expect(page.locator(".tip:visible").last).to_contain_text("K times the score")
        inside = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert (inside, stranger.complaints) == (True, [])
