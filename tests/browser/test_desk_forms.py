"""Every button of every form of the desks is pressed: by somebody who may, with script and without."""

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from html import unescape
from html.parser import HTMLParser
from http import HTTPStatus
from importlib import import_module
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client, override_settings
from django.urls import resolve, reverse
from playwright.sync_api import Browser, Page, Request, Response
from pytest_django import DjangoDbBlocker

from tests import seeds
from tests.browser import desk_filling, marked_templates
from tests.browser.desk_office import OF_THE_MATRIX, Place, everybody, further_places
from tests.browser.serving import Server, lasting_tables
from tests.browser.sheets import Node, Sheet
from tests.browser.visitors import Visitor, visitor
from tests.flow.matrix import MATRIX
from tests.flow.permissions_world import arguments, build_world

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.xdist_group("desk forms"),  # the office takes long to build
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the office is put back by copying its file"),
]
DAY = timedelta(days=1)
WIDTH = 1280
MARK = re.compile(r'<button data-mark="([^"]*)"(?![^>]*(\btype="button"|\bdisabled\b))')
WORDS = {"date": "2024-05-01", "number": "1", "email": "new@example.org"}  # "Because" in any other field
# Fields that must be filled in and that nobody filled in: any word, any day.
FILL_IN = """(button, words) => {
  for (const field of button.form.elements) {
    if (!field.willValidate || field.validity.valid || field.type === "file") { continue; }
    if (field.type === "checkbox" || field.type === "radio") { field.click(); }
    else if (field.tagName === "SELECT") { field.value = [...field.options].find((one) => one.value).value; }
    else { field.value = field.type === "number" && field.min || words[field.type] || "Because"; }
  }
}"""
METHOD = "(button) => (button.formMethod || button.form.method).toUpperCase()"
REDIRECTS = 3  # hundred
WRONG = ".errorlist:visible, .message.error:visible, .error-text:visible"
PRESSED = marked_templates.buttons() - desk_filling.ELSEWHERE.keys()
TEMPLATES = sorted({mark.partition(": ")[0] for mark in PRESSED})
every_template = pytest.mark.parametrize("template", TEMPLATES)
# What our scripts and htmx look for in a template.
SCRIPTED = re.compile(r"\bhx-|<script|\bby-script\b|\bdata-(?!label|system|light|dark)")


