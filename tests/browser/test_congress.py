"""A congress at the desk in a browser: the button for all strangers in sight, corrections on a later page."""

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from federation.models import Account
from tests.browser.test_desk import WIDTHS, drafted, enter, looked_over, orla
from tests.tournaments import reports
from tournaments.formats import table
from tournaments.models import Entry, Tournament
from tournaments.reports.report import Entrant

__all__ = ["orla"]  # a fixture
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PEOPLE = 120


def congress(person: Account) -> Tournament:
    people = tuple(
        Entrant(n, f"Name{n:03d}", "Given", grade="5k", country="FR") for n in range(1, PEOPLE + 1)
    )
    data = table.write(reports.report("Congress", entrants=people), "spreadsheet")
    return drafted(person, data, "congress.csv")


@pytest.mark.parametrize("width", WIDTHS)
def test_button_for_all_strangers_stands_on_the_first_screen_and_decides_about_every_page(
    quiet: Page, live_server: LiveServer, orla: Account, width: int
) -> None:
    page = quiet
    page.set_viewport_size({"width": width, "height": 844})
    tournament = congress(orla)
    enter(page, live_server, orla, "/desk/1/1/match/")
    button = page.get_by_role("button", name=f"Save; the {PEOPLE} without a match are new")

    expect(button).to_be_in_viewport()
    assert looked_over(page) == []
    button.click()

    expect(page.locator("#messages")).to_have_text("Saved.")
    assert tournament.entries.filter(match=Entry.Match.ENROL).count() == PEOPLE


def test_entrant_of_a_later_page_is_found_and_corrected_in_place(
    quiet: Page, live_server: LiveServer, orla: Account
) -> None:
    page = quiet
    tournament = congress(orla)
    enter(page, live_server, orla, "/desk/1/1/?rows=2")

    page.locator("#name-115").click()
    page.locator("#correction").get_by_label("Grade").fill("4k")
    page.locator("#correction").get_by_role("button", name="Correct").click()

    expect(page.locator("#messages")).to_have_text("Corrected.")
    expect(page.locator("#entrant-115 td.corrected")).to_have_count(1)
    assert tournament.entries.get(number=115).grade == "4k"
    page.get_by_label("Name, number or club").fill("name007")
    page.keyboard.press("Enter")
    expect(page.locator(".crosstable tbody tr")).to_have_count(1)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
@pytest.mark.parametrize("width", WIDTHS)
def test_opponent_among_many_is_typed(
    browser: Browser, live_server: LiveServer, orla: Account, width: int, script: bool
) -> None:
    tournament = congress(orla)
    page = browser.new_page(java_script_enabled=script, locale="en-GB")
    page.set_viewport_size({"width": width, "height": 844})
    enter(page, live_server, orla, "/desk/1/1/rounds/1/1/")

    page.get_by_label("Opponent").fill("name")
    page.get_by_role("button", name="Correct").click()
    expect(page.locator(".errorlist")).to_contain_text("Several entrants have this name")
    page.get_by_label("Opponent").fill("name077")
    page.get_by_role("button", name="Correct").click()

    page.wait_for_url("**/desk/1/1/?entrant=1#entrant-1")
    page.close()
    assert tournament.games.get(round=1, white__number=1).black.number == 77
