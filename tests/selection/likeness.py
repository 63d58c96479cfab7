"""Likeness of test files to changed lines: the rarer a word they share among tests, the more it counts."""

import math
import re
import subprocess
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.mutation.choosing import words
from tests.selection.touched import git, starting_point

LINES_AROUND = 8
_HUNK = re.compile(r"^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


def changed_words(root: Path, paths: Iterable[str]) -> set[str]:
    """Return the words of the changed lines of files and of those around, and of the files' names."""
    found = set[str]()
    for path in paths:
        found |= words(path)
        if (root / path).is_file():
            text = (root / path).read_text(encoding="utf-8", errors="replace")
            found |= words("\n".join(_around(text.splitlines(), _changes(root, path))))
    return found


def _changes(root: Path, path: str) -> list[tuple[int, int]]:
    """Return the first line of each change of a file and the number of its lines; [] where git knows none."""
    try:
        lines = git(root, "diff", "--unified=0", "--no-color", starting_point(root), "--", path)
    except (OSError, subprocess.CalledProcessError):
        return []
    return [(int(first), int(many or 1)) for first, many in _HUNK.findall("\n".join(lines))]


def _around(lines: list[str], changes: list[tuple[int, int]]) -> list[str]:
    """Return the lines around changes; all of a file that is new."""
    if not changes:
        return lines
    near = set[int]()
    for first, many in changes:
        near.update(range(max(first - 1 - LINES_AROUND, 0), min(first + many + LINES_AROUND, len(lines))))
    return [lines[number] for number in sorted(near)]


def likeness(near: set[str], texts: Mapping[str, str]) -> dict[str, float]:
    """Return how much each text shares with some words, by path; a long text needs more in common."""
    found = {path: words(f"{path} {text}") for path, text in texts.items()}
    files = Counter(word for several in found.values() for word in several)
    weights = {word: math.log(len(found) / files[word]) for word in near & files.keys()}
    return {
        path: sum(weights.get(word, 0.0) for word in several) / math.sqrt(len(several))
        for path, several in found.items()
    }
