"""Games of a PGN file one after another; python-chess reads the same tags of a well-formed one."""

from io import StringIO

import pytest
from chess.pgn import read_headers

from tests import seeds
from tests.formats.test_pgn import PGN, game
from tournaments.formats.pgn.tags import Game, games

ONE = '[Event "One"]\n[White "Alpha"]\n\n1. e4 1-0\n\n'
TWO = '[Event "Two"]\n[White "Beta"]\n\n*\n'


class Counted(StringIO):
    """A text handle that notes how many lines were asked of it, and the most it ever gave at once."""

    asked = 0
    most = 0

    def readline(self, limit: int | None = -1, /) -> str:  # type: ignore[override]  # None means all, here too
        """Return a line and note it."""
        line = super().readline(-1 if limit is None else limit)
        self.asked += 1
        self.most = max(self.most, len(line))
        return line


def _read(text: str) -> list[tuple[int, dict[str, str], bool]]:
    return [(found.line, dict(found.tags), found.moved) for found in games(StringIO(text))]


def test_games_have_their_line_their_tags_and_whether_a_move_was_made() -> None:
    assert _read(ONE + TWO) == [
        (1, {"Event": "One", "White": "Alpha"}, True),
        (6, {"Event": "Two", "White": "Beta"}, False),
    ]


def test_well_formed_file_has_the_tags_the_library_reads_alone() -> None:
    handle, alone = StringIO(PGN.replace("\\", "")), []
    while headers := read_headers(handle):
        alone.append(dict(headers))

    assert [dict(found.tags) for found in games(StringIO(PGN.replace("\\", "")))] == alone
    assert len(alone) == 5


def test_what_a_tag_does_not_say_is_nothing() -> None:
    found = Game(1, {"Round": " ? ", "White": " Alpha,\tAnne ", "Board": "-"})

    assert [found.text(name) for name in ("Round", "White", "Board", "Black")] == ["", "Alpha, Anne", "", ""]


def test_games_are_read_one_at_a_time() -> None:
    handle = Counted(ONE * 1000)
    stream = games(handle)

    next(stream)

    assert handle.asked <= 6


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1-0\n", []),
        ("remark\n" + ONE, [(2, "One")]),
        ("\ufeff" + ONE, [(1, "One")]),
        ("\ufeff" + ONE + "\ufeff" + TWO, [(1, "One"), (6, "Two")]),
        (ONE.rstrip("\n"), [(1, "One")]),
        (ONE.strip() + "\n" + TWO, [(1, "One"), (5, "Two")]),
        (ONE.replace("1. e4", "1. e4 { forgotten\n\n") + TWO, [(1, "One"), (8, "Two")]),
        (ONE.replace("1. e4", '1. e4 { [Event "no"]\n[Event "no"]\n}') + TWO, [(1, "One"), (8, "Two")]),
        (ONE.replace("1. e4", "1. e4\n\n% 2. e5 {\n2. d4") + TWO, [(1, "One"), (9, "Two")]),
        ('[Event "One"]\n\n[Event "Two"]\n\n', [(1, "One"), (3, "Two")]),
        ('[Event "One"]\n\n\n\n[Site "there"]\n', [(1, "One")]),
        ('[Event "One"]\n[Site "damaged]\n; remark {\n[Round "1"]\n\n*\n', [(1, "One")]),
        ('[ Event   "One" ]  \n', [(1, "One")]),
        (r'[Event "A \"B\" \\ C"]', [(1, r'A "B" \ C')]),
        ('[Event "A "B" C"]', [(1, 'A "B" C')]),
        ('[Event ""]', [(1, "")]),
        (" " + ONE + "\t" + TWO, [(1, "One"), (6, "Two")]),
        ("".join(f"  {line}\n" for line in (ONE + TWO).splitlines()), [(1, "One"), (6, "Two")]),
        ('[Event "One"] [Site "A"]\n\n1. d4\n\n[Event "Two"][White "Beta"]\n', [(1, "One"), (5, "Two")]),
        ('[Event "One"] [White "A \\"B\\" ]"] 1. e4 1-0\n[Event "Two"] *\n', [(1, "One"), (2, "Two")]),
        (" ".join((ONE + TWO).split("\n")), [(1, "One"), (1, "Two")]),
        ('[Event "One"] 1. e4 {[Event "no"]} e5 [Event "Two"] *', [(1, "One"), (1, "Two")]),
        ('[Event "One"] [Event "Two"]', [(1, "One"), (1, "Two")]),
        ('[Event "One"]\n[White "A"] is ill\n[Black "B"]\n\n*\n', [(1, "One")]),
    ],
)  # fmt: skip
def test_games_are_parted_where_they_end(text: str, expected: list[tuple[int, str]]) -> None:
    assert [(line, tags["Event"]) for line, tags, _ in _read(text)] == expected


