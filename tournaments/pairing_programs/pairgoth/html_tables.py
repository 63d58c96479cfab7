"""The tables of a page: one pass over its text, in time proportional to its length.

Nothing of a page is ever shown as it came; only texts and a few attributes of cells are read.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape

from tournaments.pairing_programs.pairgoth.refusals import Unusable

MOST_TAGS = 300_000  # of a page; standings of 900 players over fifteen rounds have 80,000
LONGEST = 200  # letters of a cell; a name with grade, country and club has sixty
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_ATTRIBUTE = re.compile(
    r"""[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?""",
)
_RAW = ("style", "script")


@dataclass(slots=True)
class Cell:
    """A cell: its text on one line, its classes, and the attributes that say more."""

    attributes: Mapping[str, str]
    parts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The words of the cell, nothing invisible among them."""
        words = "".join(self.parts)[: 4 * LONGEST].split()
        return "".join(letter for letter in " ".join(words) if letter.isprintable())[:LONGEST]

    @property
    def classes(self) -> list[str]:
        """The classes of the cell."""
        return self.attributes.get("class", "").split()


@dataclass(slots=True)
class Table:
    """A table: its id, the texts of its head, the cells of its rows."""

    id: str = ""
    head: list[Cell] = field(default_factory=list)
    rows: list[list[Cell]] = field(default_factory=list)


@dataclass(slots=True)
class Page:
    """What is read of a page: its tables, and the classes of its parts."""

    tables: list[Table] = field(default_factory=list)
    classes: set[str] = field(default_factory=set)
    said: Cell = field(default_factory=lambda: Cell({}))  # beside the tables


def read(text: str) -> Page:
    """Read the tables of a page, nothing else of it. Raises Unusable for far too many tags."""
    page = Page()
    cell: Cell | None = None
    for count, (closing, name, attributes, words) in enumerate(_tokens(text)):
        if count > 2 * MOST_TAGS:
            raise Unusable("too-many-tags", limit=MOST_TAGS)
        if words:
            (cell or page.said).parts.append(unescape(words))
        elif name == "table" and not closing:
            page.tables.append(Table(attributes.get("id", "")))
        elif name == "div" and not closing:
            page.classes.update(attributes.get("class", "").split()[:20])
        if name in ("td", "th"):
            cell = None if closing or not page.tables else Cell(attributes)
            if cell is not None:
                _place(page.tables[-1], name, cell)
        elif name in ("tr", "table", "tbody"):
            cell = None
            if name == "tr" and not closing and page.tables:
                page.tables[-1].rows.append([])
    for table in page.tables:
        table.rows = [row for row in table.rows if row]
    return page


def _place(table: Table, name: str, cell: Cell) -> None:
    """Put a cell into the head or into the row that is being written."""
    if name == "th":
        table.head.append(cell)
    elif table.rows:
        table.rows[-1].append(cell)


def _tokens(text: str) -> Iterator[tuple[bool, str, Mapping[str, str], str]]:
    """Yield tags (closing, name, attributes, "") and the words between them (False, "", {}, words)."""
    at = 0
    while at < len(text):
        begins = text.find("<", at)
        if begins < 0:
            yield False, "", {}, text[at:]
            return
        if begins > at:
            yield False, "", {}, text[at:begins]
        if text.startswith("<!", begins):
            at = _behind(text, "-->" if text.startswith("<!--", begins) else ">", begins)
            continue
        tag = _TAG.match(text, begins)
        if tag is None:
            yield False, "", {}, "<"
            at = begins + 1
            continue
        name = tag[2].lower()
        attributes, at = _attributes(text, tag.end())
        if name in _RAW and not tag[1]:
            at = _behind(text, f"</{name}>", at)
            continue
        yield bool(tag[1]), name, attributes, ""


def _attributes(text: str, at: int) -> tuple[dict[str, str], int]:
    """Read the attributes of a tag; return them and where the tag ends."""
    attributes: dict[str, str] = {}
    while (attribute := _ATTRIBUTE.match(text, at)) is not None:
        attributes[attribute[1].lower()] = unescape(attribute[2] or attribute[3] or attribute[4] or "")
        at = attribute.end()
    while at < len(text) and text[at] not in "<>":
        at += 1  # what no attribute begins with
        if (attribute := _ATTRIBUTE.match(text, at)) is not None:
            at = attribute.end()
    return attributes, at + 1 if text[at : at + 1] == ">" else at


def _behind(text: str, mark: str, at: int) -> int:
    """Return the place behind a mark; the end of the text where the mark is missing."""
    begins = text.find(mark, at)
    return len(text) if begins < 0 else begins + len(mark)
