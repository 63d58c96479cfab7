"""Every button of every form of the desks is pressed: by somebody who may, with script and without."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from http import HTTPStatus
from importlib import import_module

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import resolve, reverse
from playwright.sync_api import Browser, Page, Response
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from tests.browser import desk_filling, marked_templates
from tests.browser.desk_office import OF_THE_MATRIX, Place, everybody, further_places
from tests.flow.matrix import MATRIX
from tests.flow.permissions_world import World, arguments, world  # noqa: F401 - a fixture of another folder

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the office is put back by copying its file"),
]
MARK = re.compile(r'<button data-mark="([^"]*)"(?![^>]*(\btype="button"|\bdisabled\b))')
# Fields that must be filled in and that nobody filled in: any word, any day.
FILL_IN = """(button) => {
  const words = (field) => ({ date: "2024-05-01", number: field.min || "1", email: "new@example.org" });
  for (const field of button.form.elements) {
    if (!field.willValidate || field.validity.valid || field.type === "file") { continue; }
    if (field.type === "checkbox" || field.type === "radio") { field.click(); }
    else if (field.tagName === "SELECT") { field.value = [...field.options].find((one) => one.value).value; }
    else { field.value = words(field)[field.type] || "Because"; }
  }
}"""
REDIRECTS = 3  # hundred
WRONG = ".errorlist:visible, .message.error:visible, .error-text:visible"


@dataclass
class Desks:
    """Everybody who works here, and the pages he works on."""

    people: dict[str, Client]
    places: list[Place]

    def html_of(self, place: Place, path: str = "") -> str:
        """Return a page, or another at `path` that the same person opens."""
        answer = self.people[place.who].get(path or place.path, follow=True, HTTP_ACCEPT_LANGUAGE="en")
        return str(answer.getvalue().decode(errors="replace"))  # a stream is closed by that

    def buttons_of(self, place: Place) -> list[str]:
        """Return the marks of the buttons on a page, and of those that come there after a step."""
        shown = [unescape(found[0]) for found in MARK.findall(self.html_of(place))]
        route = resolve(place.path.partition("?")[0]).url_name
        return shown + [mark for mark, begins in desk_filling.AFTER.items() if begins == route]


@dataclass
class Office:
    """The site with a browser before it, and its tables as they were at first."""

    url: str
    browser: Browser
    desks: Desks
    copy: sqlite3.Connection
    wrong: list[str] = field(default_factory=list)

    def restore(self) -> None:
        """Put every table back."""
        cache.clear()
        connection.ensure_connection()
        self.copy.backup(connection.connection)

    def page_of(self, place: Place, *, script: bool) -> Page:
        """Open a window for somebody and go to the place."""
        context = self.browser.new_context(locale="en-GB", java_script_enabled=script)
        session = self.desks.people[place.who].cookies.get(settings.SESSION_COOKIE_NAME)
        if session:
            context.add_cookies([{"name": session.key, "value": session.value, "url": self.url}])
        page = context.new_page()
        page.set_default_timeout(8_000)
        page.goto(self.url + place.path)
        return page


def tables() -> dict[str, int]:
    """Return a sum of every table, but for what every request touches."""
    found = {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        for (name,) in cursor.fetchall():
            cursor.execute(f'SELECT * FROM "{name}"')
            found[name] = hash(tuple(cursor.fetchall()))
    return {name: value for name, value in found.items() if name != "federation_counted"}


@pytest.fixture
def desks(world: World, settings: Settings) -> Desks:  # noqa: F811 - a fixture of another folder
    settings.TEMPLATES = marked_templates.marked_settings()
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.LANGUAGE_CODE = "en"
    people, filled = everybody(world), arguments(world)
    places = further_places(world)  # first: there the forms are about something in the state they need
    places += [
        Place(who, reverse(name, args=filled.get(name)))
        for name, (method, *codes) in MATRIX.items()
        if method == "get" and not name.startswith("admin")
        for who, code in zip(OF_THE_MATRIX, codes, strict=True)
        if code == HTTPStatus.OK and name != "desk-match-search"  # a part of a page
    ]
    return Desks(people, places)


@pytest.fixture
def office(desks: Desks, browser: Browser, live_server: LiveServer) -> Iterator[Office]:
    with closing(sqlite3.connect(":memory:")) as copy:
        connection.connection.backup(copy)
        yield Office(live_server.url, browser, desks, copy)


@pytest.mark.long
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_every_button_of_every_desk_does_something(office: Office, script: bool) -> None:
    left = marked_templates.buttons() - desk_filling.ELSEWHERE.keys()
    for place in office.desks.places:
        office.restore()
        for mark in office.desks.buttons_of(place):
            if mark in left:
                left.remove(mark)
                office.restore()
                press(office, place, mark, script=script)

    unseen = [f"{mark}: on no page; name one in desk_office.further_places" for mark in sorted(left)]
    assert not office.wrong + unseen, "\n".join(office.wrong + unseen)


def press(office: Office, place: Place, mark: str, *, script: bool) -> None:
    """Fill in the form of a button, press it, and note what is wrong with what comes of it."""
    page = office.page_of(place, script=script)
    said = f"{place.who or 'nobody'} at {place.path}, {mark}: "
    complaints: list[str] = []
    page.on("console", lambda one: complaints.append(one.text) if one.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    try:
        before = tables()
        asks = _press(page, mark, complaints)
        if not asks and mark not in desk_filling.READS and tables() == before:
            complaints.append("nothing is kept")
    except Exception as error:
        complaints.append(str(error).partition("\nCall log")[0][:300])
    finally:
        page.context.close()
    office.wrong += [said + one for one in complaints]


def _press(page: Page, mark: str, complaints: list[str]) -> bool:
    """Press a button and wait for what comes; return whether its form only asks (GET)."""
    page.evaluate("for (const one of document.querySelectorAll('details')) { one.open = true; }")
    fill = desk_filling.FILLED.get(mark)
    if fill:
        fill(page)
    shown = page.locator(f"[data-mark='{mark}']:visible")
    button = shown.first if shown.count() else page.locator(f"[data-mark='{mark}']").first
    button.evaluate(FILL_IN)
    asks = bool(button.evaluate("(one) => one.formMethod === 'get' || one.form.method === 'get'"))
    with page.expect_response(_is_answer) as came:
        if button.is_visible():
            button.click()
        else:
            page.locator(f"main {desk_filling.BY_ENTER[mark]}").press("Enter")
    if "attachment" not in came.value.headers.get("content-disposition", ""):
        came.value.finished()
        page.wait_for_load_state()
        page.wait_for_function("() => !document.querySelector('.htmx-request')")
    if came.value.status >= HTTPStatus.BAD_REQUEST:
        complaints.append(f"is answered {came.value.status}")
    complaints += [f"says {one!r}" for one in page.locator(WRONG).all_inner_texts()]
    return asks


def _is_answer(response: Response) -> bool:
    """Return whether a response is the page or the part that was asked for, at the end of all redirects."""
    kinds = ("document", "xhr", "fetch")
    return response.request.resource_type in kinds and response.status // 100 != REDIRECTS


class _Asking(HTMLParser):
    """The ids of a page, and what its elements ask by script."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.asking: list[dict[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element; the first link inside one that has boosted links is where it asks."""
        said = {name: value or "" for name, value in attrs}
        self.ids.add(said.get("id", ""))
        if tag == "a" and self.asking and "hx-boost" in self.asking[-1]:
            self.asking[-1].setdefault("hx-get", said.get("href", ""))
        if any(name.startswith("hx-") for name in said) and said.get("hx-boost") != "false":
            self.asking.append(said)


