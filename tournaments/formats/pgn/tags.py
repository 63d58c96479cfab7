"""The games of a file in PGN, one after another: their tags; moves are passed over.

Standard: PGN specification and implementation guide (1994), section 8.1. Tags stand one on a line.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

_TAG = re.compile(r'\[\s*([A-Za-z0-9_]{1,40})\s+"(.*)"\s*\]\s*$')
_MOVE = re.compile(r"[0-9]\.")
_OUTSIDE = re.compile(r"[{;]")
_ESCAPED = re.compile(r'\\([\\"])')
# No file can fill the memory: a longer line is taken in pieces, a game of more tags in parts.
_PIECE = 65_536  # characters
_MOST_TAGS = 500
_UNKNOWN = frozenset({"", "?", "-"})


class Lines(Protocol):
    """A text handle, as far as it is used here; its line ends are "\\n"."""

    def readline(self, limit: int = -1, /) -> str:
        """Return the rest of the line, at most so many characters of it, "" at the end."""
        ...


@dataclass(frozen=True, slots=True)
class Game:
    """The tags of one game, the line it begins on, and whether a move is written."""

    line: int
    tags: Mapping[str, str]
    moved: bool = False

    def text(self, name: str) -> str:
        """Return a tag's value, "" where it is missing or says that it is not known."""
        value = self.tags.get(name)
        if not value:
            return ""  # most tags anybody asks for are missing
        value = " ".join(value.split())
        return "" if value in _UNKNOWN else value


def is_tag(line: str) -> bool:
    """Return whether a line is a tag, as files in PGN begin with one."""
    return _TAG.match(line) is not None


def games(handle: Lines) -> Iterator[Game]:
    """Read game after game from a text handle, holding one game at a time."""
    reader = _Reader(handle)
    while not reader.at_end:
        if tags := reader.next_game():
            yield Game(reader.begun, tags, reader.moved)


def _plain(value: str) -> str:
    return _ESCAPED.sub(r"\1", value) if "\\" in value else value


class _Reader:
    """The tags of one game after another, also in files that forget to end a game or a brace.

    A tag after moves, or one the game already has, begins the next game; inside a comment in braces "[" is
    only a letter, but an Event after a blank line ends any forgotten brace.
    """

    def __init__(self, handle: Lines) -> None:
        """Begin before the first line."""
        self._handle = handle
        self._number = 0
        self._next_tag: re.Match[str] | None = None  # that ended the game before
        self._in_brace = self._after_blank = self._within_line = False
        self.begun = 0
        self.moved = self.at_end = False

    def next_game(self) -> dict[str, str]:
        """Read to the end of a game; return its tags, none where a text stands before the first."""
        tags: dict[str, str] = {}
        names: set[str] = set()
        in_text = self._in_brace = self.moved = False
        tag, self._next_tag = self._next_tag, None
        while True:
            if tag:
                name, value = tag[1], tag[2]
                if not names:
                    self.begun = self._number
                names.add(name)
                if name[0] != "_" and "\r" not in value:  # else no tag of the standard: left out alone
                    tags[name] = _plain(value)
            piece, is_rest = self._next()
            if not piece:
                self.at_end = True
                return tags
            is_line = not is_rest and len(piece) < _PIECE
            tag = _TAG.match(piece) if is_line and piece.startswith("[") else None
            after_blank, self._after_blank = self._after_blank, piece.isspace() and not is_rest
            if tag and self._in_brace and not (after_blank and tag[1] == "Event"):
                tag = None
            if tag:
                if in_text or tag[1] in names or len(names) == _MOST_TAGS:
                    self._next_tag = tag
                    return tags
            elif not in_text and piece.startswith(("[", ";")):
                self._skip_line()  # a damaged tag or a remark among the tags
            elif not self._after_blank:
                in_text = True
                self._look_for_moves(piece)

    def _next(self) -> tuple[str, bool]:
        """Read on: a line or a piece of one, and whether its line began before; without escaped lines."""
        while piece := self._handle.readline(_PIECE):
            is_rest, self._within_line = self._within_line, not piece.endswith("\n")
            self._number += not is_rest
            if not is_rest and piece[0] == "\ufeff":  # also where files were put together
                piece = piece.lstrip("\ufeff") or piece
            if not is_rest and piece.startswith("%"):
                self._skip_line()
            else:
                return piece, is_rest
        return "", False

    def _skip_line(self) -> None:
        """Pass over what is left of a line."""
        while self._within_line:
            piece = self._handle.readline(_PIECE)
            self._within_line = bool(piece) and not piece.endswith("\n")

    def _look_for_moves(self, piece: str) -> None:
        """See whether moves are written outside comments; braces do not nest, ";" comments out the rest."""
        at = 0
        while True:
            if self._in_brace:
                at = piece.find("}", at) + 1
                if not at:
                    return
            opening = _OUTSIDE.search(piece, at)
            end = opening.start() if opening else len(piece)
            self.moved = self.moved or _MOVE.search(piece, at, end) is not None
            self._in_brace = opening is not None and opening[0] == "{"
            if not opening or not self._in_brace:
                return
            at = opening.end()
