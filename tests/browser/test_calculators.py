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
    expect(page.locator("#answer .calc-figure")).to_contain_text("1600.0", timeout=20_000)
    page.locator("#f-h1").press_sequentially("x")
    expect(page.locator("#e-h1 .calc-finding")).to_be_visible(timeout=20_000)
    page.locator("#f-h1").fill("")
    page.locator("#f-s1").select_option("0")
    expect(page.locator("#answer .calc-result")).to_have_text("lost", timeout=20_000)

    assert page.locator("#e-h1 .calc-finding").count() == 0
    assert page.url.endswith("/calculators/egf/?who=1600&edition=2021&o1=1650&s1=0")