def test_every_target_of_a_script_stands_on_its_page(desks: Desks) -> None:
    wrong: set[str] = set()
    asked: set[str] = set()
    for place in desks.places:
        page = _Asking(desks.html_of(place))
        for one in page.asking:
            kind = " ".join(one.get(name, "") for name in ("hx-target", "hx-select", "hx-select-oob"))
            asked.add(kind)
            target, selected = one.get("hx-target", ""), _ids(one.get("hx-select", ""))
            if target.startswith("#") and _ids(target) - page.ids:
                wrong.add(f"{place.path}: no {target}")
            if selected - page.ids and selected - _Asking(desks.html_of(place, one.get("hx-get", ""))).ids:
                wrong.add(f"{place.path}: nothing is {one['hx-select']}")
            if _ids(one.get("hx-select-oob", "")) - page.ids:
                wrong.add(f"{place.path}: no {one['hx-select-oob']}")

    assert wrong == set()
    assert len(asked) > 4


def _ids(selector: str) -> set[str]:
    return set(re.findall(r"#([\w-]+)", selector))


def test_every_test_named_elsewhere_is_there() -> None:
    for mark, told in desk_filling.ELSEWHERE.items():
        module, _, name = told.partition(".")
        assert mark in marked_templates.buttons()
        assert callable(getattr(import_module(f"tests.browser.{module}"), name))


def test_every_filled_form_is_there() -> None:
    assert (desk_filling.FILLED.keys() | desk_filling.READS) - marked_templates.buttons() == set()
