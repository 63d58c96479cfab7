"""The organiser's desk in a browser: corrections beside the crosstable, ticks, results by keyboard."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from federation.models import Account
from tests.browser.visitors import SOUND
from tests.tournaments import reports
from tests.tournaments.conftest import account, logged_in
from tournaments.checks import warning_confirmations
from tournaments.formats import table
from tournaments.intake import intake
from tournaments.models import Confirmation, Tournament
from tournaments.reports.outcomes import Outcome
from tournaments.reports.report import Entrant, Pairing

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WIDTHS = [pytest.param(1280, id="desk"), pytest.param(390, id="phone")]


@pytest.fixture
def orla(transactional_db: None) -> Account:
    return account("orla@example.org", "organiser")


def enter(page: Page, live_server: LiveServer, person: Account, path: str) -> None:
    """Open a page of the desk as somebody who has logged in."""
    cookie = logged_in(person).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page.goto(live_server.url + path)


def looked_over(page: Page) -> Any:
    return page.evaluate(SOUND)


def drafted(person: Account, data: bytes, filename: str) -> Tournament:
    return intake.draft(intake.receive(data, filename=filename, account=person), account=person)


@pytest.mark.parametrize("width", WIDTHS)
def test_game_is_corrected_beside_the_crosstable(
    quiet: Page, live_server: LiveServer, orla: Account, width: int
) -> None:
    page = quiet
    page.set_viewport_size({"width": width, "height": 844})
    data = reports.tou().replace(b"    1-b0    3+w0", b"    1+b0    3+w0")
    tournament = drafted(orla, data, "a.tou")
    enter(page, live_server, orla, "/desk/1/1/")
    expect(page.locator(".finding.error .finding-code")).to_have_text("result-mismatch")

    page.locator("#cell-1-1").click()
    form = page.locator("#correction form")
    expect(form.get_by_label("In this round")).to_be_focused()
    assert looked_over(page) == []
    page.keyboard.press("Escape")
    expect(form).to_have_count(0)
    expect(page.locator("#cell-1-1")).to_be_focused()
    page.keyboard.press("Enter")
    form.get_by_label("Result").select_option("won")
    form.get_by_role("button", name="Correct").click()

    expect(page.locator("#messages")).to_have_text("Corrected.")
    expect(page.locator(".finding")).to_have_count(0)
    expect(page.locator("td.corrected")).to_have_count(2)
    expect(page.locator("#cell-1-1")).to_be_focused()
    assert page.url == f"{live_server.url}/desk/1/1/"
    assert looked_over(page) == []
    assert tournament.games.get(round=1, white__number=1).outcome == Outcome.WHITE_WINS


def test_refusal_stands_in_the_form_and_what_was_chosen_stays(
    quiet: Page, live_server: LiveServer, orla: Account
) -> None:
    page = quiet
    drafted(orla, reports.tou(), "a.tou")
    enter(page, live_server, orla, "/desk/1/1/")

    page.locator("#cell-1-1").click()
    form = page.locator("#correction form")
    form.get_by_label("Opponent").select_option("3")
    form.get_by_role("button", name="Correct").click()

    expect(form.locator(".errorlist")).to_contain_text("already plays Delestraint Anne")
    expect(form.get_by_label("Opponent")).to_have_value("3")
    assert page.url == f"{live_server.url}/desk/1/1/"


def test_correction_beside_a_finding_saves_and_leads_to_its_row(
    quiet: Page, live_server: LiveServer, orla: Account
) -> None:
    page = quiet
    data = reports.tou().replace(b"    1-b0    3+w0", b"    1+b0    3+w0")
    tournament = drafted(orla, data, "a.tou")
    enter(page, live_server, orla, "/desk/1/1/")

    page.locator(".finding.error").get_by_role("link", name="Correct").click()
    page.wait_for_url("**/desk/1/1/rounds/**")
    assert looked_over(page) == []
    page.get_by_label("Result").select_option("won")
    page.get_by_role("button", name="Correct").click()

    page.wait_for_url("**/desk/1/1/?entrant=1#entrant-1")
    expect(page.locator("#messages")).to_have_text("Corrected.")
    expect(page.locator("#entrant-1 td.corrected")).to_be_in_viewport()
    assert tournament.games.get(round=1, white__number=1).outcome == Outcome.WHITE_WINS


def test_refusal_on_the_page_of_a_correction_stands_there(
    page: Page, live_server: LiveServer, orla: Account
) -> None:
    drafted(orla, reports.tou(), "a.tou")
    enter(page, live_server, orla, "/desk/1/1/rounds/1/1/")

    with page.expect_navigation() as came:
        page.get_by_label("Opponent").select_option("3")
        page.get_by_role("button", name="Correct").click()

    assert came.value is not None
    assert came.value.status == 422
    expect(page.locator(".errorlist")).to_contain_text("already plays Delestraint Anne")


def test_cell_of_what_was_submitted_meanwhile_shows_the_page_anew(
    quiet: Page, live_server: LiveServer, orla: Account
) -> None:
    page = quiet
    tournament = drafted(orla, reports.tou(), "a.tou")
    enter(page, live_server, orla, "/desk/1/1/")
    Tournament.objects.filter(pk=tournament.pk).update(stage="submitted")

    with page.expect_navigation():
        page.locator("#cell-1-1").click()

    expect(page.locator("#messages")).to_contain_text("it can no longer be changed")
    expect(page.locator("#cell-1-1")).to_have_count(0)


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
    page.wait_for_load_state("networkidle")

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


@pytest.mark.parametrize("width", WIDTHS)
def test_small_tournament_is_entered_by_keyboard(
    quiet: Page, live_server: LiveServer, orla: Account, width: int
) -> None:
    page = quiet
    page.set_viewport_size({"width": width, "height": 844})
    enter(page, live_server, orla, "/upload/by-hand/")
    assert looked_over(page) == []
    page.get_by_label("Name", exact=True).fill("Coupe du Lac")
    page.get_by_label("First day").fill("2024-03-09")
    for number, one in enumerate(reports.PEOPLE[:3], start=1):
        page.locator(f"[name=surname-{number}]").fill(one.surname)
        page.locator(f"[name=grade-{number}]").fill(one.grade)
    cell = page.locator("[data-cell='1-1']")
    cell.focus()
    page.keyboard.type("2+w")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("3-")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-cell='3-2']")).to_be_focused()
    expect(page.locator("[data-cell='2-1']")).to_have_value("1-b")
    expect(page.locator("[data-cell='3-2']")).to_have_value("1+")
    cell.fill("2-w")
    expect(page.locator("[data-cell='2-1']")).to_have_value("1+b")

    page.get_by_role("button", name="Create draft").click()

    expect(page.locator("h1")).to_have_text("Coupe du Lac")
    tournament = Tournament.objects.get()
    games = tournament.games.order_by("round").values_list("white__surname", "black__surname", "outcome")
    assert list(games[:1]) == [("Aubrac", "Brossolette", Outcome.BLACK_WINS)]


def test_enter_in_a_field_of_the_facts_makes_the_draft(
    quiet: Page, live_server: LiveServer, orla: Account
) -> None:
    page = quiet
    enter(page, live_server, orla, "/upload/by-hand/")
    page.get_by_label("First day").fill("2024-03-09")
    for number, cell in ((1, "2+w"), (2, "1-b")):
        page.locator(f"[name=surname-{number}]").fill(f"Person{number}")
        page.locator(f"[name=r1-{number}]").fill(cell)
    page.get_by_label("Name", exact=True).fill("Coupe du Lac")

    page.keyboard.press("Enter")

    expect(page.locator("h1")).to_have_text("Coupe du Lac")
    assert Tournament.objects.get().games.count() == 1


def test_enter_in_the_search_beside_the_table_searches(
    quiet: Page, live_server: LiveServer, orla: Account
) -> None:
    page = quiet
    enter(page, live_server, orla, "/upload/by-hand/")
    page.locator("#q").fill("Nobody")

    page.keyboard.press("Enter")

    expect(page.locator(".found-players")).to_contain_text("No player in the register")
    assert page.url == f"{live_server.url}/upload/by-hand/"


@pytest.mark.parametrize("button", ["More rows", "Search", "Show these rounds and this game"])
def test_table_changes_without_script_before_anything_is_typed(
    browser: Browser, live_server: LiveServer, orla: Account, button: str
) -> None:
    page = browser.new_page(java_script_enabled=False, locale="en-GB")
    enter(page, live_server, orla, "/upload/by-hand/")

    with page.expect_navigation(timeout=5_000) as came:
        page.get_by_role("button", name=button).click()

    assert came.value is not None
    assert came.value.status == 200
    page.close()
