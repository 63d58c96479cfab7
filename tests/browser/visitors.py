"""Somebody before the site in a browser of his own, who looks at every page he passes."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, expect

HERE = Path(__file__).parent
PATIENCE = 180_000  # milliseconds: the first page of a process compiles what all need, beside other programs
SOUND = (HERE / "sound.js").read_text()


@dataclass
class Visitor:
    """A browser window, where the site is, whether scripts run, and everything that was wrong so far."""

    page: Page
    url: str
    script: bool = True
    complaints: list[str] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)

    def look(self) -> None:
        """Look the page over that is open."""
        self.page.wait_for_load_state()
        path = self.page.url.removeprefix(self.url)
        try:
            wrong = self.page.evaluate(SOUND)
        except Error as problem:
            # A page that waits for the worker goes on by itself, perhaps just now.
            if "navigation" not in problem.message:
                raise
            self.look()
            return
        self.passed.append(path)
        self.complaints += [f"{path}: {one}" for one in wrong]

    def go(self, path: str) -> None:
        """Open an address."""
        answer = self.page.goto(self.url + path)
        if answer is None or answer.status != 200:
            self.complaints.append(f"{path}: {answer and answer.status}")
        self.look()

    def press(self, button: str) -> None:
        """Press the first button of a name, and look at where it leads."""
        self._click(self.page.get_by_role("button", name=button, exact=True).first)

    def follow(self, link: str) -> None:
        """Follow the first link of a name in the page itself, and look at where it leads."""
        self._click(self.page.locator("main").get_by_role("link", name=link, exact=True).first)

    def _click(self, target: Locator) -> None:
        with self.page.expect_navigation():
            target.click()
        self.look()

    def log_in(self, email: str, password: str) -> None:
        """Log in and go to the desk."""
        self.go("/login/")
        self.page.fill("[name=login]", email)
        self.page.fill("[name=password]", password)
        self.press("Log in")
        self.go("/desk/")


def settle(page: Page) -> None:
    """Wait until all that scripts asked for stands in the page, and asks itself where it does."""
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)


def leave(page: Page) -> None:
    """Close a page once all it asked for has come: whatever it complains of has been heard then."""
    page.wait_for_load_state()
    settle(page)
    page.goto("about:blank")


@contextmanager
def visitor(browser: Browser, url: str, *, width: int, script: bool = True) -> Iterator[Visitor]:
    """Open a window for somebody who reads English; complaints of the browser are kept."""
    context = browser.new_context(
        viewport={"width": width, "height": 844}, locale="en-GB", java_script_enabled=script
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    made = Visitor(page, url, script)

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            made.complaints.append(f"{page.url}: {message.text}")

    page.on("console", hear)
    page.on("pageerror", lambda error: made.complaints.append(f"{page.url}: {error}"))
    try:
        yield made
        leave(page)
    finally:
        context.close()
