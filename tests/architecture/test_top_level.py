"""What stands at the top of the tree: little, and each for a reason."""

import shutil
import subprocess

import pytest

from tests.architecture.test_shape import APPS, ROOT

# Two commands, what tools and sites of code look for at the top and nowhere else, and folders by subject.
ENTRIES = {
    *APPS,
    ".ci", ".editorconfig", ".github", ".gitignore", ".pre-commit-config.yaml",
    "CHANGELOG.md", "LICENSE", "README.md", "check", "demo", "deploy", "docs", "manage.py", "pyproject.toml",
    "requirements", "static", "templates", "tests",
}  # fmt: skip


@pytest.mark.skipif(shutil.which("git") is None, reason="git tells what belongs to the tree")
def test_nothing_stands_at_the_top_that_is_not_named_here() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout

    assert {path.partition("/")[0] for path in listed.splitlines()} == ENTRIES
