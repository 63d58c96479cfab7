"""The games of a file in PGN, one after another: their tags; moves are passed over.

Standard: PGN specification and implementation guide (1994), section 8.1. Tags stand one on a line, as
programs write them, or as people do (import format): behind blanks, several on a line, moves behind them.
"""

import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

# A tag that fills its line may have quotes inside its value; of several each has them behind a backslash.
_TAG = re.compile(r'\s*+\[\s*([A-Za-z0-9_]{1,40})\s+"(.*)"\s*\]\s*$')
_ONE_OF_MANY = re.compile(r'\s*+\[\s*([A-Za-z0-9_]{1,40})\s+"((?:[^"\\]|\\.)*+)"\s*\]')
_BEGINS_MOVES = re.compile(r"\s*+(?:$|[0-9]|\*|[{;(])")
_MOVE = re.compile(r"[0-9]\.")
_OUTSIDE = re.compile(r'[{;]|\[\s*+[A-Za-z0-9_]{1,40}\s++"')
_BLANK = re.compile(r"\s*+$")
_DAMAGED_OR_REMARK = re.compile(r"\s*+[\[;]")
_ESCAPED = re.compile(r'\\([\\"])')
# No file can fill the memory: a longer line is taken in pieces, a game of more tags in parts.
_PIECE = 65_536  # characters
_LONGEST_CUT = 1_000  # characters of a tag that two pieces part
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
        """Return a tag's value, "" where it is missing or unknown."""
        value = self.tags.get(name)
        if not value:
            return ""  # most tags asked for are missing
        value = " ".join(value.split())
        return "" if value in _UNKNOWN else value


def is_tag(line: str) -> bool:
    """Return whether a line begins with a tag, as files in PGN do."""
    return bool(_tags_of(line)[0])


def games(handle: Lines) -> Iterator[Game]:
    """Read game after game from a text handle, holding one game at a time."""
    reader = _Reader(handle)
    while not reader.at_end:
        if tags := reader.next_game():
            yield Game(reader.begun, tags, reader.moved)


def _plain(value: str) -> str:
    return _ESCAPED.sub(r"\1", value) if "\\" in value else value


def _tags_of(line: str, start: int = 0) -> tuple[list[tuple[str, str]], int]:
    """Return the tags a line has from some place on, name and value, and where they end; none if damaged."""
    found: list[tuple[str, str]] = []
    end = start
    while tag := _ONE_OF_MANY.match(line, end):
        found.append((tag[1], tag[2]))
        end = tag.end()
    if start or (found and _BEGINS_MOVES.match(line, end)):
        return found, end
    whole = _TAG.match(line)
    return ([(whole[1], whole[2])], len(line)) if whole else ([], 0)


class _Reader:
    """The tags of one game after another, also in files that forget to end a game or a brace.

    A tag after moves, or one the game already has, begins the next game; inside a comment in braces "[" is
    only a letter, but an Event after a blank line ends any forgotten brace.
    """

    def __init__(self, handle: Lines) -> None:
        """Begin before the first line."""
        self._handle = handle
        self._number = 0
        self._waiting: deque[tuple[str, str]] = deque()  # tags that were read and no game has yet
        self._piece, self._at = "", 0  # what was read last, and how far it is used; 0: it is used up
        self._cut = ""  # the beginning of a tag at the end of a piece
        self._in_brace = self._after_blank = self._within_line = self._in_text = False
        self.begun = 0
        self.moved = self.at_end = False

    def next_game(self) -> dict[str, str]:
        """Read to the end of a game; return its tags, none where a text stands before the first."""
        tags: dict[str, str] = {}
        names: set[str] = set()
        self._in_text = self._in_brace = self.moved = False
        while self._waiting or self._read_on():
            while self._waiting:
                name, value = self._waiting[0]
                if self._in_text or name in names or len(names) == _MOST_TAGS:
                    return tags
                self._waiting.popleft()
                if not names:
                    self.begun = self._number
                names.add(name)
                if name[0] != "_" and "\r" not in value:  # else no tag of the standard: left out alone
                    tags[name] = _plain(value)
        self.at_end = True
        return tags

    def _read_on(self) -> bool:
        """Read tags or text; False at the end."""
        is_rest = self._at > 0 or self._next()
        piece, start = self._piece, self._at
        if not piece:
            return False
        after_blank, self._after_blank = self._after_blank, not is_rest and piece.isspace()
        if self._after_blank:
            return True
        opens = start > 0 or _DAMAGED_OR_REMARK.match(piece) is not None
        found, end = _tags_of(piece, start) if opens else ([], 0)
        if self._in_brace and found and not (after_blank and found[0][0] == "Event"):
            found = []
        if found:
            self._waiting.extend(found)
            self._at = 0 if _BLANK.match(piece, end) else end
        elif opens and not self._in_text and _DAMAGED_OR_REMARK.match(piece, start):
            self._at = 0
            self._skip_line()  # a damaged tag or a remark among the tags
        else:
            self._in_text = self._in_text or not piece.isspace()
            self._at = self._look_for_moves(piece, start)
        return True

    def _next(self) -> bool:
        """Read a line or a piece of one, "" at the end, without escaped lines.

        Return whether its line began before.
        """
        while piece := self._handle.readline(_PIECE - len(self._cut)):
            is_rest, self._within_line = self._within_line, piece[-1] != "\n"
            if not is_rest:
                self._number += 1
                if piece[0] == "\ufeff":  # also where files were put together
                    piece = piece.lstrip("\ufeff") or piece
                if piece[0] == "%":
                    self._skip_line()
                    continue
            self._piece, self._cut = self._cut + piece, ""
            cut = self._piece.rfind("[", -_LONGEST_CUT) if self._within_line else -1
            if cut > 0:
                self._piece, self._cut = self._piece[:cut], self._piece[cut:]
            return is_rest
        self._piece, self._cut = self._cut, ""
        return True

    def _skip_line(self) -> None:
        """Pass over what is left of a line."""
        self._cut = ""
        while self._within_line:
            piece = self._handle.readline(_PIECE)
            self._within_line = bool(piece) and not piece.endswith("\n")

    def _look_for_moves(self, piece: str, at: int) -> int:
        """See whether moves are written outside comments; braces do not nest, ";" comments out the rest.

        Return where a tag begins behind them, 0 where none does.
        """
        while True:
            if self._in_brace:
                at = piece.find("}", at) + 1
                if not at:
                    return 0
            opening = _OUTSIDE.search(piece, at)
            while opening and opening[0][0] == "[" and not _is_tag_behind(piece, opening.start()):
                opening = _OUTSIDE.search(piece, opening.start() + 1)
            end = opening.start() if opening else len(piece)
            self.moved = self.moved or _MOVE.search(piece, at, end) is not None
            self._in_brace = opening is not None and opening[0] == "{"
            if not opening or not self._in_brace:
                return end if opening and opening[0] != ";" else 0
            at = opening.end()


def _is_tag_behind(line: str, at: int) -> bool:
    """Return whether a whole tag begins behind other text of a line."""
    return at > 0 and _ONE_OF_MANY.match(line, at) is not None
