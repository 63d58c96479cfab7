"""A real browser before the site: Debian's Chromium, as it is installed."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import ConsoleMessage, Page

# playwright keeps an event loop running in the test's thread; Django would refuse every query beside it.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the browser out where there is none."""
    for item in items:
        if "browser" in item.keywords and CHROMIUM is None:
            item.add_marker(pytest.mark.skip(reason="no chromium on this machine"))


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Start the browser of the system; containers have little shared memory."""
    return {"executable_path": CHROMIUM, "args": ["--disable-dev-shm-usage"]}


@pytest.fixture
def quiet(page: Page) -> Iterator[Page]:
    """Give a page of which nothing complained when the test is over: no error, no breach of the policy."""
    cache.clear()
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    assert complaints == []
