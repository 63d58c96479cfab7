"""Findings folded under their cause in a browser: opened by keyboard, ticked inside."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from federation.models import Account
from tests.browser.test_desk import WIDTHS, drafted, enter, looked_over, orla
from tests.tournaments import reports
from tests.tournaments.desk.test_folded_findings import FOUND
from tournaments.models import Confirmation, Tournament

__all__ = ["orla"]  # a fixture
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("width", WIDTHS)
def test_fold_opens_and_its_warnings_are_ticked(
    quiet: Page,
    live_server: LiveServer,
    orla: Account,
    width: int,
) -> None:
    page = quiet
    page.set_viewport_size({"width": width, "height": 844})
    drafted(orla, reports.tou(), "a.tou")
    Tournament.objects.update(findings=FOUND)
    enter(page, live_server, orla, "/desk/1/1/")
    folds = page.locator(".follow summary")

    expect(folds).to_have_text(["2 more follow from it", "1 follows from findings above"])
    expect(page.locator(".finding:visible")).to_have_count(2)
    assert looked_over(page) == []
    for at in (0, 1):
        folds.nth(at).focus()
        page.keyboard.press("Enter")
    expect(page.locator(".finding:visible")).to_have_count(len(FOUND))
    assert looked_over(page) == []
    page.get_by_role("checkbox", name="This is correct").check()

    expect(page.locator("#open-warning")).to_have_text("")
    assert Confirmation.objects.get().code == "unknown-outcome"
