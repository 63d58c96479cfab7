"""Somebody without a mouse: goes by the tabulator from stop to stop, and must see where he is."""

from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

MOST = 160  # stops on a page, of which a list of many rows is the longest
STOP = (Path(__file__).parent / "stop.js").read_text()
AT = f"([back, wanted]) => [({STOP})(back), wanted === document.activeElement]"


@dataclass
class Hands:
    """The keyboard before a page, and what was wrong with the stops so far."""

    page: Page
    script: bool = True  # whether pages run theirs
    wrong: list[str] = field(default_factory=list)

    def press(self, key: str) -> None:
        """Press a key where one is."""
        self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        """Type letter by letter, as a person does."""
        self.page.keyboard.type(text, delay=15)

    def go_to(self, target: Locator, *, back: bool = False) -> None:
        """Press the tabulator until one is there; every stop on the way must be seen and in order."""
        expect(target).to_be_visible()
        wanted = target.element_handle()
        self.page.evaluate("() => { window.stopBefore = null; }")
        for _ in range(MOST):
            self.press("Shift+Tab" if back else "Tab")
            wrong, is_there = self.page.evaluate(AT, [back, wanted])
            self.wrong += wrong
            if is_there:
                return
        raise AssertionError(f"{target} is reached by no tabulator on {self.page.url}")

    def open(self, link: Locator, *, key: str = "Enter", back: bool = False) -> None:
        """Go to a link or a button and press it; another page comes."""
        self.go_to(link, back=back)
        with self.page.expect_navigation():
            self.press(key)
