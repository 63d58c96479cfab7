"""Ticks of warnings at the organiser's desk in a browser: all are kept, with and without script."""

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from federation.models import Account
from tests.browser.test_desk import WIDTHS, drafted, enter, looked_over, orla
from tests.tournaments import reports
from tournaments.checks import warning_confirmations
from tournaments.formats import table
from tournaments.models import Confirmation, Tournament
from tournaments.reports.outcomes import Outcome
from tournaments.reports.report import Entrant, Pairing

__all__ = ["orla"]  # a fixture
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def doubtful(person: Account, count: int = 27) -> Tournament:
    """A tournament with a warning for each of so many entrants: none of them has a grade."""
    people = [Entrant(number, f"Person{number}", "Lou", country="FR") for number in range(1, count + 1)]
    games = [Pairing(1, one, one + 1, Outcome.WHITE_WINS) for one in range(1, count, 2)]
    data = table.write(reports.report(entrants=people, pairings=games, rounds=1), "spreadsheet")
    made = drafted(person, data, "a.csv")
    warnings = [one for one in made.current_findings if warning_confirmations.wants_confirmation(one)]
    assert len(warnings) == count
    return made


def boxes(page: Page) -> Locator:
    return page.get_by_label("This is correct")


def test_tick_of_a_warning_is_kept_at_once(quiet: Page, live_server: LiveServer, orla: Account) -> None:
    page = quiet
    doubtful(orla, 2)
    enter(page, live_server, orla, "/desk/1/1/")
    expect(page.locator(".card").first).to_contain_text("Unconfirmed warnings: 2.")

    boxes(page).first.check()

    expect(page.locator(".card").first).to_contain_text("Unconfirmed warnings: 1.")
    expect(page.locator("h3", has_text="Warnings")).to_contain_text("1 to confirm")
    expect(page.locator(".finding", has=page.locator(":checked"))).to_contain_text("confirmed by Orla")
    assert Confirmation.objects.count() == 1
    assert looked_over(page) == []
    page.locator(".finding :checked").uncheck()
    expect(page.locator(".card").first).to_contain_text("Unconfirmed warnings: 2.")
    expect(boxes(page)).to_have_count(2)
    assert Confirmation.objects.count() == 0


TICK_ALL = """() => { for (const box of document.querySelectorAll("[name=confirm]")) { box.click(); } }"""
TICKED = """() => document.querySelectorAll("[name=confirm]:checked").length"""


def test_27_ticks_as_fast_as_a_browser_can_are_all_kept(
    quiet: Page, live_server: LiveServer, orla: Account
) -> None:
    page = quiet
    doubtful(orla)
    enter(page, live_server, orla, "/desk/1/1/")
    page.evaluate(TICK_ALL)
    expect(page.locator(".finding .finding", has_text="confirmed by Orla")).to_have_count(27)
    expect(page.locator(".card").first).not_to_contain_text("Unconfirmed warnings")
    page.reload()
    assert (page.evaluate(TICKED), Confirmation.objects.count()) == (27, 27)


def test_ticks_are_kept_though_one_leaves_at_once(
    quiet: Page, live_server: LiveServer, orla: Account
) -> None:
    page = quiet
    doubtful(orla)
    enter(page, live_server, orla, "/desk/1/1/")

    page.evaluate(TICK_ALL)
    page.goto(f"{live_server.url}/desk/")
    while Confirmation.objects.count() < 27:  # sent on the way out; the page does not wait for it
        page.wait_for_timeout(50)

    page.goto(f"{live_server.url}/desk/1/1/")
    assert (page.evaluate(TICKED), Confirmation.objects.count()) == (27, 27)


def test_last_state_of_a_tick_counts_however_slow_the_answers_are(
    quiet: Page, live_server: LiveServer, orla: Account
) -> None:
    page, waits = quiet, [0.5, 0.0]
    doubtful(orla, 3)
    enter(page, live_server, orla, "/desk/1/1/")

    def slowly(route: Route) -> None:
        page.wait_for_timeout(1000 * waits.pop(0) if waits else 0)
        route.continue_()

    page.route("**/confirm/", slowly)
    first, second = page.locator("[name=confirm]").all()[:2]
    for box in (first, second, first):
        box.click()

    # The first answer alone leaves two unconfirmed as well: wait for the one that has the second tick.
    second_warning = page.locator(".finding:has([name=confirm])").nth(1)
    expect(second_warning).to_contain_text("confirmed by Orla")
    expect(page.locator(".card").first).to_contain_text("Unconfirmed warnings: 2.")
    expect(second).to_be_checked()
    expect(first).not_to_be_checked()
    assert Confirmation.objects.get().key == second.get_attribute("value")


