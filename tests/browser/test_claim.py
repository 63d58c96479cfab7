"""The claim of an officer lives as long as his page is open, and the page says when somebody took it over."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.serving import Server
from tests.browser.visitors import settle
from tests.tournaments.conftest import account
from tests.tournaments.desk.test_queue import handed_in
from tournaments.models import Claim
from tournaments.review import reservations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True, serialized_rollback=True)]
MINUTE = 61_000  # milliseconds


def test_open_page_says_that_its_officer_is_there(quiet: Page, live_server: Server) -> None:
    officer, other = account("odile@example.org", "officer"), account("omar@example.org", "officer")
    tournament = handed_in(account("orla@example.org", "organiser"), "Open du Moulin")
    client = Client()
    client.force_login(officer)
    kept = client.cookies[settings.SESSION_COOKIE_NAME]
    quiet.context.add_cookies([{"name": kept.key, "value": kept.value, "url": live_server.url}])
    quiet.clock.install()
    quiet.goto(f"{live_server.url}/desk/queue/")
    with quiet.expect_navigation():
        quiet.get_by_role("button", name="Take for review", exact=True).click()
    with live_server.kept_waiting():
        Claim.objects.update(alive=timezone.now() - timedelta(minutes=15))

    with quiet.expect_response("**/review/claim/") as answer:
        quiet.clock.fast_forward(MINUTE)

    assert answer.value.status == 200
    with live_server.kept_waiting():
        assert Claim.objects.get().alive > timezone.now() - timedelta(minutes=10)
        reservations.take_over(tournament, account=other, reason="Urgent")
    settle(quiet)  # the part that was answered counts again
    with quiet.expect_response("**/review/claim/"):
        quiet.clock.fast_forward(MINUTE)
    expect(quiet.locator("#claim .message.warning")).to_contain_text("Omar")


def test_tournament_given_up_meanwhile_can_be_taken_again(quiet: Page, live_server: Server) -> None:
    officer = account("odile@example.org", "officer")
    tournament = handed_in(account("orla@example.org", "organiser"), "Open du Moulin")
    client = Client()
    client.force_login(officer)
    kept = client.cookies[settings.SESSION_COOKIE_NAME]
    quiet.context.add_cookies([{"name": kept.key, "value": kept.value, "url": live_server.url}])
    quiet.clock.install()
    reservations.hold(tournament, account=officer)
    quiet.goto(f"{live_server.url}/desk/{tournament.number}/1/review/")
    with live_server.kept_waiting():
        reservations.leave(tournament, account=officer)  # in another window
    with quiet.expect_response("**/review/claim/"):
        quiet.clock.fast_forward(MINUTE)

    with quiet.expect_navigation():
        quiet.get_by_role("button", name="Take for review", exact=True).click()

    expect(quiet.locator("#claim")).to_contain_text("You are reviewing it.")
    assert Claim.objects.get().account == officer
