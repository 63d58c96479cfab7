"""Paths and links in the documents lead to files there are."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.architecture.test_shape import ROOT

DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
FOLDERS = "federation|ratings|tournaments|tests|templates|static|deploy|docs"
PATH = re.compile(rf"`((?:{FOLDERS})/[\w./-]+)`")
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")
ANCHOR = re.compile(r"\]\(((?!https?:|mailto:)[^)#\s]*)#([^)\s]+)\)")

PAGES = sorted({ROOT / "README.md", *(ROOT / "docs").glob("*.md")})
BLOCK = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)
SENTENCE_END = re.compile(r"(?<=[.!?])[\"”»)*_]*\s+")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.stem)
def test_paths_and_links_of_a_document_exist(document: Path) -> None:
    text = document.read_text()
    paths = [ROOT / path for path in PATH.findall(text)]
    links = [document.parent / link for link in LINK.findall(text)]

    # A module may be named without its ending, or with a name in it behind a dot.
    missing = [
        path
        for path in (*paths, *links)
        if not (path.exists() or path.with_suffix("").exists() or path.with_suffix(".py").exists())
    ]

    assert missing == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.stem)
def test_links_to_a_heading_of_a_document_find_it(document: Path) -> None:
    targets = [
        (document.parent / path if path else document, anchor)
        for path, anchor in ANCHOR.findall(document.read_text())
    ]

    assert [f"{path.name}#{anchor}" for path, anchor in targets if anchor not in _anchors(path)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page_begins_with_what_it_is_for_and_an_example(page: Path) -> None:
    title, purpose, *_rest = page.read_text().split("\n\n")
    head = page.read_text().splitlines()[:40]

    assert title.startswith("# ")
    assert purpose[0] not in "#|`!-"
    assert any(line.startswith("```") for line in head)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page_has_short_paragraphs_and_sentences(page: Path) -> None:
    paragraphs = _paragraphs(page.read_text())
    sentences = [part for paragraph in paragraphs for part in SENTENCE_END.split(paragraph)]

    assert [text for text in paragraphs if _words(text) > 90] == []
    assert [text for text in sentences if _words(text) > 30] == []


def test_long_sentence_and_long_paragraph_are_found() -> None:
    text = "# T\n\n- One `a b c` (two). Three\n  four.\n\n```\nx y z\n```\n| cell |\nLast [link](a#b) word."

    paragraphs = _paragraphs(text)

    assert paragraphs == ["One x (two). Three four.", "Last link word."]
    assert SENTENCE_END.split(paragraphs[0]) == ["One x (two).", "Three four."]
    assert _words("a, b - c: 1") == 4


def _anchors(document: Path) -> set[str]:
    """Return the anchors that the headings of a document get on GitHub."""
    titles = re.findall(r"^#+ (.+)$", BLOCK.sub("", document.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def _paragraphs(text: str) -> list[str]:
    """Return paragraphs and items of lists, each on one line; code counts as a word, a link by its text."""
    prose = BLOCK.sub("", text)
    prose = re.sub(r"`[^`\n]*`", "x", prose)
    prose = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", prose)
    prose = re.sub(r"^ *(#+ .*|\|.*|<.*)$", "", prose, flags=re.MULTILINE)
    prose = re.sub(r"^ *([-*]|\d+\.) ", "\n", prose, flags=re.MULTILINE)
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", prose) if part.strip()]


def _words(text: str) -> int:
    return sum(bool(re.search(r"\w", word)) for word in text.split())


def test_map_of_the_architecture_stays_a_map() -> None:
    assert (ROOT / "docs" / "architecture.md").stat().st_size <= 12 * 1024


def _rows_of_the_map(app: str) -> list[list[str]]:
    """Read the first cells of the app's table: the folders and modules named in each row."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    table = text.partition(f"\n| {app}: ")[2].partition("\n\n")[0]
    firsts = [line.split("|")[1] for line in table.splitlines()[2:]]
    return [re.findall(r"[a-z_]+", first.replace("(pure)", "")) for first in firsts]


@pytest.mark.parametrize("app", ["federation", "tournaments", "ratings"])
def test_map_of_the_architecture_is_in_the_order_that_imports_are_held_to(app: str) -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(one["layers"] for one in contracts if one.get("containers") == [app])
    place = {name.strip(): at for at, layer in enumerate(layers) for name in layer.split(":")}
    rows = _rows_of_the_map(app)

    places = [place[name] for row in rows for name in row]
    folders = {path.parent.name for path in (ROOT / app).glob("*/__init__.py")} - {"migrations"}
    assert places == sorted(places), "a row stands below what it must not import"
    assert folders - {name for row in rows for name in row} == set()
