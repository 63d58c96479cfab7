"""The calculators with a browser: the answer follows what is typed, and the address with it."""

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.visitors import visitor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True, serialized_rollback=True)]
PATHS = (
    "/calculators/",
    "/calculators/ffg/?who=-720&o1=-650&o2=8k&h2=2&c2=w",
    "/calculators/fide-standard/?o1=1710&o2=1650&o3=1820&o4=1590&o5=1700",
    "/calculators/fics-bughouse/?who=1500&m1=1500&o1=1400&q1=1600",
    "/calculators/ladder/?mode=table&who=1620&place=2&o1=1700&f1=1&o2=1550&f2=3",
    "/calculators/egf/?who=x&o1=y&h1=z",
    "/calculators/first-rating/",
    "/calculators/win-probability/?system=egf&rating=3d",
    "/calculators/win-probability/?system=fics-blitz",
    "/calculators/handicap/",
    "/rules/fide-rapid/2022/",
    "/rules/ffg/2022-10/",
    "/rules/formats/",
    "/rules/lists/",
    "/glossary/",
)

FORMS = (
    "/calculators/ffg/?who=-720&o1=-650&o2=8k&h2=2&c2=w&s2=0",
    "/calculators/egf/?who=x&o1=y&h1=z",
    "/calculators/fide-standard/?who=1700&o1=1710&o2=1650&s2=0.5",
    "/calculators/fics-blitz/?who=1500&o1=1600",
    "/calculators/fics-bughouse/?who=1500&m1=1500&o1=1400&q1=1600",
    "/calculators/ladder/?who=1620&o1=1700&s1=0",
    "/calculators/ladder/?mode=table&who=1620&place=2&o1=1700&f1=1&o2=1550&f2=3",
    "/calculators/first-rating/?games=7&points=3.5&average=1650&grade=5k",
    "/calculators/win-probability/?system=egf&rating=3d",
    "/calculators/win-probability/?system=fics-blitz",
    "/calculators/handicap/?one=3d&other=5k",
)
# What is wider than its place, or chosen or typed in a field that does not show all of it.
CUT = """() => {
  const ink = document.createElement("canvas").getContext("2d");
  const cut = [];
  for (const one of document.querySelectorAll(
    "main :is(label, legend, h1, h2, h3, p, dt, dd, th, td, button, summary, output, input, select)")) {
    const look = getComputedStyle(one);
    if (!one.offsetParent || look.display === "inline" || one.readOnly) { continue; }
    if (one.closest(".visually-hidden")) { continue; }
    const said = one.matches("select") ? one.selectedOptions[0].text : one.value || one.placeholder || "";
    ink.font = `${look.fontWeight} ${look.fontSize} ${look.fontFamily}`;
    const arrow = one.matches("select") ? 20 : 0;
    const room = one.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight) - arrow;
    const typed = one.matches("input, select") && ink.measureText(said).width > room;
    if (typed || one.scrollWidth > one.clientWidth + 1) {
      cut.push(`${one.localName} ${said || one.textContent.trim().slice(0, 60)}`);
    }
  }
  return cut;
}"""


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_no_label_field_or_answer_of_a_calculator_is_cut(
    browser: Browser, live_server: LiveServer, language: str
) -> None:
    context = browser.new_context(locale=language)
    page = context.new_page()

    seen: dict[str, list[str]] = {}
    for path in FORMS:
        page.goto(live_server.url + path)
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 844})
            seen[f"{path} {width}"] = page.evaluate(CUT)
    said = page.locator("html").get_attribute("lang")
    context.close()

    assert said == language
    assert {path: cut for path, cut in seen.items() if cut} == {}


@pytest.mark.parametrize("width", [390, 1280])
def test_no_calculator_scrolls_sideways_or_lacks_names(
    browser: Browser, live_server: LiveServer, width: int
) -> None:
    with visitor(browser, live_server.url, width=width) as stranger:
        for path in PATHS:
            stranger.go(path)

    assert stranger.complaints == []


def test_answer_and_address_follow_what_is_typed(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/calculators/egf/")

    page.locator("#f-who").press_sequentially("1600")
    page.locator("#f-o1").press_sequentially("1650")
    expect(page.locator("#answer .calc-figure")).to_contain_text("1600.0")
    page.locator("#f-h1").press_sequentially("x")
    expect(page.locator("#e-h1 .calc-finding")).to_be_visible(timeout=20_000)
    page.locator("#f-h1").fill("")
    page.locator("#f-s1").select_option("0")
    expect(page.locator("#answer .calc-result")).to_have_text("lost")

    assert page.locator("#e-h1 .calc-finding").count() == 0
    expect(page).to_have_url(f"{live_server.url}/calculators/egf/?who=1600&edition=2021&o1=1650&s1=0")