def pressed_in_a_browser() -> list[str]:
    """Return the templates with scripts of their own, and in a check a share of the others.

    Scripts treat the forms of those all alike.
    """
    plain = [name for name in TEMPLATES if not SCRIPTED.search(marked_templates.source_of(name))]
    share = plain[:: len(plain) // seeds.examples(len(plain))]
    return [name for name in TEMPLATES if name not in plain or name in share]


@dataclass
class Desks:
    """Everybody who works here, and the pages he works on."""

    people: dict[str, Client]
    places: list[Place]
    read: dict[tuple[str, str], str] = field(default_factory=dict)

    def html_of(self, place: Place, path: str = "") -> str:
        """Return a page as it was at first, or another at `path` that the same person opens."""
        asked = place.who, path or place.path
        if asked not in self.read:
            answer = self.people[place.who].get(asked[1], follow=True, HTTP_ACCEPT_LANGUAGE="en")
            self.read[asked] = answer.getvalue().decode(errors="replace")  # a stream is closed by that
        return self.read[asked]

    def buttons_of(self, place: Place) -> list[str]:
        """Return the marks of the buttons on a page, and of those that come there after a step."""
        shown = [unescape(match[0]) for match in MARK.findall(self.html_of(place))]
        route = resolve(place.path.partition("?")[0]).url_name
        return shown + [mark for mark, begins in desk_filling.AFTER.items() if begins == route]

    def find_buttons(self, marks: Iterable[str], restore: Callable[[], None]) -> dict[str, Place]:
        """Return the first place of each button, read after the tables have been put back."""
        left = set(marks)
        found: dict[str, Place] = {}
        for place in self.places:
            if left:
                restore()
                found |= dict.fromkeys(left.intersection(self.buttons_of(place)), place)
                left -= found.keys()
        return found


@dataclass
class Office:
    """The site, its tables as they were at first, and where the first button of every kind stands."""

    server: Server
    desks: Desks
    first: sqlite3.Connection
    places: dict[str, Place] = field(default_factory=dict)
    at_first: dict[str, int] = field(default_factory=dict)
    written: int = -1  # rows the connection had changed when all was as at first

    def restore(self) -> None:
        """Put every table back, where anything was written since."""
        with self.server.kept_waiting():
            cache.clear()
            connection.ensure_connection()
            if self.written != connection.connection.total_changes:
                self.first.backup(connection.connection)
                self.written = connection.connection.total_changes

    def tables(self) -> dict[str, int]:
        """Return a sum of every table as it is now."""
        with self.server.kept_waiting():
            is_as_at_first = self.written == connection.connection.total_changes
            return self.at_first if is_as_at_first else tables()

    def marks_of(self, template: str) -> list[str]:
        """Return the buttons of a template that stand on some page."""
        return sorted(mark for mark in self.places if mark.partition(": ")[0] == template)

    def cookie_of(self, who: str) -> str | None:
        """Return the session of somebody."""
        morsel = self.desks.people[who].cookies.get(settings.SESSION_COOKIE_NAME)
        return morsel.value if morsel else None


def tables() -> dict[str, int]:
    """Return a sum of every table, but for what every request touches."""
    sums = {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        for (name,) in cursor.fetchall():
            if name != "federation_counted":
                cursor.execute(f'SELECT * FROM "{name}"')
                sums[name] = hash(tuple(cursor.fetchall()))
    return sums


def desks() -> Desks:
    """Build the office in the tables there are."""
    world = build_world()
    people, filled = everybody(world), arguments(world)
    places = further_places(world)  # first: there the forms are about something in the state they need
    of_the_matrix = [
        (codes[0] == HTTPStatus.OK, Place(who, reverse(name, args=filled.get(name))))
        for name, (method, *codes) in MATRIX.items()
        if method == "get" and not name.startswith("admin")
        for who, code in zip(OF_THE_MATRIX, codes, strict=True)
        if code == HTTPStatus.OK and name != "desk-match-search"  # a part of a page
    ]
    # Pages everybody reads come last, as nobody reads them first: when all buttons are found the search ends.
    of_the_matrix.sort(key=lambda found: (found[0], found[0] and bool(found[1].who)))
    places += [place for _is_public, place in of_the_matrix]
    return Desks(people, places)


@contextmanager
def lasting_office(blocker: DjangoDbBlocker, folder: Path) -> Iterator[None]:
    """Let the tests of a module share an office whose buttons are marked and whose jobs wait.

    It lasts longer than what a person has just said about himself is good for.
    """
    changed = override_settings(
        TEMPLATES=marked_templates.marked_settings(),
        LANGUAGE_CODE="en",
        DATA_DIR=folder,
        SIGN_UP=True,
        ACCOUNT_REAUTHENTICATION_TIMEOUT=DAY.total_seconds(),
    )
    with lasting_tables(blocker), pytest.MonkeyPatch.context() as patch, changed:
        patch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
        patch.setattr("tournaments.models.desk.CLAIM_LASTS", DAY)
        cache.clear()
        yield


@pytest.fixture(scope="module")
def office(
    server: Server,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Office]:
    """Build the office once."""
    with (
        lasting_office(django_db_blocker, tmp_path_factory.mktemp("office")),
        server.opened(),
        closing(sqlite3.connect(":memory:")) as first,
    ):
        made = Office(server, desks(), first)
        connection.connection.backup(first)
        made.at_first = tables()
        made.places = made.desks.find_buttons(PRESSED, made.restore)
        made.restore()
        yield made


@pytest.fixture(scope="module")
def windows(office: Office, browser: Browser) -> Iterator[Callable[[str], Visitor]]:
    """Open a window for everybody, once."""
    opened: dict[str, Visitor] = {}
    with ExitStack() as stack:

        def window(who: str) -> Visitor:
            if who not in opened:
                opened[who] = stack.enter_context(visitor(browser, office.server.url, width=WIDTH))
            return opened[who]

        yield window


def test_every_button_of_every_desk_stands_on_some_page(office: Office) -> None:
    left = PRESSED - office.places.keys()

    assert [f"{mark}: on no page; name one in desk_office.further_places" for mark in sorted(left)] == []


@every_template
def test_every_button_does_something_without_script(office: Office, template: str) -> None:
    wrong = [
        f"{place.who or 'nobody'} at {place.path}, {mark}: {complaint}"
        for mark in office.marks_of(template)
        for place in [office.places[mark]]
        for complaint in press_on_a_sheet(office, place, mark)
    ]

    assert wrong == []


def press_on_a_sheet(office: Office, place: Place, mark: str) -> list[str]:
    """Fill in the form of a button and send it without a browser; return what is wrong with what comes."""
    office.restore()
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    cookie = office.cookie_of(place.who)
    if cookie:
        client.cookies[settings.SESSION_COOKIE_NAME] = cookie
    try:
        sheet = Sheet(client, place.path)
        before = office.tables()
        if mark in desk_filling.FILLED:
            desk_filling.FILLED[mark](sheet)
        button = button_of(sheet, mark)
        fill_in(sheet, button)
        asks = sheet.asks(button)
        sheet.press(button)
    except LookupError as error:
        return [str(error)]
    complaints = [f"says {one.inner_text()!r}" for one in sheet.locator(WRONG).all()]
    if sheet.status >= HTTPStatus.BAD_REQUEST:
        complaints.append(f"is answered {sheet.status}")
    if not asks and mark not in desk_filling.READS and office.tables() == before:
        complaints.append("nothing is kept")
    return complaints


def button_of(sheet: Sheet, mark: str) -> Node:
    """Return the button with a mark: one that is seen before one that is not; raises LookupError."""
    marked = [one for one in sheet.root.nodes() if one.attributes.get("data-mark") == mark]
    if not marked:
        raise LookupError(f"the button is not at {sheet.url}")
    return next((one for one in marked if one.is_shown), marked[0])


def fill_in(sheet: Sheet, button: Node) -> None:
    """Write any word into fields that must be filled in and that nobody filled in."""
    form = sheet.form_of(button)
    for one in sheet.empty_fields(form) if form else []:
        if one.kind in ("checkbox", "radio"):
            one.attributes["checked"] = ""
        elif one.tag == "select":
            option = next(option for option in one.options if option.attributes.get("value"))
            option.attributes["selected"] = ""
        elif one.tag == "textarea":
            one.inside = ["Because"]
        elif one.kind != "file":
            least = one.attributes.get("min") if one.kind == "number" else ""
            one.attributes["value"] = least or WORDS.get(one.kind, "Because")


@pytest.mark.parametrize("template", pressed_in_a_browser())
def test_every_button_does_something_with_script(
    office: Office, windows: Callable[[str], Visitor], template: str
) -> None:
    wrong = [
        f"{place.who or 'nobody'} at {place.path}, {mark}: {complaint}"
        for mark in office.marks_of(template)
        for place in [office.places[mark]]
        for complaint in press(office, windows(place.who), place, mark)
    ]

    assert wrong == []


def press(office: Office, window: Visitor, place: Place, mark: str) -> list[str]:
    """Fill in the form of a button, press it in a browser, and return what is wrong with what comes of it."""
    page = window.page
    page.goto("about:blank")  # whatever the page before still asks for is of no use
    office.restore()
    window.complaints.clear()
    page.context.clear_cookies()
    cookie = office.cookie_of(place.who)
    if cookie:
        named = {"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": window.url}
        page.context.add_cookies([named])  # type: ignore[list-item]  # a TypedDict of playwright
    try:
        page.goto(window.url + place.path)
        before = office.tables()
        method = _press(page, mark, window.complaints)
        if method == "POST" and mark not in desk_filling.READS and office.tables() == before:
            window.complaints.append("nothing is kept")
    except Exception as error:
        window.complaints.append(str(error).partition("\nCall log")[0][:300])
    return window.complaints


def _press(page: Page, mark: str, complaints: list[str]) -> str:
    """Press a button and wait for what comes; return the method of its form."""
    page.evaluate("for (const one of document.querySelectorAll('details')) { one.open = true; }")
    fill = desk_filling.FILLED.get(mark)
    if fill:
        fill(page)
    shown = page.locator(f"[data-mark='{mark}']:visible")
    button = shown.first if shown.count() else page.locator(f"[data-mark='{mark}']").first
    button.evaluate(FILL_IN, WORDS)
    method = str(button.evaluate(METHOD))
    with page.expect_response(lambda one: _is_answer(one, method)) as came:
        if button.is_visible():
            button.click()
        elif mark in desk_filling.BY_CHOICE:
            page.locator(f"main {desk_filling.BY_CHOICE[mark]}").select_option(index=1)
        else:
            page.locator(f"main {desk_filling.BY_ENTER[mark]}").press("Enter")
    if "attachment" not in came.value.headers.get("content-disposition", ""):
        came.value.finished()
        page.wait_for_load_state()
        page.wait_for_function("() => !document.querySelector('.htmx-request')")
    if came.value.status >= HTTPStatus.BAD_REQUEST:
        complaints.append(f"is answered {came.value.status}")
    complaints += [f"says {one!r}" for one in page.locator(WRONG).all_inner_texts()]
    return method


def _is_answer(response: Response, method: str) -> bool:
    """Return whether a response is what was asked for, at the end of all redirects.

    Pages that go on by themselves ask too, but they post nothing.
    """
    kinds = ("document", "xhr", "fetch")
    is_last = response.request.resource_type in kinds and response.status // 100 != REDIRECTS
    return is_last and _first(response.request).method == method


def _first(request: Request) -> Request:
    """Return the request that was led to this one."""
    return _first(request.redirected_from) if request.redirected_from else request


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


@pytest.mark.long
def test_every_target_of_a_script_stands_on_its_page(office: Office) -> None:
    office.restore()
    desks = office.desks
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
