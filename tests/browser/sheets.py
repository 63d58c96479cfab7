"""A page without a browser and without scripts: read, filled in and sent through Django's client.

It understands the part of playwright's API that `desk_filling` writes in, so that a form is filled in by the
same words in a browser and here. Sheets of style are not read: folded and printed things are there.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any, Protocol
from urllib.parse import urlencode, urljoin, urlsplit

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

_VOID = {"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
_STEP = re.compile(
    r"(?P<tag>\w+)|#(?P<id>[\w-]+)|\.(?P<kind>[\w-]+)|:(?P<state>[\w-]+)(?:\((?P<inner>[^)]*)\))?"
)
_ATTRIBUTE = re.compile(
    r"""\[(?P<name>[\w-]+)(?:(?P<how>\^?=)(?P<quote>['"]?)(?P<value>[^\]]*?)(?P=quote))?\]"""
)
_FIELDS = ("input", "select", "textarea", "button")
MOST_LEADS = 10  # from one address to the next


class Element(Protocol):
    """What fills a form in: one or several elements, here or in a browser."""

    @property
    def first(self) -> "Element":
        """The first of them."""

    @property
    def last(self) -> "Element":
        """The last of them."""

    def all(self) -> Sequence["Element"]:
        """Return each by itself."""

    def count(self) -> int:
        """Return how many there are."""

    def fill(self, value: str) -> None:
        """Type."""

    def check(self) -> None:
        """Tick."""

    def click(self) -> None:
        """Press."""

    def select_option(self, value: str) -> object:
        """Choose."""

    def set_input_files(self, files: Any) -> None:
        """Choose a file."""

    def inner_text(self) -> str:
        """Return the words inside."""

    def wait_for(self) -> None:
        """Wait until it can be seen."""


class Window(Protocol):
    """Where elements are looked for."""

    @property
    def url(self) -> str:
        """Its address."""

    def locator(self, selector: str) -> Element:
        """Return the elements of a selector."""

    def fill(self, selector: str, value: str) -> None:
        """Type into the only element of a selector."""


@dataclass(eq=False)
class Node:
    """An element of a page, and what somebody has put into it."""

    tag: str
    attributes: dict[str, str]
    parent: "Node | None" = None
    inside: list["Node | str"] = field(default_factory=list)
    files: list[SimpleUploadedFile] = field(default_factory=list)

    def nodes(self) -> Iterator["Node"]:
        """Yield every element inside, as they stand."""
        for one in self.inside:
            if isinstance(one, Node):
                yield one
                yield from one.nodes()

    def around(self) -> Iterator["Node"]:
        """Yield the element and those it stands in."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent

    def words(self) -> str:
        """Return the text inside."""
        return "".join(one if isinstance(one, str) else one.words() for one in self.inside)

    @property
    def kind(self) -> str:
        """Its `type`, as far as it has any."""
        return self.attributes.get("type", "submit" if self.tag == "button" else "text").lower()

    @property
    def is_disabled(self) -> bool:
        """Whether it is left out of what is sent."""
        return any(
            "disabled" in one.attributes and one.tag in (*_FIELDS, "fieldset") for one in self.around()
        )

    @property
    def is_shown(self) -> bool:
        """Whether it can be seen, as far as the page itself tells."""
        hidden = any("hidden" in one.attributes or one.tag == "template" for one in self.around())
        return not hidden and not (self.tag == "input" and self.kind == "hidden")

    @property
    def options(self) -> list["Node"]:
        """What can be chosen in a select."""
        return [one for one in self.nodes() if one.tag == "option"]

    def values(self) -> list[str]:
        """Return what a field holds."""
        if self.tag == "select":
            chosen = [one for one in self.options if "selected" in one.attributes]
            if not chosen and "multiple" not in self.attributes:
                chosen = [one for one in self.options if not one.is_disabled][:1]
            return [_value_of(one) for one in chosen]
        if self.tag == "textarea":
            return [self.words().removeprefix("\n").replace("\r\n", "\n").replace("\n", "\r\n")]
        if self.kind in ("checkbox", "radio"):
            return [self.attributes.get("value", "on")] if "checked" in self.attributes else []
        return [self.attributes.get("value", "")]


def _value_of(option: Node) -> str:
    return option.attributes.get("value", " ".join(option.words().split()))


class _Reader(HTMLParser):
    """The tree of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.root = self._at = Node("", {})
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element; one of its kind that may be left open ends before it."""
        if tag in ("option", "li", "tr", "td", "th", "p", "dt", "dd") and self._at.tag == tag:
            self.handle_endtag(tag)
        node = Node(tag, {name: value or "" for name, value in attrs}, self._at)
        self._at.inside.append(node)
        if tag not in _VOID:
            self._at = node

    def handle_endtag(self, tag: str) -> None:
        """Close the nearest element of a name."""
        for node in self._at.around():
            if node.tag == tag and node.parent is not None:
                self._at = node.parent
                return

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element that closes itself, as those of drawings do."""
        self._at.inside.append(Node(tag, {name: value or "" for name, value in attrs}, self._at))

    def handle_data(self, data: str) -> None:
        """Note words."""
        self._at.inside.append(data)


def _meets(node: Node, step: str) -> bool:
    """Return whether an element meets a compound selector: tag, id, classes, attributes, states."""
    for match in _ATTRIBUTE.finditer(step):
        value = node.attributes.get(match["name"])
        wanted = match["value"] or ""
        if value is None or (match["how"] == "=" and value != wanted):
            return False
        if match["how"] == "^=" and not value.startswith(wanted):
            return False
    for match in _STEP.finditer(_ATTRIBUTE.sub("", step)):
        if match["tag"] and node.tag != match["tag"]:
            return False
        if match["id"] and node.attributes.get("id") != match["id"]:
            return False
        if match["kind"] and match["kind"] not in node.attributes.get("class", "").split():
            return False
        if match["state"] and not _is_in_state(node, match["state"], match["inner"] or ""):
            return False
    return True


def _is_in_state(node: Node, state: str, inner: str) -> bool:
    if state == "not":
        return not _meets(node, inner)
    if state == "visible":
        return node.is_shown
    if state == "checked":
        return "checked" in node.attributes
    raise ValueError(f"no state of a sheet: {state}")


def _is_met(node: Node, steps: Sequence[str]) -> bool:
    """Return whether an element meets the last step, and elements around it the others."""
    if not _meets(node, steps[-1]):
        return False
    others = list(steps[:-1])
    for around in list(node.around())[1:]:
        if others and _meets(around, others[-1]):
            others.pop()
    return not others


def _split(selector: str) -> list[list[str]]:
    """Return the steps of each alternative of a selector; blanks and commas in brackets separate nothing."""
    parts = re.findall(r"(?:\[[^\]]*\]|\([^)]*\)|[^\s,\[(])+|,", selector)
    alternatives: list[list[str]] = [[]]
    for part in parts:
        if part == ",":
            alternatives.append([])
        else:
            alternatives[-1].append(part)
    return alternatives


@dataclass
class Elements:
    """Elements of a sheet, as playwright's locators."""

    sheet: "Sheet"
    nodes: list[Node]
    selector: str

    @property
    def first(self) -> "Elements":
        """The first of them."""
        return Elements(self.sheet, self.nodes[:1], f"{self.selector}, first")

    @property
    def last(self) -> "Elements":
        """The last of them."""
        return Elements(self.sheet, self.nodes[-1:], f"{self.selector}, last")

    @property
    def only(self) -> Node:
        """The one element there is; raises LookupError where there is none, or more."""
        if len(self.nodes) != 1:
            raise LookupError(f"{len(self.nodes)} elements are {self.selector} at {self.sheet.url}")
        return self.nodes[0]

    def all(self) -> Sequence["Elements"]:
        """Return each by itself."""
        return [Elements(self.sheet, [one], self.selector) for one in self.nodes]

    def count(self) -> int:
        """Return how many there are."""
        return len(self.nodes)

    def fill(self, value: str) -> None:
        """Type into a field."""
        node = self.only
        if not node.is_shown or node.is_disabled or "readonly" in node.attributes:
            raise LookupError(f"nobody can type into {self.selector} at {self.sheet.url}")
        if node.tag == "textarea":
            node.inside = [value]
        else:
            node.attributes["value"] = value

    def check(self) -> None:
        """Tick a box; choosing one radio button takes the choice from the others."""
        node = self.only
        if node.is_disabled or not node.is_shown:
            raise LookupError(f"nobody can tick {self.selector} at {self.sheet.url}")
        if node.kind == "radio":
            form, name = self.sheet.form_of(node), node.attributes.get("name")
            for other in self.sheet.fields_of(form) if form else []:
                if other.kind == "radio" and other.attributes.get("name") == name:
                    other.attributes.pop("checked", None)
        node.attributes["checked"] = ""

    def click(self) -> None:
        """Press a button."""
        self.sheet.press(self.only)

    def select_option(self, value: str) -> object:
        """Choose an option by its value."""
        node = self.only
        if value not in map(_value_of, node.options):
            raise LookupError(f"{value!r} cannot be chosen in {self.selector} at {self.sheet.url}")
        for option in node.options:
            option.attributes.pop("selected", None)
            if _value_of(option) == value:
                option.attributes["selected"] = ""
        return value

    def set_input_files(self, files: Any) -> None:
        """Choose a file."""
        self.only.files = [SimpleUploadedFile(files["name"], files["buffer"], files["mimeType"])]

    def inner_text(self) -> str:
        """Return the words inside."""
        return " ".join(self.only.words().split())

    def wait_for(self) -> None:
        """Say where it cannot be seen: nothing comes later without a script."""
        if not self.only.is_shown:
            raise LookupError(f"{self.selector} cannot be seen at {self.sheet.url}")


class Sheet:
    """The page somebody has before him, and the requests that lead to others."""

    def __init__(self, client: Client, path: str) -> None:
        self.client = client
        self.status = 0
        self.is_file = False
        self.root = Node("", {})
        self.url = "http://testserver/"
        self._go(path)

    def locator(self, selector: str) -> Elements:
        """Return the elements of a selector."""
        ways = _split(selector)
        nodes = [one for one in self.root.nodes() if any(_is_met(one, way) for way in ways)]
        return Elements(self, nodes, selector)

    def fill(self, selector: str, value: str) -> None:
        """Type into the only element of a selector."""
        self.locator(selector).fill(value)

    def form_of(self, node: Node) -> Node | None:
        """Return the form a field belongs to: the one it names, or the one around it."""
        named = node.attributes.get("form")
        if named:
            return self.locator(f"form#{named}").only
        return next((one for one in node.around() if one.tag == "form"), None)

    def fields_of(self, form: Node) -> list[Node]:
        """Return the fields and buttons of a form."""
        return [one for one in self.root.nodes() if one.tag in _FIELDS and self.form_of(one) is form]

    def empty_fields(self, form: Node) -> list[Node]:
        """Return the fields a browser would not send the form without."""
        fields = [one for one in self.fields_of(form) if not one.is_disabled]
        chosen = {one.attributes.get("name") for one in fields if one.kind == "radio" and one.values()}
        return [
            one
            for one in fields
            if "required" in one.attributes
            and not (one.kind == "radio" and one.attributes.get("name") in chosen)
            and not one.files
            and not any(one.values())
        ]

    def asks(self, button: Node) -> bool:
        """Return whether a button's form only asks."""
        form = self.form_of(button)
        return form is None or self._said(button, form, "method", "get").lower() == "get"

    def press(self, button: Node) -> None:
        """Send the form of a button, and go where it leads; raises LookupError where a browser would not."""
        form = self.form_of(button)
        if form is None or button.is_disabled or button.kind != "submit":
            raise LookupError(f"a button sends nothing at {self.url}: {button.attributes}")
        if "formnovalidate" not in button.attributes and "novalidate" not in form.attributes:
            empty = [one.attributes.get("name") for one in self.empty_fields(form)]
            if empty:
                raise LookupError(f"not filled in at {self.url}: {empty}")
        pairs = list(self._sent(form, button))
        action = urljoin(self.url, self._said(button, form, "action", self.url) or self.url)
        if self.asks(button):
            self._go(urlsplit(action)._replace(query=urlencode(pairs), fragment="").geturl())
            return
        told: dict[str, Any] = {}
        for name, value in pairs:
            told.setdefault(name, []).append(value)
        encoding = self._said(button, form, "enctype", "")
        if encoding == "multipart/form-data":
            self._go(action, data=told)
        else:
            named = [(name, getattr(value, "name", value)) for name, value in pairs]
            self._go(action, data=urlencode(named), content_type="application/x-www-form-urlencoded")

    def _said(self, button: Node, form: Node, name: str, otherwise: str) -> str:
        return button.attributes.get(f"form{name}", form.attributes.get(name, otherwise))

    def _sent(self, form: Node, button: Node) -> Iterator[tuple[str, Any]]:
        for one in self.fields_of(form):
            name = one.attributes.get("name", "")
            if not name or one.is_disabled or (one.kind in ("submit", "button") and one is not button):
                continue
            if one.tag == "input" and one.kind == "file":
                yield from ((name, file) for file in one.files)
            else:
                yield from ((name, value) for value in one.values())

    def _go(self, address: str, **sent: Any) -> None:
        """Ask for an address, and for the one it leads to."""
        url = urljoin(self.url, address)
        headers = {"accept-language": "en", "accept": "text/html"}
        ask: Callable[..., Any] = self.client.post if sent else self.client.get
        answer = ask(_without_host(url), headers=headers, **sent)
        for _ in range(MOST_LEADS):
            if not 300 <= answer.status_code < 400:
                break
            url = urljoin(url, answer["Location"])
            answer = self.client.get(_without_host(url), headers=headers)
        content = b"".join(_content(answer))
        self.status = answer.status_code
        self.is_file = "attachment" in answer.get("Content-Disposition", "")
        if not self.is_file:
            self.url = url
            self.root = _Reader(content.decode(errors="replace")).root


def _without_host(url: str) -> str:
    return urlsplit(url)._replace(scheme="", netloc="", fragment="").geturl() or "/"


def _content(answer: Any) -> Iterable[bytes]:
    return answer if answer.streaming else [answer.content]
