"""The journal in a browser: a name of eighty letters leaves the other columns their words."""

from typing import Any

import pytest
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from federation.journal import journal
from federation.register import register
from federation.register.register import Newcomer
from tests.browser.visitors import visitor
from tests.federation.accounts.entering import PASSWORD, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True, serialized_rollback=True)]
# The words of a cell that stand on two lines: a word has one box for each line.
BROKEN = """() => [...document.querySelectorAll("table.journal :is(td, th)")].flatMap((cell) => {
  const found = [], walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), range = new Range();
  while (walk.nextNode()) {
    for (const word of walk.currentNode.data.matchAll(/[^\\s-]+/g)) {
      range.setStart(walk.currentNode, word.index);
      range.setEnd(walk.currentNode, word.index + word[0].length);
      if (range.getClientRects().length > 1) found.push(word[0]);
    }
  }
  return found;
})"""


@pytest.mark.parametrize("width", [1280, 390])
def test_long_name_breaks_no_word_of_other_columns(
    browser: Browser, live_server: LiveServer, width: int
) -> None:
    officer = person("odile@example.org", "officer")
    name = "Wolfeschlegelsteinhausenbergerdorff" * 3
    player = register.enrol(Newcomer(name[:80], "Anna", "FR"), account=officer)
    register.rename(player, name[:79], "Anna", account=officer)
    register.add_identifier(player, "ffg", "0712345", account=officer)
    said: dict[str, Any] = {"before": "draft", "after": "submitted", "number": 544, "withdrawn": [1, 2]}
    journal.write("tournament.submitted", "tournament", account=officer, **said)
    with visitor(browser, live_server.url, width=width) as reader:
        reader.go("/login/?next=/journal/")
        reader.page.fill("[name=login]", "odile@example.org")
        reader.page.fill("[name=password]", PASSWORD)
        reader.press("Log in")
        reader.go("/journal/")
        broken = reader.page.evaluate(BROKEN)
        is_wider = reader.page.evaluate("document.documentElement.scrollWidth > innerWidth")
        reader.go(f"/register/{player.pk}/")
        broken += reader.page.evaluate(BROKEN)

    assert not is_wider
    assert [word for word in broken if len(word) < 40] == []
    assert reader.complaints == []
