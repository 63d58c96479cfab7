"""The commands of a document: its fenced blocks by heading, split as a shell reads them."""

import re
from dataclasses import dataclass
from pathlib import Path

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#{2,4} (.+)$", re.MULTILINE)
_HEREDOC = re.compile(r"<<-?\s*(['\"]?)(\w+)\1")


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block: the heading it stands under, its language, its text."""

    heading: str
    language: str
    text: str


def blocks(document: Path) -> list[Block]:
    """Return the fenced blocks of a document in their order."""
    text = document.read_text(encoding="utf-8")
    headings = [(found.start(), found[1]) for found in _HEADING.finditer(text) if not _is_fenced(text, found)]
    return [
        Block(_last_before(headings, found.start()), found[1], found[2]) for found in _FENCE.finditer(text)
    ]


def commands(text: str) -> list[str]:
    """Return the commands of a block: lines joined at a backslash, a here-document with its command."""
    found: list[str] = []
    lines = iter(text.splitlines())
    for line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        command = line
        while command.endswith("\\"):
            command += "\n" + next(lines, "")
        if ending := _HEREDOC.search(command):
            for inside in lines:
                command += "\n" + inside
                if inside.strip() == ending[2]:
                    break
        found.append(command)
    return found


def _is_fenced(text: str, heading: re.Match[str]) -> bool:
    """Return whether what looks like a heading is a comment in a block."""
    return any(block.start() < heading.start() < block.end() for block in _FENCE.finditer(text))


def _last_before(headings: list[tuple[int, str]], place: int) -> str:
    before = [name for start, name in headings if start < place]
    return before[-1] if before else ""
