"""FIDE's XML lists, read in pieces without building a tree; document types and entities refused. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat

from federation.player_lists.readers.fide_bytes import PIECE, Bounded
from federation.player_lists.readers.fide_layout import in_file
from federation.player_lists.readers.fide_row import FIELDS, FideRow, Seen, row
from federation.player_lists.readers.row import ListFinding, NoList
from federation.vocabulary.xml_damage import is_cut_off

# Elements of a player (spec FIDE 4.2), rating, games and k being those of the list's own type or standard.
_TAGS = {
    "fideid": "number", "name": "name", "country": "federation", "sex": "sex", "title": "title",
    "w_title": "women_title", "o_title": "other_titles", "foa_title": "foa_title",
    "rating": "rating", "games": "games", "k": "k",
    "rapid_rating": "rapid", "rapid_games": "rapid_games", "rapid_k": "rapid_k",
    "blitz_rating": "blitz", "blitz_games": "blitz_games", "blitz_k": "blitz_k",
    "birthday": "birth", "flag": "flag",
}  # fmt: skip
_LONGEST = 400  # characters of a value
_EMPTY = [""] * len(FIELDS)


@dataclass(slots=True)
class _Player:
    """What the parser is inside of, and the players that are complete."""

    line: int = 0
    values: list[str] = field(default_factory=lambda: list(_EMPTY))
    text: str = ""
    rooted: bool = False
    ready: list[tuple[int, list[str]]] = field(default_factory=list)


def read(source: Bounded, first: bytes, *, rate: str, year: int) -> Iterator[FideRow | ListFinding]:
    """Read the players of an XML list; NoList when it is another XML, declares entities or is damaged."""
    player, seen = _Player(), Seen()
    parser = _parser(player, rate)
    piece, size = first, 0
    while True:
        size += len(piece)
        try:
            parser.Parse(piece, not piece)
        except expat.ExpatError as broken:
            raise NoList(_damage(broken)) from None
        except (LookupError, ValueError):  # declared in an unknown encoding, or not one of single bytes
            raise NoList(ListFinding("unknown-list", parser.CurrentLineNumber)) from None
        for line, values in player.ready:
            yield row(line, values, seen, year=year)
        player.ready.clear()
        if not piece:
            return
        if size - parser.CurrentByteIndex > 2 * PIECE:  # a tag or comment without end, gathered in memory
            raise NoList(ListFinding("unknown-list", parser.CurrentLineNumber))
        piece = source.read()


def _damage(broken: expat.ExpatError) -> ListFinding:
    """Say whether a list ends too soon or holds what no XML does."""
    code = "list-cut-off" if is_cut_off(broken) else "list-not-well-formed"
    return ListFinding(code, broken.lineno, {"line": broken.lineno})


def _parser(player: _Player, rate: str) -> expat.XMLParserType:
    """Make a parser that gathers players; a value longer than any real one refuses the list."""
    places = {tag: FIELDS.index(in_file(name, rate)) for tag, name in _TAGS.items()}
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def start(tag: str, attributes: dict[str, str]) -> None:
        player.text = ""
        if tag == "player":
            player.line, player.values = parser.CurrentLineNumber, list(_EMPTY)
            player.values[0] = attributes.get("FIDEID", "").strip()
        elif not player.rooted:
            player.rooted = True
            if tag != "playerslist":
                refuse()

    def text(data: str) -> None:
        player.text += data
        if len(player.text) > _LONGEST:
            refuse()

    def end(tag: str) -> None:
        if tag == "player":
            player.ready.append((player.line, player.values))
        elif tag in places:
            player.values[places[tag]] = player.text.strip()
        player.text = ""

    def refuse(*_: object) -> NoReturn:
        raise NoList(ListFinding("unknown-list", parser.CurrentLineNumber))

    parser.StartElementHandler = start
    parser.CharacterDataHandler = text
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = refuse
    return parser