def test_tags_of_one_line_have_each_their_value() -> None:
    text = ' [Event "One"] [White "A \\"B\\" ]"]\t[Black "C"] 1. e4 1-0\n'

    assert _read(text) == [(1, {"Event": "One", "White": 'A "B" ]', "Black": "C"}, True)]


def test_games_of_a_file_without_breaks_are_all_found_wherever_a_piece_ends() -> None:
    text = " ".join((ONE.replace("1. e4", "1. e4 {a} e5") * 3000).split("\n"))

    found = _read(text)

    assert len(text) > 2 * 65_536
    assert found == [(1, {"Event": "One", "White": "Alpha"}, True)] * 3000


def test_tags_behind_a_damaged_tag_or_blank_lines_are_still_of_the_game() -> None:
    text = '[Event "One"]\n[Site "damaged]\n; remark\n\n\n\n[Round "1"]\n\n*\n'

    assert _read(text) == [(1, {"Event": "One", "Round": "1"}, False)]


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("1. e4", True),
        ("1.e4", True),
        ("{1. e4 was not played}", False),
        ("{nothing} 1... e5", True),
        ("; 1. e4", False),
        ("{ ; } 1. e4", True),
        ("1-0", False),
    ],
)
def test_moves_count_only_outside_comments(text: str, moved: bool) -> None:
    assert _read(f'[Event "One"]\n\n{text}\n') == [(1, {"Event": "One"}, moved)]


@pytest.mark.parametrize(
    "line",
    [
        "1. e4 " + "{[%clk 0:01:02]} e5 " * 20_000,
        " " * 200_000 + "1. e4",
        "{" + '\t[Event "no"] ' * 20_000 + "}" + "1. d4",
    ],
)
def test_line_of_any_length_is_taken_in_pieces(line: str) -> None:
    handle = Counted(ONE.replace("1. e4", line) + TWO)

    found = list(games(handle))

    assert [(game.line, game.tags["Event"], game.moved) for game in found] == [
        (1, "One", True),
        (6, "Two", False),
    ]
    assert handle.most <= 65_536


@pytest.mark.parametrize("value", ["x", '"]', "\\", " "])
def test_tag_of_endless_length_is_left_out_alone(value: str) -> None:
    endless = f'[Site "{value * 200_000}"]\n[Round "1"]'
    text = f'[Event "One"]\n{endless}\n\n1. e4 *\n%{value * 200_000}\n{TWO}'

    assert _read(text) == [
        (1, {"Event": "One", "Round": "1"}, True),
        (7, {"Event": "Two", "White": "Beta"}, False),
    ]


def test_game_of_more_tags_than_any_has_is_parted() -> None:
    text = "".join(f'[T{number} "x"]\n' for number in range(1100))

    assert [len(tags) for _, tags, _ in _read(text)] == [500, 500, 100]


HOSTILE = (
    '[A "b"] x ',
    '1. e4 [A "b" ',
    "1. [[ ",
    '1. [A  "',
    "\t[",
    "{}",
    "{",
    "{\n",
    "}\n",
    '[White "a" ',
    '"]',
    '[A "',
    "[ ",
    "\\",
    '[Event "x"]\n',
    "\n\n",
    "%\n",
    "1. ;",
)


@pytest.mark.parametrize("filling", HOSTILE)
def test_two_megabytes_of_anything_take_time_in_proportion(filling: str) -> None:
    text = game("1", "Alpha", "Beta", "1-0") + filling * (seeds.examples(2_000_000) // len(filling))

    found = sum(1 for _ in games(StringIO(text)))  # what grew by the square would take hours

    assert found >= 1
