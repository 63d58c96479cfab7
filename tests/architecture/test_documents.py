"""Paths and links in the documents lead to files there are."""

import re
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
