import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.visitors import SOUND, visitor
from tests.ratings import small_federation

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True, serialized_rollback=True)]
PHONE, DESK = ViewportSize(width=390, height=844), ViewportSize(width=1280, height=900)


@dataclass(frozen=True)
class Site:
    """Where the site answers, and whom the tests point at."""

    url: str
    player: int


@pytest.fixture
def site(live_server: LiveServer) -> Site:
    small = small_federation.build(players=26, tournaments=2)
    return Site(live_server.url, small.players[0].pk)


PATHS = (
    "/",
    "/lists/",
    "/lists/ffg/",
    "/lists/ffg/?all=1&from=8k&club=75Xa",
    "/lists/ffg/?from=9d&to=8d",
    "/search/?q=a",
    "/players/?q=a",
    "/players/{player}/",
    "/players/{player}/ffg/1/",
    "/tournaments/",
    "/tournaments/1/",
    "/clubs/",
    "/clubs/75Xa/",
    "/rules/",
    "/login/",
)


@pytest.mark.parametrize("width", [390, 1280])
def test_no_page_scrolls_sideways_or_lacks_names(browser: Browser, site: Site, width: int) -> None:
    with visitor(browser, site.url, width=width) as stranger:
        for path in PATHS:
            stranger.go(path.format(player=site.player))

    assert stranger.complaints == []


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_list_is_no_wider_than_its_column(browser: Browser, site: Site, language: str) -> None:
    page = browser.new_page(locale=language)
    page.goto(f"{site.url}/lists/ffg/?all=1&from=30k&sex=m")
    beyond = "x => x.getBoundingClientRect().right - x.parentElement.getBoundingClientRect().right"
    for width in (1280, 1190, 960, 800):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.locator("table.list").evaluate(beyond) < 1, width
    page.close()


