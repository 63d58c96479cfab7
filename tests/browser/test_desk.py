"""The organiser's desk in a browser: corrections beside the crosstable, results by keyboard."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from federation.models import Account
from tests.browser.visitors import SOUND
from tests.tournaments import reports
from tests.tournaments.conftest import account, logged_in
from tournaments.intake import intake
from tournaments.models import Tournament
from tournaments.reports.outcomes import Outcome

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
    expect(page).to_have_url(f"{live_server.url}/desk/1/1/")
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
    expect(page).to_have_url(f"{live_server.url}/desk/1/1/")


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
    expect(page).to_have_url(f"{live_server.url}/upload/by-hand/")


@pytest.mark.parametrize("button", ["More rows", "Search", "Show these rounds and this game"])
def test_table_changes_without_script_before_anything_is_typed(
    browser: Browser, live_server: LiveServer, orla: Account, button: str
) -> None:
    page = browser.new_page(java_script_enabled=False, locale="en-GB")
    enter(page, live_server, orla, "/upload/by-hand/")

    with page.expect_navigation() as came:
        page.get_by_role("button", name=button).click()

    assert came.value is not None
    assert came.value.status == 200
    page.close()
