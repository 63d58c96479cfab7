"""The games of a file in PGN, one after another: python-chess reads the tags, moves are passed over.

Standard: PGN specification and implementation guide (1994), section 8.1. Tags stand one on a line.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, TextIO, cast

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
    # Loading the library takes 50 ms and 9 MB, which only who reads PGN shall spend.
    from chess.pgn import read_headers

    lines = _GuardedLines(handle)
    tags: dict[str, str] = {}
    while not lines.at_end:
        lines.at_border = False
        # The library ends a game at any blank line; what follows without a border is the same game.
        tags.update(read_headers(cast(TextIO, lines)) or {})
        lines.pass_over_text()
        if lines.at_border and tags:
            yield Game(lines.begun, {name: _plain(value) for name, value in tags.items()}, lines.moved)
            tags = {}


def _plain(value: str) -> str:
    return _ESCAPED.sub(r"\1", value) if "\\" in value else value


class _GuardedLines:
    """The lines of a handle as the library is to see them: counted, and with an end put where a game ends.

    The library looks for a blank line between games and for the end of every brace. Here a tag after moves,
    or one the game already has, begins the next game; inside a comment in braces "[" is only a letter, but an
    Event after a blank line ends any forgotten brace. An end is told as that of a file: by a line of nothing.
    """

    def __init__(self, handle: Lines) -> None:
        """Begin before the first line."""
        self._handle = handle
        self._number = 0
        self._held: tuple[str, str, int] | None = None
        self._names: set[str] = set()
        self._in_text = self._in_brace = self._after_blank = self._within_line = False
        self.begun = 0
        self.moved = self.at_end = self.at_border = False

    def readline(self) -> str:
        """Return the next line, or "" where a game ends."""
        if self._held:
            return self._release(self._held)
        piece, is_rest = self._next()
        if not piece:
            self.at_end = self.at_border = True
            return ""
        is_line = not is_rest and len(piece) < _PIECE
        tag = _TAG.match(piece) if is_line and piece.startswith("[") else None
        after_blank, self._after_blank = self._after_blank, piece.isspace() and not is_rest
        if tag and (not self._in_brace or (after_blank and tag[1] == "Event")):
            numbered_tag = tag[1], tag[2], self._number
            if self._in_text or tag[1] in self._names or len(self._names) == _MOST_TAGS:
                self._held, self.at_border = numbered_tag, True
                return ""
            return self._give(numbered_tag)
        if not self._in_text and piece.startswith(("[", ";")):
            self._skip_line()  # a damaged tag or a remark among the tags
        elif not self._after_blank:
            self._in_text = True
            self._look_for_moves(piece)
        # The rest of a long line is neither blank nor a tag, whatever it looks like.
        return f"- {piece}" if is_rest else piece

    def pass_over_text(self) -> None:
        """Read on to the end of a game whose text has begun: no tag in it is of this game."""
        while self._in_text and not self.at_border:
            self.readline()

    def _next(self) -> tuple[str, bool]:
        """Read on: a line or a piece of one, and whether its line began before; without escaped lines."""
        while piece := self._handle.readline(_PIECE):
            is_rest, self._within_line = self._within_line, not piece.endswith("\n")
            self._number += not is_rest
            if self._number == 1:
                piece = piece.lstrip("\ufeff")
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

    def _release(self, numbered_tag: tuple[str, str, int]) -> str:
        """Begin the next game with the tag that ended the last."""
        self._held = None
        self._names = set()
        self._in_text = self._in_brace = self.moved = False
        return self._give(numbered_tag)

    def _give(self, tag: tuple[str, str, int]) -> str:
        """Note a tag of the game and give it as the library expects it: without blanks it does not know."""
        name, value, number = tag
        if not self._names:
            self.begun = number
        self._names.add(name)
        return f'[{name} "{value}"]\n'

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
