"""A page as a tree of elements, read with the parser of the standard library."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

ROW = "the row itself"  # its key among its cells
_EMPTY = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})


@dataclass
class Element:
    """An element with its attributes, and what it holds in order: texts and further elements."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    inner: list["Element | str"] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Return what is read of it, blanks gathered."""
        return " ".join("".join(self._texts()).split())

    @property
    def own_text(self) -> str:
        """Return what is read of it without what its elements hold."""
        return " ".join("".join(one for one in self.inner if isinstance(one, str)).split())

    @property
    def children(self) -> list["Element"]:
        """Return the elements right inside it."""
        return [one for one in self.inner if isinstance(one, Element)]

    @property
    def classes(self) -> set[str]:
        """Return its classes."""
        return set(self.get("class").split())

    def get(self, name: str) -> str:
        """Return an attribute, "" for none."""
        return self.attributes.get(name, "")

    def all(self, tag: str = "", classes: str = "") -> list["Element"]:
        """Find the elements inside it by their tag and their classes, in the order of the page."""
        wanted = set(classes.split())
        return [one for one in self._elements() if tag in ("", one.tag) and wanted <= one.classes]

    def one(self, tag: str = "", classes: str = "") -> "Element | None":
        """Find the first of such elements; None where there is none."""
        return next(iter(self.all(tag, classes)), None)

    def _elements(self) -> Iterator["Element"]:
        waiting = self.children[::-1]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += element.children[::-1]

    def _texts(self) -> Iterator[str]:
        for one in self.inner:
            if isinstance(one, str):
                yield one
            else:
                yield from one._texts()


class _Builder(HTMLParser):
    """Builds the tree; an end tag closes everything open inside its element."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Element("")
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = self._add(tag, attrs)
        if tag not in _EMPTY:
            self.open.append(made)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._add(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        for place in range(len(self.open) - 1, 0, -1):
            if self.open[place].tag == tag:
                del self.open[place:]
                return

    def handle_data(self, data: str) -> None:
        self.open[-1].inner.append(data)

    def _add(self, tag: str, attrs: list[tuple[str, str | None]]) -> Element:
        made = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inner.append(made)
        return made


def read(page: str) -> Element:
    """Read a page."""
    builder = _Builder()
    builder.feed(page)
    builder.close()
    return builder.root


def rows(table: Element) -> list[dict[str, Element]]:
    """Return the rows of a table, their cells by the heads they stand under."""
    head = table.one("thead")
    cells = head.one("tr").children if head and head.one("tr") else []  # type: ignore[union-attr]  # asked
    names = [cell.text for cell in cells]
    body = table.one("tbody") or table
    return [
        {ROW: row, **dict(zip(names, row.children, strict=False))}
        for row in body.all("tr")
        if row.one("td") and "sum" not in row.classes
    ]
