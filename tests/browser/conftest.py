"""A real browser before the site: Debian's Chromium, as it is installed."""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, expect

from tests.browser.serving import Server
from tests.browser.visitors import PATIENCE, leave

# playwright keeps an event loop running in the test's thread; Django would refuse every query beside it.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
# The shell without windows does the same for a fifth of the processor time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
expect.set_options(timeout=PATIENCE)
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the browser out where there is none."""
    for item in items:
        if "browser" in item.keywords and CHROMIUM is None:
            item.add_marker(pytest.mark.skip(reason="no chromium on this machine"))


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Start the browser of the system; containers have little shared memory."""
    return {"executable_path": CHROMIUM, "args": ["--disable-dev-shm-usage"]}


@pytest.fixture(scope="session")
def rows_of_migrations(django_db_setup: None) -> str:
    """Return what the test database holds from the start, as Django wrote it down."""
    return str(getattr(connection, "_test_serialized_contents", ""))


@pytest.fixture(scope="session")
def playwright(rows_of_migrations: str, playwright: Playwright) -> Playwright:
    """Start the driver with its event loop, in which Django opens connections anew.

    The new connection must know the rows to bring back after a test that commits, whichever tests ran before.
    """
    connection._test_serialized_contents = rows_of_migrations  # type: ignore[attr-defined]  # where Django keeps them
    return playwright


@pytest.fixture(scope="session")
def browser(browser: Browser) -> Browser:
    """Let every window be patient, and of somebody who reads English where nothing else is said.

    The shell asks for no language by itself.
    """
    for name in ("new_context", "new_page"):
        setattr(browser, name, _patient(getattr(browser, name)))
    return browser


def _patient(make: Callable[..., Any]) -> Callable[..., Any]:
    def made(**options: Any) -> Any:
        window = make(**{"locale": "en-US", **options})
        window.set_default_timeout(PATIENCE)
        return window

    return made


@pytest.fixture(scope="session")
def server(playwright: Playwright) -> Iterator[Server]:
    """Serve the site over the connection that tests have beside playwright's loop."""
    server = Server("localhost")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def live_server(server: Server) -> Server:
    """Stand in the place of pytest-django's server, which lets requests run into each other."""
    return server


@pytest.fixture(autouse=True)
def _door(request: pytest.FixtureRequest) -> Iterator[None]:
    """Serve nothing before a test has its tables, and nothing after it."""
    if "live_server" not in request.fixturenames:
        yield
        return
    request.getfixturevalue("transactional_db")
    server: Server = request.getfixturevalue("server")
    with server.opened():
        yield


@pytest.fixture
def quiet(page: Page) -> Iterator[Page]:
    """Yield a page of which nothing complained when the test is over: no error, no breach of the policy."""
    cache.clear()
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    leave(page)
    assert complaints == []