def test_tick_that_failed_is_said_and_kept_with_the_next(
    page: Page, live_server: LiveServer, orla: Account
) -> None:
    failing = [True, True]
    doubtful(orla, 3)
    enter(page, live_server, orla, "/desk/1/1/")

    def answer(route: Route) -> None:
        if failing:
            failing.pop()
            route.fulfill(status=503)
        else:
            route.continue_()

    page.route("**/confirm/", answer)

    page.locator("[name=confirm]").first.click()
    expect(page.locator("#trouble")).to_be_visible()
    page.locator("[name=confirm]").last.click()
    page.wait_for_function("() => document.querySelector('#trouble').hidden === false")
    page.get_by_role("button", name="Try again").click()

    expect(page.locator("#trouble")).to_be_hidden()
    expect(page.locator(".card").first).to_contain_text("Unconfirmed warnings: 1.")
    assert Confirmation.objects.count() == 2


def test_tick_of_somebody_logged_out_says_so_and_leaves_the_page(
    page: Page, live_server: LiveServer, orla: Account
) -> None:
    doubtful(orla, 3)
    enter(page, live_server, orla, "/desk/1/1/")
    page.context.clear_cookies(name="sessionid")

    page.locator("[name=confirm]").first.click()

    expect(page.locator("#trouble")).to_contain_text("You have been logged out.")
    expect(page.locator("[name=confirm]")).to_have_count(3)
    page.get_by_role("link", name="Reload the page").click()
    page.wait_for_url("**/login/?next=/desk/1/1/**")


def test_ticks_in_two_windows_are_both_kept(
    quiet: Page, browser: Browser, live_server: LiveServer, orla: Account
) -> None:
    doubtful(orla, 3)
    other = browser.new_page(locale="en-GB")
    for page in (quiet, other):
        enter(page, live_server, orla, "/desk/1/1/")

    quiet.locator("[name=confirm]").first.click()
    expect(quiet.locator(".card").first).to_contain_text("Unconfirmed warnings: 2.")
    other.locator("[name=confirm]").last.click()
    expect(other.locator(".card").first).to_contain_text("Unconfirmed warnings: 1.")
    other.close()

    assert Confirmation.objects.count() == 2


def test_ticks_without_script_are_kept_by_their_button(
    browser: Browser, live_server: LiveServer, orla: Account
) -> None:
    doubtful(orla)
    page = browser.new_page(java_script_enabled=False, locale="en-GB")
    enter(page, live_server, orla, "/desk/1/1/")
    page.get_by_text("Show them").click()
    for box in page.locator("[name=confirm]").all():
        box.check()
    page.get_by_role("button", name="Save ticked items").click()
    expect(page.locator("#messages")).to_have_text("Saved.")
    expect(page.locator("[name=confirm]:checked")).to_have_count(27)
    page.get_by_text("Show them").click()
    page.locator("[name=confirm]").first.uncheck()
    page.get_by_role("button", name="Save ticked items").click()
    expect(page.locator("[name=confirm]:checked")).to_have_count(26)
    page.close()

    assert Confirmation.objects.count() == 26


ALL_27 = "All 27 of this kind are correct"


@pytest.mark.parametrize("width", WIDTHS)
def test_one_tick_confirms_a_kind_and_a_line_taken_back_keeps_the_others(
    quiet: Page, live_server: LiveServer, orla: Account, width: int
) -> None:
    page = quiet
    page.set_viewport_size({"width": width, "height": 844})
    doubtful(orla)
    enter(page, live_server, orla, "/desk/1/1/")
    expect(page.locator(".finding:visible")).to_have_count(1)
    assert looked_over(page) == []

    page.get_by_label(ALL_27).check()

    expect(page.locator(".card").first).not_to_contain_text("Unconfirmed warnings")
    assert Confirmation.objects.count() == 27
    page.get_by_text("Show them").click()
    assert looked_over(page) == []
    page.locator("[name=confirm]").nth(4).uncheck()
    expect(page.locator(".card").first).to_contain_text("Unconfirmed warnings: 1.")
    expect(page.get_by_label(ALL_27)).not_to_be_checked()
    assert Confirmation.objects.count() == 26
    page.get_by_label(ALL_27).check()
    expect(page.locator(".card").first).not_to_contain_text("Unconfirmed warnings")
    page.get_by_label(ALL_27).uncheck()
    expect(page.locator(".card").first).to_contain_text("Unconfirmed warnings: 27.")
    assert Confirmation.objects.count() == 0


def test_one_tick_confirms_a_kind_without_script(
    browser: Browser, live_server: LiveServer, orla: Account
) -> None:
    doubtful(orla)
    page = browser.new_page(java_script_enabled=False, locale="en-GB")
    enter(page, live_server, orla, "/desk/1/1/")
    for kept in (27, 0):
        page.get_by_label(ALL_27).set_checked(kept > 0)
        page.get_by_role("button", name="Save ticked items").click()
        expect(page.locator("#messages")).to_have_text("Saved.")
        assert Confirmation.objects.count() == kept
    page.close()
