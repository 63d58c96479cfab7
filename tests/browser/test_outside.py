"""The site outside its window: in a page of a club, on paper, and what programs are told of a page."""

import html
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import translation
from playwright.sync_api import Browser, FrameLocator, Page, expect
from pytest_django.live_server_helper import LiveServer

from federation.language.dates import format_span
from tests.browser.visitors import Visitor, visitor
from tests.ratings import small_federation

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True, serialized_rollback=True)]
WIDTH = 320  # of the frame in the club's page
GROUND = "getComputedStyle(document.body).backgroundColor"


@dataclass(frozen=True)
class Site:
    """Where the site answers, whom the tests point at, and somebody who looks at it."""

    url: str
    player: int
    stranger: Visitor

    @property
    def page(self) -> Page:
        """The window."""
        return self.stranger.page


@pytest.fixture
def site(browser: Browser, live_server: LiveServer) -> Iterator[Site]:
    cache.clear()
    small = small_federation.build(players=26, tournaments=2)
    with visitor(browser, live_server.url, width=1280) as stranger:
        yield Site(live_server.url, small.players[0].pk, stranger)


class _Club(BaseHTTPRequestHandler):
    """A page of a club that sets into a frame whatever address follows the question mark."""

    def do_GET(self) -> None:
        address = html.escape(self.path.partition("?")[2])
        frame = f'<iframe src="{address}" width="{WIDTH}" height="480" title="Ratings"></iframe>'
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f"<!doctype html><title>Club</title><link rel=icon href=data:,>{frame}".encode())

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.fixture
def club() -> Iterator[str]:
    """Run the site of a club, which is another origin than ours."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Club)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


def framed(site: Site, club: str, path: str) -> FrameLocator:
    """Open the page of the club with a page of ours in its frame."""
    site.page.goto(f"{club}?{site.url}{path}")
    return site.page.frame_locator("iframe")


def test_list_stands_in_a_page_of_another_site(site: Site, club: str) -> None:
    frame = framed(site, club, "/embed/lists/ffg/?top=5&theme=light&language=fr")
    expect(frame.locator("ol.top li")).to_have_count(5)
    expect(frame.locator("html")).to_have_attribute("lang", "fr")
    light = frame.locator("body").evaluate(f"() => {GROUND}")
    wide = frame.locator("html").evaluate("(root) => [root.scrollWidth, root.clientWidth]")
    away = frame.locator("a").evaluate_all("(all) => all.map((one) => [one.target, one.rel])")

    frame = framed(site, club, "/embed/lists/ffg/?top=5&theme=dark&language=ru")
    expect(frame.locator("html")).to_have_attribute("lang", "ru")
    dark = frame.locator("body").evaluate(f"() => {GROUND}")

    assert wide[0] <= wide[1] <= WIDTH
    assert set(map(tuple, away)) == {("_blank", "noopener")}
    assert light != dark
    assert site.stranger.complaints == []


def test_no_other_page_stands_in_a_frame(site: Site, club: str) -> None:
    asked = site.page.request
    embedded = asked.get(f"{site.url}/embed/lists/ffg/").headers
    whole = asked.get(f"{site.url}/lists/ffg/").headers

    frame = framed(site, club, "/lists/ffg/")

    expect(frame.locator("main table")).to_have_count(0)
    assert len([one for one in site.stranger.complaints if "frame-ancestors" in one]) == 1
    assert (embedded.get("x-frame-options"), whole["x-frame-options"]) == (None, "DENY")
    assert "frame-ancestors *" in embedded["content-security-policy"]
    assert "frame-ancestors 'none'" in whole["content-security-policy"]


def told(site: Site, path: str) -> dict[str, Any]:
    """Open a page and read what it tells programs it is about."""
    site.stranger.go(path)
    blocks = site.page.locator('script[type="application/ld+json"]').all_text_contents()
    assert len(blocks) == 1
    record: dict[str, Any] = json.loads(blocks[0])
    assert record["@context"] == "https://schema.org"
    assert record["url"] == site.url + path
    return record


def test_player_is_told_as_he_is_shown(site: Site) -> None:
    record = told(site, f"/players/{site.player}/")
    club = site.page.locator(".player-head dd a[href^='/clubs/']")

    heading = f"{record['familyName']} {record['givenName']}"
    assert (record["@type"], heading) == ("Person", site.page.locator("h1").inner_text())
    assert record["name"] == f"{record['givenName']} {record['familyName']}"
    assert record["identifier"] == str(site.player)
    assert record["memberOf"] == {
        "@type": "SportsOrganization",
        "name": club.inner_text(),
        "url": f"{site.url}{club.get_attribute('href')}",
    }
    assert site.stranger.complaints == []


def test_tournament_is_told_as_it_is_shown(site: Site) -> None:
    record = told(site, "/tournaments/1/")
    lead = site.page.locator(".page-head .lead").inner_text()

    assert (record["@type"], record["name"]) == ("SportsEvent", site.page.locator("h1").inner_text())
    first, last = (date.fromisoformat(record[name]) for name in ("startDate", "endDate"))
    with translation.override("en"):
        assert format_span(first, last) in lead
    assert record["location"]["address"]["addressLocality"] in lead
    assert f"({record['location']['address']['addressCountry']})" in lead
    assert site.stranger.complaints == []


def test_list_is_told_as_it_is_shown_and_its_files_hold_every_row(site: Site) -> None:
    record = told(site, "/lists/ffg/2026-11-06/")
    lead = site.page.locator(".page-head .lead").inner_text()
    (players,) = re.findall(r"of (\d+)", lead)
    files = {
        one["encodingFormat"]: site.page.request.get(one["contentUrl"]) for one in record["distribution"]
    }

    assert (record["@type"], record["temporalCoverage"]) == ("Dataset", "2026-11-06")
    assert f": {players} players" in record["description"]
    assert sorted(files) == ["application/json", "text/csv"]
    assert [one.headers["content-type"].partition(";")[0] for one in files.values()] == list(files)
    assert len(files["text/csv"].text().splitlines()) == int(players) + 1
    assert len(files["application/json"].json()["items"]) == int(players)
    assert site.stranger.complaints == []


# A word that explains itself is a button too; on paper it is a word.
PAPER = """() => [...document.querySelectorAll(
    "button:not([aria-describedby]), input, select, nav, .button, .chip:not([aria-current])"
  )].filter((one) => one.getClientRects().length).map((one) => one.outerHTML.slice(0, 90))"""


def test_paper_shows_what_is_read_and_nothing_to_press(site: Site) -> None:
    page = site.page
    page.add_init_script("localStorage.setItem('theme', 'dark')")
    left: list[str] = []
    for path in ("/", "/lists/ffg/", f"/players/{site.player}/", "/tournaments/1/", "/rules/ffg/2022-10/"):
        site.stranger.go(path)
        page.emulate_media(media="print")
        left += [f"{path}: {one}" for one in page.evaluate(PAPER)]
        assert page.evaluate(GROUND) == "rgb(255, 255, 255)"
        wide = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        assert wide[0] <= wide[1]
        page.emulate_media(media="screen")
    site.stranger.go("/lists/ffg/")
    rows = page.locator("table.list tbody tr").count()
    page.emulate_media(media="print")

    assert left == []
    assert page.locator("table.list tbody tr:visible").count() == rows
    assert page.pdf(format="A4").startswith(b"%PDF-")


def test_chosen_theme_is_there_before_the_first_letter(site: Site) -> None:
    page = site.page
    page.emulate_media(color_scheme="light")
    page.add_init_script(
        "localStorage.setItem('theme', 'dark');"
        "new MutationObserver((_, watch) => { if (document.body) { watch.disconnect();"
        " window.themeAtFirst = document.documentElement.dataset.theme; } })"
        ".observe(document, {childList: true, subtree: true});"
    )

    for path in ("/", "/lists/ffg/", "/login/"):
        site.stranger.go(path)
        assert page.evaluate("window.themeAtFirst") == "dark"

    assert site.stranger.complaints == []


def test_arrows_turn_the_pages_of_a_list(browser: Browser, live_server: LiveServer) -> None:
    cache.clear()
    small_federation.build(players=130, tournaments=1)
    with visitor(browser, live_server.url, width=1280) as stranger:
        page = stranger.page
        stranger.go("/lists/ffg/?all=1")
        first = page.locator("table.list td.name a").first
        first.focus()
        with page.expect_navigation():
            page.keyboard.press("ArrowRight")
        expect(page.locator("table.list td.name a").first).to_be_focused()
        expect(page).to_have_url(re.compile("page=2"))
        expect(page.locator("table.list tbody tr").first).to_contain_text("88")
        with page.expect_navigation():
            page.keyboard.press("ArrowLeft")
        expect(page.locator("table.list td.name a").first).to_be_focused()
        page.keyboard.press("End")
        expect(page.locator("table.list td.name a").last).to_be_focused()

    assert stranger.complaints == []
