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
