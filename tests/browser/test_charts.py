"""Charts as a browser sets them: with the real letters nothing hides anything; keys and pointer read out."""

import re

import pytest
from django.core.cache import cache
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from ratings.models import RatingSystem
from ratings.statistics import recompute
from tests.ratings import small_federation
from tests.ratings.stream_pages import played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True, serialized_rollback=True)]
# Texts of a drawing that leave it or stand over each other; letters touch their boxes only in part.
UNSOUND = """() => [...document.querySelectorAll("svg.history, svg.reigns")].flatMap((svg) => {
    const frame = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")];
    const boxes = texts.map((one) => [one.textContent, one.getBoundingClientRect()]);
    const leaves = (box) => box.width && (box.left < frame.left - 1 || box.right > frame.right + 1);
    const out = boxes.filter(([, box]) => leaves(box));
    const met = boxes.flatMap(([one, a], at) => boxes.slice(at + 1).filter(([, b]) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top + 5 < b.bottom && b.top + 5 < a.bottom)
        .map(([other]) => `${one} / ${other}`));
    return [...out.map(([text]) => text), ...met];
})"""


@pytest.mark.parametrize("width", [390, 1280])
def test_no_text_of_a_chart_leaves_it_or_hides_another(
    browser: Browser, live_server: LiveServer, width: int
) -> None:
    cache.clear()
    small = small_federation.build(players=26, tournaments=3)
    recompute.refresh(RatingSystem.objects.get(key="egf"))
    streams = played("fics-blitz").players
    one, two = (player.pk for player in small.players[:2])
    paths = (
        f"/players/{one}/",
        f"/players/{one}/against/{two}/",
        f"/players/{streams[0].pk}/",
        "/lists/egf/number-ones/",
        "/statistics/egf/drift/",
    )
    wrong, drawn = [], 0
    for language in ("en", "fr", "ru"):
        context = browser.new_context(viewport={"width": width, "height": 900}, locale=language)
        page = context.new_page()
        for path in paths:
            page.goto(live_server.url + path)
            page.evaluate("document.fonts.ready")
            wrong += [f"{language} {path}: {one}" for one in page.evaluate(UNSOUND)]
            drawn += page.locator("svg.history:visible, svg.reigns:visible").count()
        context.close()

    assert wrong == []
    assert drawn >= 3 * len(paths)


def test_keys_and_pointer_read_what_was_published_and_what_is_live(
    quiet: Page, live_server: LiveServer
) -> None:
    small = small_federation.build(players=26, tournaments=3)
    quiet.goto(f"{live_server.url}/players/{small.players[0].pk}/")
    chart, reading = quiet.locator("svg.history:visible").first, quiet.locator("output.reading").first
    first = quiet.locator("table.behind").first.locator("tbody tr")

    newest = reading.text_content()
    chart.focus()
    for key in ("Home", "ArrowRight", "ArrowLeft"):
        quiet.keyboard.press(key)
    oldest = reading.text_content()
    quiet.keyboard.press("End")

    assert reading.text_content() == newest
    assert newest != oldest
    cells = [re.sub(r"[ \n]+", " ", text).strip() for text in first.first.locator("td").all_text_contents()]
    assert newest == f"{cells[0]} · Published {cells[1]} · Live {cells[2]} · {' · '.join(cells[3:])}"
    assert quiet.locator("svg.history:visible").first.locator("circle.spot").count() == 2
    box = chart.bounding_box()
    assert box is not None
    quiet.mouse.move(box["x"] + 40, box["y"] + 60)
    assert reading.text_content() == oldest
    assert reading.get_attribute("aria-live") == "polite"


def test_system_and_years_are_switched_in_place_and_the_new_chart_reads_out(
    quiet: Page, live_server: LiveServer
) -> None:
    small = small_federation.build(players=26, tournaments=3)
    quiet.goto(f"{live_server.url}/players/{small.players[0].pk}/")
    quiet.evaluate("document.body.dataset.same = 'page'")

    quiet.locator("#show-egf").click()
    expect(quiet.locator("#show-egf")).to_have_attribute("aria-current", "true")
    quiet.locator(".ranges .chip", has_text="1 year").click()

    expect(quiet.locator(".ranges [aria-current]")).to_have_text("1 year")
    expect(quiet).to_have_url(re.compile(r"\?system=egf&range=1$"))
    assert quiet.evaluate("document.activeElement.closest('.ranges') !== null")
    assert quiet.evaluate("document.body.dataset.same") == "page"
    chart, reading = quiet.locator("svg.history:visible").first, quiet.locator("output.reading").first
    newest = reading.text_content()
    chart.focus()
    quiet.keyboard.press("Home")
    assert newest
    assert reading.text_content() not in ("", newest)
    quiet.go_back()
    quiet.go_back()
    expect(quiet.locator("#show-ffg")).to_have_attribute("aria-current", "true")


def test_system_and_years_are_switched_without_script(browser: Browser, live_server: LiveServer) -> None:
    small = small_federation.build(players=26, tournaments=3)
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live_server.url}/players/{small.players[0].pk}/")

    page.locator("#show-egf").click()
    page.locator(".ranges .chip", has_text="1 year").click()

    expect(page.locator("#show-egf")).to_have_attribute("aria-current", "true")
    expect(page).to_have_url(re.compile(r"\?system=egf&range=1$"))
    context.close()


def test_figures_stand_open_to_who_has_no_script(browser: Browser, live_server: LiveServer) -> None:
    small = small_federation.build(players=26, tournaments=2)
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 900})
    page = context.new_page()
    page.goto(f"{live_server.url}/players/{small.players[0].pk}/")

    page.locator("details.figures-behind summary").first.click()

    table = page.locator("table.behind").first
    box = table.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 390
    assert page.locator("svg.history:visible").first.get_attribute("tabindex") is None
    context.close()
