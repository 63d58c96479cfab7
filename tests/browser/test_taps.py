"""Everyday questions on a telephone, from the first page to the answer, and how many taps each takes.

A tap is a finger on a link or a suggestion, or a field typed into; another is the key that sends it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Locator, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.visitors import Visitor, visitor
from tests.ratings import small_federation
from tests.ratings.small_federation import Small
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True, serialized_rollback=True)]


@dataclass
class Reader:
    """Somebody with a telephone on the first page, and the taps so far."""

    visitor: Visitor
    taps: int = 0

    def tap(self, target: Locator) -> None:
        """Tap a link that leads on."""
        self.taps += 1
        address = target.get_attribute("href") or ""
        if "#" in address:
            target.click()
        else:
            with self.visitor.page.expect_navigation():
                target.click()
        self.visitor.look()

    def link(self, name: str, within: str = "main") -> None:
        """Tap the first link of a name that can be seen."""
        links = self.visitor.page.locator(within).get_by_role("link", name=name)
        self.tap(links.filter(visible=True).first)

    def suggested(self, typed: str, name: str) -> None:
        """Type into the field above every page and tap a suggestion."""
        self.taps += 2
        page = self.visitor.page
        page.locator("header input[name=q]").press_sequentially(typed)
        with page.expect_navigation():
            page.get_by_role("option", name=name).first.click()
        self.visitor.look()


@pytest.fixture
def small() -> Small:
    return small_federation.build(players=26, tournaments=2)


@pytest.fixture
def reader(browser: Browser, live_server: LiveServer, small: Small) -> Iterator[Reader]:
    """Open the first page; at the end no page on the way may have lacked anything."""
    with visitor(browser, live_server.url, width=390) as one:
        one.go("/")
        yield Reader(one)
    assert one.complaints == []


def test_why_a_rating_moved_is_three_taps_away(reader: Reader, small: Small) -> None:
    reader.suggested("abelard", "Abelard")
    reader.link("Why?")

    expect(reader.visitor.page.locator("#why")).to_be_in_viewport()
    assert reader.taps == 3


def test_who_won_is_two_taps_away(reader: Reader, small: Small) -> None:
    event = small.tournaments[0]
    event.name = "Coupe de la Croix-Haute"
    event.save()
    reader.suggested("croix haute", event.name)

    expect(reader.visitor.page.locator("main table tbody tr").first).to_be_visible()
    assert (reader.taps, reader.visitor.passed[-1]) == (2, event.get_absolute_url())


def test_whether_a_tournament_has_come_is_two_taps_away(
    browser: Browser, live_server: LiveServer, small: Small
) -> None:
    Tournament.objects.filter(pk=small.tournaments[0].pk).update(stage="submitted")
    with visitor(browser, live_server.url, width=390) as one:
        one.go("/")
        reader = Reader(one)
        reader.link("1 tournament under review")
        reader.tap(one.page.locator("#now").get_by_role("link", name="1 tournament").first)

        expect(one.page.get_by_text(small.tournaments[0].name).first).to_be_visible()
    assert (reader.taps, one.passed[-1], one.complaints) == (2, "/tournaments/handed-in/", [])


def test_files_of_a_club_are_offered_two_taps_away(reader: Reader, small: Small) -> None:
    reader.suggested("cercle du pont", "Cercle du Pont")

    for name in ("CSV file", "Calendar to subscribe to", "Frame for your own site"):
        expect(reader.visitor.page.locator("main").get_by_role("link", name=name)).to_be_visible()
    assert reader.taps == 2


def test_rules_are_a_tap_away_from_a_list_and_two_from_a_player(reader: Reader) -> None:
    reader.suggested("abelard", "Abelard")
    page, before = reader.visitor.page, reader.taps
    reader.tap(page.locator("table.systems").get_by_role("link", name="FFG ladder", exact=True))
    rules = page.locator(".page-head").get_by_role("link", name="Rules")
    expect(rules).to_be_in_viewport()
    reader.tap(rules)

    assert (reader.taps - before, reader.visitor.passed[-1]) == (2, "/rules/ffg/")


def test_own_record_where_errors_are_reported_and_names_hidden_is_three_taps_and_the_log_in_away(
    reader: Reader,
) -> None:
    reader.suggested("abelard", "Abelard")
    reader.link("Link this record")

    assert reader.taps == 3
    assert reader.visitor.passed[-1].startswith("/login/?next=/me/claim/")
