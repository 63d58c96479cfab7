"""The head of every page: whatever the federation is called, it fits, and nothing in it covers anything."""

from typing import Any

import pytest
from django.conf import settings as configured
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Browser
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from federation.models import Account

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True, serialized_rollback=True)]
LANGUAGES = ("fr", "en", "ru")
WIDTHS = (360, 390, 768, 1024, 1151, 1152, 1280, 1440)
# What stands beyond the edge, and which two of the head's words lie on each other.
HEAD = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const faults = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : [];
  const words = [];
  const walk = document.createTreeWalker(document.querySelector(".site-head"), NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.textContent.trim() || node.parentElement.closest(".visually-hidden, .found")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width) words.push([node.textContent.trim(), box]);
  }
  const search = document.querySelector(".site-search input").getBoundingClientRect();
  words.push(["search", search]);
  if (search.width < 120) faults.push(`search of ${search.width} px`);
  for (const [first, one] of words) for (const [second, other] of words) {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    const apart = [first, second].includes("/") || across <= 1 || down <= 4;
    if (first < second && !apart) faults.push(`${first} on ${second}`);
  }
  return faults;
}"""


@pytest.mark.parametrize(
    "name",
    [
        "Palmares",
        "Fédération de go",
        "Ligue russe et française de go",
        "Fédération internationale des jeux de réflexion",
        "Международная федерация интеллектуальных игр и спортивных единоборств на доске",
    ],
)
@pytest.mark.parametrize("role", ["", "officer"])
def test_head_fits_whatever_the_federation_is_called(
    browser: Browser, live_server: LiveServer, settings: Settings, name: str, role: str
) -> None:
    cache.clear()
    settings.FEDERATION_NAME = name
    cookies = [_logged_in(live_server.url, role)] if role else []
    faults: list[str] = []

    for language in LANGUAGES:
        context = browser.new_context(locale=language, viewport={"width": WIDTHS[0], "height": 500})
        context.add_cookies(cookies)
        page = context.new_page()
        page.goto(f"{live_server.url}/rules/lists/")
        page.evaluate("document.fonts.ready")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 500})
            faults += [f"{language}, {width}: {one}" for one in page.evaluate(HEAD)]
        if page.locator(".site-nav li").count() != (8 if role else 6):
            faults.append(f"{language}: not the entries of the {role or 'public'}")
        context.close()

    assert faults == []


def _logged_in(url: str, role: str) -> Any:
    """Return the cookie of somebody who holds a role."""
    account = Account.objects.create_user("odile@example.org", "a long enough secret")
    account.groups.add(Group.objects.get(name=role))
    client = Client()
    client.force_login(account)
    key = configured.SESSION_COOKIE_NAME
    return {"name": key, "value": client.cookies[key].value, "url": url}