def test_what_a_page_lacks_is_said(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.set_content(
        "<title>x</title><header></header><main><h1>One</h1><h3>Three</h3><input name=q><button></button>"
        "<nav></nav><b id=a></b><b id=a></b><svg width=500></svg></main>"
    )

    assert page.evaluate(SOUND) == [
        "no language",
        "0 of body > footer",
        "0 of a.skip[href='#main']",
        "H3 after H1: Three",
        "no label: q",
        "no name: <button></button>",
        'no words: <svg width="500"></svg>',
        "twice: #a",
        "nav without name",
        "scrolls sideways by 118",
    ]


def test_skip_link_is_the_first_stop_and_leads_to_the_content(quiet: Page, site: Site) -> None:
    quiet.goto(site.url + "/lists/ffg/")

    quiet.keyboard.press("Tab")
    shown = quiet.evaluate("document.activeElement.getBoundingClientRect().left >= 0")
    quiet.keyboard.press("Enter")
    quiet.keyboard.press("Tab")

    assert shown is True
    assert quiet.evaluate("document.activeElement.closest('main') !== null")


def test_focus_is_seen_on_whatever_is_reached_by_keyboard(quiet: Page, site: Site) -> None:
    quiet.set_viewport_size(DESK)
    quiet.goto(site.url + "/lists/ffg/")

    unseen = []
    for _ in range(25):
        quiet.keyboard.press("Tab")
        unseen += quiet.evaluate(
            "(() => { const e = document.activeElement, s = getComputedStyle(e);"
            " return s.outlineStyle === 'none' || s.outlineWidth === '0px' ? [e.outerHTML] : []; })()"
        )

    assert unseen == []


@pytest.mark.parametrize(("size", "least"), [(PHONE, 420), (DESK, 330)])
def test_filters_are_one_row_and_stay_open_while_one_chooses(
    quiet: Page, site: Site, size: ViewportSize, least: int
) -> None:
    quiet.set_viewport_size(size)
    quiet.goto(site.url + "/lists/ffg/")
    grade, summary = quiet.locator("#list-from"), quiet.locator(".more-filters summary")
    folded = (quiet.locator("#list-name").is_visible(), grade.is_visible(), summary.inner_text().strip())
    first_row = quiet.locator("table.list tbody tr").first.bounding_box()
    summary.click()

    quiet.locator("#list-sex").select_option("f")
    expect(quiet.locator("#filter-count")).to_contain_text("1")
    grade.select_option("20k")
    expect(quiet.locator("#filter-count")).to_contain_text("2")

    assert folded == (True, False, "Filters")
    assert first_row is not None
    assert first_row["y"] < least
    assert grade.is_visible()
    expect(quiet).to_have_url(site.url + "/lists/ffg/?from=20k&sex=f")


def test_search_answers_while_typing_and_by_arrow_keys(quiet: Page, site: Site) -> None:
    quiet.goto(site.url + "/")
    quiet.keyboard.press("/")
    expect(quiet.locator("#site-search")).to_be_focused()

    quiet.keyboard.type("celik", delay=20)
    expect(quiet.locator("#found b")).to_have_count(1)
    quiet.keyboard.press("ArrowDown")
    quiet.keyboard.press("Enter")

    expect(quiet.locator("h1")).to_have_text("Çelik Damien")


def test_escape_closes_what_was_found(quiet: Page, site: Site) -> None:
    quiet.goto(site.url + "/")
    quiet.locator("#site-search").type("abel", delay=20)
    expect(quiet.locator("#found b")).to_have_count(1)

    quiet.keyboard.press("Escape")

    expect(quiet.locator("#found b")).to_have_count(0)


def test_search_is_a_combobox_that_names_where_one_is(quiet: Page, site: Site) -> None:
    quiet.goto(site.url + "/")
    field = quiet.get_by_role("combobox")
    field.type("celik", delay=20)
    expect(quiet.locator("#found b")).to_have_count(1)
    told = quiet.locator("#found-count")
    opened = [field.get_attribute(f"aria-{name}") for name in ("expanded", "controls", "activedescendant")]
    option = quiet.get_by_role("option").first

    quiet.keyboard.press("ArrowDown")
    named = field.get_attribute("aria-activedescendant")

    expect(told).to_have_text("1 result")
    assert opened == ["true", "found-list", None]
    assert (option.get_attribute("id"), option.get_attribute("aria-selected")) == (named, "true")
    expect(field).to_be_focused()

    quiet.keyboard.press("ArrowUp")
    back = field.get_attribute("aria-activedescendant")
    quiet.keyboard.press("ArrowUp")
    last = field.get_attribute("aria-activedescendant")
    quiet.keyboard.press("Escape")

    assert (back, last) == (None, "found-all")
    assert [field.get_attribute(f"aria-{name}") for name in ("expanded", "activedescendant")] == [
        "false",
        None,
    ]
    expect(told).to_have_text("")
    expect(field).to_have_value("celik")


def test_theme_is_chosen_and_kept(quiet: Page, site: Site) -> None:
    quiet.emulate_media(color_scheme="light")
    quiet.goto(site.url + "/")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = quiet.evaluate(ground)
    button = quiet.locator("[data-theme-toggle]")

    button.click()
    button.click()
    dark = quiet.evaluate(ground)
    quiet.goto(site.url + "/lists/")

    assert (quiet.evaluate("document.documentElement.dataset.theme"), dark == light) == ("dark", False)
    assert quiet.evaluate(ground) == dark


def test_language_is_switched_on_the_spot(quiet: Page, site: Site) -> None:
    quiet.set_extra_http_headers({"Accept-Language": "en"})
    quiet.goto(site.url + "/lists/ffg/?sex=f")
    assert quiet.locator("html").get_attribute("lang") == "en"

    quiet.locator(".tools button[name=language][value=fr]").click()

    expect(quiet.locator("html")).to_have_attribute("lang", "fr")
    expect(quiet).to_have_url(site.url + "/lists/ffg/?sex=f")


def test_filter_shows_a_chip_and_the_chip_takes_it_off(quiet: Page, site: Site) -> None:
    quiet.set_viewport_size(DESK)
    quiet.goto(site.url + "/lists/ffg/")
    everybody = quiet.locator("table.list tbody tr").count()

    quiet.locator(".more-filters summary").click()
    quiet.locator("#list-sex").select_option("f")
    expect(quiet.locator("a.chip:not(.plain)")).to_have_count(1)
    women = quiet.locator("table.list tbody tr").count()
    expect(quiet).to_have_url(site.url + "/lists/ffg/?sex=f")
    quiet.locator("a.chip:not(.plain)").click()

    expect(quiet.locator("table.list tbody tr")).to_have_count(everybody)
    assert 0 < women < everybody


def test_name_typed_on_a_list_narrows_it_at_once(quiet: Page, site: Site) -> None:
    quiet.goto(site.url + "/lists/ffg/")

    quiet.locator("#list-name").type("rossi", delay=20)

    expect(quiet.locator("table.list tbody tr")).to_have_count(1)
    expect(quiet.locator("table.list td.name")).to_have_text(re.compile("Rossignol"))
    expect(quiet).to_have_url(re.compile(r"\?q=rossi$"))


def test_newest_event_shows_its_sums_as_it_comes_into_view(quiet: Page, site: Site) -> None:
    quiet.goto(f"{site.url}/players/{site.player}/")
    event = quiet.locator("details.event").first
    expect(event.locator(".why")).to_have_count(0)

    event.scroll_into_view_if_needed()

    expect(event.locator(".why")).to_have_count(1)
    event.get_by_role("link", name="Why? EGF rating").click()
    expect(event.locator(".why")).to_have_count(2)
    expect(quiet).to_have_url(f"{site.url}/players/{site.player}/")
    sums = quiet.locator("details.event[open] .opened > summary")
    assert sums.count() > 0
    # The columns of an event's own line are none of the lines inside it.
    assert "grid" not in sums.evaluate_all("lines => lines.map((line) => getComputedStyle(line).display)")


def test_chart_reads_its_points_out_by_arrow_keys(quiet: Page, site: Site) -> None:
    quiet.goto(f"{site.url}/players/{site.player}/")
    chart = quiet.locator("svg.history:visible").first

    chart.focus()
    quiet.keyboard.press("ArrowLeft")
    last = quiet.locator("output.reading").first.text_content()
    quiet.keyboard.press("ArrowLeft")
    before = quiet.locator("output.reading").first.text_content()

    said = [" ".join(str(one).split()[:3]) for one in (last, before)]
    assert said == ["6 Nov. 2026", "4 Sept. 2026"]  # lists


def test_pages_read_without_script(browser: Browser, site: Site) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site.url}/players/?q=celik")
    page.locator("table.rows td.name a").click()
    page.locator("details.event[open] .event-inside div a").first.click()

    expect(page.locator(".why tfoot tr").last).to_be_visible()
    context.close()
