"""Lines and columns of the entries of a TOML file, which Python's own reader does not give.

Takes more than TOML: what is no TOML the reader refuses afterwards. Nesting is bounded here, before it.
"""

import re
from bisect import bisect_right
from contextlib import suppress
from dataclasses import dataclass, field

Path = tuple[str | int, ...]
DEEPEST = 6  # tables and arrays inside each other, and parts of a dotted name
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_STRING = re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL)
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}\n#]+")


class _Stopped(Exception):
    """The scanner does not know how to go on; the reader of TOML will say why."""


class TooDeepError(Exception):
    """Tables, arrays or dotted names are nested too deep, at an offset."""

    def __init__(self, offset: int) -> None:
        super().__init__(offset)
        self.offset = offset


@dataclass(slots=True)
class _Scanner:
    text: str
    at: int = 0
    table: Path = ()
    arrays: dict[Path, int] = field(default_factory=dict)
    found: dict[Path, int] = field(default_factory=dict)

    def skip(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def take(self, mark: str) -> bool:
        if self.text.startswith(mark, self.at):
            self.at += len(mark)
            return True
        return False

    def expect(self, mark: str) -> None:
        if not self.take(mark):
            raise _Stopped

    def names(self) -> list[str]:
        """Return the parts of a dotted name."""
        parts = []
        while True:
            self.skip(_SPACE)
            match = _BARE.match(self.text, self.at) or _STRING.match(self.text, self.at)
            if not match:
                raise _Stopped
            parts.append(match.group().strip("\"'"))
            if len(parts) > DEEPEST:
                raise TooDeepError(self.at)
            self.at = match.end()
            self.skip(_SPACE)
            if not self.take("."):
                return parts

    def note(self, path: Path, offset: int) -> None:
        """Note where an entry begins, and the tables around it that have no place of their own."""
        for size in range(len(path), 0, -1):
            if path[:size] in self.found and size < len(path):
                break
            self.found.setdefault(path[:size], offset)

    def heading(self) -> None:
        """Read [table] or [[table]]."""
        offset, is_array = self.at, self.take("[[")
        if not is_array:
            self.expect("[")
        path: Path = ()
        parts = self.names()
        for place, part in enumerate(parts):
            path = (*path, part)
            if is_array and place == len(parts) - 1:
                self.arrays[path] = self.arrays.get(path, 0) + 1
            if path in self.arrays:
                path = (*path, self.arrays[path] - 1)
        self.expect("]]" if is_array else "]")
        self.table = path
        self.note(path, offset)

    def pair(self, table: Path, depth: int) -> None:
        """Read name = value."""
        offset = self.at
        path = (*table, *self.names())
        self.note(path, offset)
        self.expect("=")
        self.skip(_SPACE)
        self.value(path, depth)

    def value(self, path: Path, depth: int) -> None:
        """Read a value."""
        if depth > DEEPEST:
            raise TooDeepError(self.at)
        if self.take("["):
            self.items(path, depth)
        elif self.take("{"):
            self.inline(path, depth)
        else:
            match = _STRING.match(self.text, self.at) or _SCALAR.match(self.text, self.at)
            if not match:
                raise _Stopped
            self.at = match.end()

    def items(self, path: Path, depth: int) -> None:
        """Read the items of an array."""
        place = 0
        self.skip(_BLANK)
        while not self.take("]"):
            self.note((*path, place), self.at)
            self.value((*path, place), depth + 1)
            self.skip(_BLANK)
            if not self.take(","):
                self.expect("]")
                return
            self.skip(_BLANK)
            place += 1

    def inline(self, path: Path, depth: int) -> None:
        """Read the entries of an inline table."""
        self.skip(_BLANK)
        while not self.take("}"):
            self.pair(path, depth + 1)
            self.skip(_BLANK)
            if not self.take(","):
                self.expect("}")
                return
            self.skip(_BLANK)

    def run(self) -> None:
        """Read the whole text."""
        self.skip(_BLANK)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                self.heading()
            else:
                self.pair(self.table, 0)
            self.skip(_BLANK)


def offsets(text: str) -> dict[Path, int]:
    """Return where each entry begins, by its names and places in arrays.

    Raises TooDeepError for what is nested too deep.
    """
    scanner = _Scanner(text)
    with suppress(_Stopped):
        scanner.run()
    return scanner.found


class Lines:
    """Lines of a text, to tell where an offset is."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset, both from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1
