"""Games in files: tables and PGN become columns, whatever is wrong with them becomes findings."""

import gzip
import io
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from federation.vocabulary.systems.catalogue import STREAMS
from tests import processor
from tournaments.online_games import files, same_games, sheet
from tournaments.online_games.arrivals import Arrival, Slice, of_records, records
from tournaments.online_games.checking import check
from tournaments.reports.findings import TEXTS, Unreadable

HEADING = "game,ended,white,black,result,order,max_points\n"
NOW = 1_790_000_000_000


def ms(*moment: int) -> int:
    return int(datetime(*moment, tzinfo=UTC).timestamp()) * 1000  # type: ignore[misc, arg-type]  # year, month, day and so on


def read(text: str, system: str = "ladder") -> Slice:
    (part,) = files.read(io.StringIO(text), system=system)
    return part


def rows(text: str, system: str = "ladder") -> list[Arrival]:
    return list(records(read(text, system).games))


def codes(part: Slice) -> list[tuple[int, list[str]]]:
    return [(refusal.place, [finding.code for finding in refusal.findings]) for refusal in part.refused]


def test_duel_of_a_table_is_read() -> None:
    assert rows(HEADING + "A-1,2026-03-14T20:15:00Z,anna,ben,1-0,,\n") == [
        Arrival("A-1", ms(2026, 3, 14, 20, 15), ("anna", "ben"), score=2, place=2)
    ]


@pytest.mark.parametrize(
    ("written", "score"),
    [("1-0", 2), ("0-1", 0), ("1/2-1/2", 1), ("½-½", 1), ("=", 1), ("White", 2), ("1:0", 2), ("0.5-0.5", 1)],
)
def test_result_is_read_as_people_write_it(written: str, score: int) -> None:
    assert [row.score for row in rows(HEADING + f"A,2026-03-14T20:15:00Z,a,b,{written},,\n")] == [score]


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2026-03-14T20:15:00Z", ms(2026, 3, 14, 20, 15)),
        ("2026-03-14 20:15:00", ms(2026, 3, 14, 20, 15)),
        ("2026-03-14T20:15", ms(2026, 3, 14, 20, 15)),
        ("2026-03-14T21:15:00+01:00", ms(2026, 3, 14, 20, 15)),
        ("2026-03-14T21:15:00 +0100", ms(2026, 3, 14, 20, 15)),
        ("2026-03-14T20:15:00.250Z", ms(2026, 3, 14, 20, 15) + 250),
        ("1996-02-29T23:59:59Z", ms(1996, 2, 29, 23, 59, 59)),
    ],
)
def test_moment_is_read_with_and_without_a_zone(written: str, moment: int) -> None:
    assert [row.ended for row in rows(HEADING + f"A,{written},a,b,1-0,,\n")] == [moment]


@pytest.mark.parametrize("written", ["now", "2024", "2026-02-30T10:00:00Z", "14/03/2026 20:15", "1767225600"])
def test_what_is_no_moment_is_a_finding(written: str) -> None:
    part = read(HEADING + f"A,{written},a,b,1-0,,\n")
    assert (len(part.games), codes(part)) == (0, [(2, ["odd-moment"])])


def test_columns_and_rows_one_by_one_give_the_same_games() -> None:
    lines = [
        f"G{n},2026-03-14T20:{n % 60:02}:00Z,p{n % 7},p{n % 5 + 7},{['1-0', '0-1', '½-½'][n % 3]},,\n"
        for n in range(500)
    ]
    by_columns = rows(HEADING + "".join(lines))
    one_by_one = rows(HEADING + "".join(lines) + "T,2026-03-14T20:15:00Z,,,,x > y = z,\n")
    assert by_columns == one_by_one[:-1]


def test_order_with_ties_gives_places_and_points() -> None:
    assert rows(HEADING + "A,2026-03-14T20:15:00Z,,,,anna > ben = cem > dora ,24\n") == [
        Arrival(
            "A", ms(2026, 3, 14, 20, 15), ("anna", "ben", "cem", "dora"),
            places=(1, 2, 2, 4), max_points=24.0, place=2,
        )
    ]  # fmt: skip


def test_order_of_two_is_a_duel() -> None:
    found = rows(HEADING + "A,2026-03-14T20:15:00Z,,,,anna = ben,\nB,2026-03-14T20:15:00Z,,,,ben > anna,\n")
    assert [(row.players, row.score) for row in found] == [(("anna", "ben"), 1), (("ben", "anna"), 2)]


def test_teams_are_sides_joined_by_plus() -> None:
    found = rows(HEADING + "A,2026-03-14T20:15:00Z,anna + ben,cem + dora,0-1,,\n", "fics-bughouse")
    assert [(row.players, row.score, row.teams) for row in found] == [
        (("anna", "ben", "cem", "dora"), 0, True)
    ]


def test_row_that_cannot_be_read_is_refused_and_spoils_no_other() -> None:
    part = read(
        HEADING
        + "A,2026-03-14T20:15:00Z,a,b,1-0,,\n"
        + "B,,a,b,,,\n"
        + "\n"
        + "C,2026-03-14T20:15:00Z,,b,2-0,,\n"
        + 'D,2026-03-14T20:15:00Z,"a,b,1-0,,\n'
        + "E,2026-03-14T20:15:00Z,,,,a > > b,\n"
        + "F,2026-03-14T20:15:00Z,a,b,1-0,,many\n"
        + 'G,2026-03-14T20:15:00Z,"a, the first",b,1-0,,\n'
        + "H\n"
    )
    assert [row.code for row in records(part.games)] == ["A", "G"]
    assert codes(part) == [
        (3, ["missing-end", "no-result"]),
        (5, ["missing-player"]),
        (6, ["missing-player"]),
        (7, ["odd-order"]),
        (8, ["odd-points"]),
        (10, ["missing-end", "missing-player"]),
    ]


def test_headings_are_known_in_french_and_by_any_separator() -> None:
    found = rows("Partie;Fin;Blancs;Noirs;Résultat\nA;2026-03-14T20:15:00Z;anna;ben;0-1\n")
    assert [(row.code, row.players, row.score) for row in found] == [("A", ("anna", "ben"), 0)]


def test_unknown_and_repeated_headings_are_told() -> None:
    part = read("game,ended,white,black,result,club,white\nA,2026-03-14T20:15:00Z,a,b,1-0,x,y\n")
    said = [(finding.code, finding.place.column) for finding in part.notices]
    assert (len(part.games), said) == (1, [("unknown-heading", 6), ("duplicate-heading", 7)])


@pytest.mark.parametrize("text", ["", "\n\n", "anna,ben,1-0\n", "game,ended,white\n", "<html>\n"])
def test_table_without_its_headings_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read(text)
    assert refusal.value.finding.code == "missing-columns"


def test_table_without_codes_makes_them_and_says_so() -> None:
    text = "ended,white,black,result\n2026-03-14T20:15:00Z,a,b,1-0\n2026-03-14T20:15:00,A,B ,0-1\n"
    part = read(text)
    first, second = (row.code for row in records(part.games))
    assert first == second  # the same players at the same moment are the same game
    assert first.startswith("20260314T201500-")
    assert [(one.code, one.values) for one in part.notices] == [
        ("zone-assumed", {"count": 1}),
        ("code-made", {"count": 2}),
    ]


@pytest.mark.parametrize("system", STREAMS)
def test_template_is_taken_by_its_system_without_a_finding(system: str) -> None:
    (part,) = files.read(files.of_bytes(sheet.template(system), limit=10_000), system=system)
    good, refused = check(part.games, STREAMS[system].games, now=NOW)
    assert (part.refused, part.notices, refused, bool(good.all()), len(part.games) > 0) == (
        (),
        (),
        [],
        True,
        True,
    )


PGN = """[Event "FICS rated blitz game"]
[Site "FICS freechess.org"]
[FICSGamesDBGameNo "4711"]
[White "Anna"]
[Black "Ben"]
[Date "2026.03.14"]
[Time "20:15:00"]
[Result "1-0"]

1. e4 e5 {[Result "0-1"]} 1-0

[Event "FICS unrated blitz game"]
[White "Anna"]
[Black "Ben"]
[Result "1-0"]

1-0

[Event "FICS rated standard game"]
[White "Anna"]
[Black "Ben"]
[Result "1-0"]

1-0

[Event "Rated blitz game"]
[Site "https://play.example/Ab12Cd34"]
[White "Cem"]
[Black "Ben"]
[UTCDate "2026.03.14"]
[UTCTime "20:30:00"]
[Result "1/2-1/2"]

1/2-1/2

[Event "Club"]
[White "Cem"]
[Black "?"]
[Result "*"]

*

[Event "Live Chess"]
[Link "https://chess.example/live/game/99"]
[White "Dora"]
[Black "Ben"]
[Date "2026.03.14"]
[Time "20:30:00"]
[EndDate "2026.03.14"]
[EndTime "21:02:03 GMT+0100"]
[Result "0-1"]

0-1

[Event "Club"]
[White "Cem"]
[Black "Dora"]
[UTCDate "2026.03.14"]
[UTCTime "20:30:00"]
[Result "1-0"]

1-0
"""


def test_games_of_pgn_are_read_by_their_tags() -> None:
    part = read(PGN, "fics-blitz")
    found = [(row.code, row.ended, row.players, row.score, row.place) for row in records(part.games)]
    assert found[:3] == [
        ("4711", ms(2026, 3, 14, 20, 15), ("Anna", "Ben"), 2, 1),
        ("Ab12Cd34", ms(2026, 3, 14, 20, 30), ("Cem", "Ben"), 1, 26),
        ("99", ms(2026, 3, 14, 20, 2, 3), ("Dora", "Ben"), 0, 43),
    ]
    assert found[3][0].startswith("20260314T203000-")
    assert codes(part) == [(36, ["missing-end", "missing-player", "unknown-result"])]
    assert {one.code: one.values["count"] for one in part.notices} == {
        "moveless-games": 3,
        "zone-assumed": 1,
        "unrated-games": 1,
        "other-category": 1,
        "code-made": 1,
    }


def test_packed_file_is_read_from_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn.gz"
    path.write_bytes(gzip.compress(PGN.replace("Dora", "Zoé").encode("iso-8859-15")))
    with files.of_path(path) as lines:
        (part,) = files.read(lines, system="fics-blitz")
    assert [row.players for row in records(part.games)][2] == ("Zoé", "Ben")


def test_letters_that_are_no_utf8_far_down_a_file_are_read_as_western_ones(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(PGN.encode() * 100 + PGN.replace("Dora", "Zoé").encode("iso-8859-15"))
    with files.of_path(path) as lines:
        (part,) = files.read(lines, system="fics-blitz")
    assert [row.players[0] for row in records(part.games)][-2] == "Zoé"


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04more", b"\x00\x01\x02", b"\x1f\x8bbroken"])
def test_file_that_is_no_text_is_unreadable(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_bytes(data)
    with pytest.raises(Unreadable), files.of_path(path) as lines:
        list(files.read(lines, system="ladder"))


def test_notices_of_the_parts_of_a_file_are_added_up() -> None:
    parts = [read(PGN, "fics-blitz"), read(PGN, "fics-blitz")]
    told = files.summarise(notice for part in parts for notice in part.notices)
    assert {one.code: one.values["count"] for one in told} == {
        "moveless-games": 6,
        "zone-assumed": 2,
        "unrated-games": 2,
        "other-category": 2,
        "code-made": 2,
    }


DUEL = Arrival("A", NOW - 1000, ("anna", "ben"), score=2)
TABLE = Arrival("A", NOW - 1000, ("a", "b", "c"), places=(1, 2, 2))
TEAMS = Arrival("A", NOW - 1000, ("a", "b", "c", "d"), score=1, teams=True)


@pytest.mark.parametrize(
    ("system", "game", "expected"),
    [
        ("ladder", DUEL, []),
        ("ladder", TABLE, []),
        ("fics-bughouse", TEAMS, []),
        ("fics-blitz", TABLE, ["wants-two"]),
        ("fics-blitz", TEAMS, ["wants-two"]),
        ("fics-bughouse", DUEL, ["wants-teams"]),
        ("ladder", TEAMS, ["wants-no-teams"]),
        ("ladder", Arrival("A", NOW, tuple("abcdefghijk"), places=(1,) * 11), ["too-many-seats"]),
        ("ladder", Arrival("A", NOW, tuple("abcdefghij"), places=tuple(range(1, 11))), []),
        ("ladder", Arrival("A", NOW, ("a",), score=2), ["too-many-seats"]),
        ("ladder", Arrival("A", NOW, ("a", "b", "c"), places=(2, 2, 3)), ["odd-places"]),
        ("ladder", Arrival("A", NOW, ("a", "b", "c"), places=(1, 2, 4)), ["odd-places"]),
        ("ladder", Arrival("A", NOW, ("a", "b", "c"), places=(1, -2, 10**30)), ["odd-places"]),
        ("ladder", Arrival("A", NOW, ("a", "b", "c"), places=(1, 2)), ["odd-places"]),
        ("ladder", Arrival("A", NOW, ("a", "b", "c"), score=1), ["no-result"]),
        ("ladder", Arrival("A", NOW, ("a", "b"), score=7), ["no-result"]),
        ("ladder", Arrival("A", NOW, ("a", "b"), places=(3, 2)), ["odd-places"]),
        ("ladder", Arrival("A", NOW, ("anna", " ANNA "), score=1), ["seated-twice"]),
        ("ladder", Arrival("A", NOW, ("a", "b", "c", "B", "b"), places=(1, 2, 3, 4, 5)), ["seated-twice"]),
        ("ladder", Arrival("A", NOW, ("a", "b\u202e"), score=1), ["odd-handle"]),
        ("ladder", Arrival("A", NOW, ("a", "\ud800"), score=1), ["odd-handle"]),
        ("ladder", Arrival("A", NOW, ("a", "b" * 81), score=1), ["odd-handle"]),
        ("ladder", Arrival("A", NOW, ("a", "İ" * 60), score=1), ["odd-handle"]),  # longer in lower case
        ("ladder", Arrival("", NOW, ("a", "b"), score=1), ["odd-game-code"]),
        ("ladder", Arrival("a/b", NOW, ("a", "b"), score=1), ["odd-game-code"]),
        ("ladder", Arrival("A" * 41, NOW, ("a", "b"), score=1), ["odd-game-code"]),
        ("ladder", Arrival("A", NOW + 5 * 60_000, ("a", "b"), score=1), []),
        ("ladder", Arrival("A", NOW + 5 * 60_000 + 1, ("a", "b"), score=1), ["game-in-future"]),
        ("ladder", Arrival("A", 10**40, ("a", "b"), score=1), ["game-in-future"]),
        ("ladder", Arrival("A", ms(1990, 1, 1), ("a", "b"), score=1), []),
        ("ladder", Arrival("A", ms(1990, 1, 1) - 1, ("a", "b"), score=1), ["game-too-old"]),
        ("ladder", Arrival("A", -(10**40), ("a", "b"), score=1), ["game-too-old"]),
        ("ladder", Arrival("A", NOW, ("a", "b"), score=1, max_points=1000), []),
        ("ladder", Arrival("A", NOW, ("a", "b"), score=1, max_points=0), ["odd-points"]),
        ("ladder", Arrival("A", NOW, ("a", "b"), score=1, max_points=float("nan")), ["odd-points"]),
        ("ladder", Arrival("A", NOW, ("a", "b"), score=1, max_points=10**400), ["odd-points"]),
        ("fics-wild", Arrival("A", NOW, ("a", "b"), score=1, max_points=8), ["points-not-taken"]),
    ],
)
def test_game_is_checked(system: str, game: Arrival, expected: list[str]) -> None:
    good, refused = check(of_records([game]), STREAMS[system].games, now=NOW)
    assert [finding.code for one in refused for finding in one.findings] == expected
    assert good.tolist() == [not expected]
    assert all(finding.message for one in refused for finding in one.findings)
    assert {finding.code for one in refused for finding in one.findings} <= set(TEXTS)


def test_digest_tells_any_difference_apart_and_nothing_else() -> None:
    games = [
        DUEL, Arrival("B", NOW - 1000, ("Anna", "BEN "), score=2),
        Arrival("A", NOW - 1000, ("ben", "anna"), score=2),
        Arrival("A", NOW - 999, ("anna", "ben"), score=2), Arrival("A", NOW - 1000, ("anna", "ben"), score=1),
        Arrival("A", NOW - 1000, ("anna", "ben"), score=2, max_points=8), TABLE, TEAMS,
        Arrival("A", NOW - 1000, ("a", "b", "c"), places=(1, 2, 3)),
        Arrival("A", NOW - 1000, ("a", "b", "c", "d"), places=(1, 1, 1, 1)),
    ]  # fmt: skip
    found = same_games.digests("ladder", of_records(games)).tolist()
    assert found[0] == found[1]  # the code is another matter, and letters of either case are one handle
    assert len(set(found)) == len(games) - 1
    alone = [int(same_games.digests("ladder", of_records([game]))[0]) for game in games]
    assert alone == found  # whatever else is in the batch
    assert same_games.digests("fics-wild", of_records([DUEL]))[0] != found[0]
    assert found[0] == DIGEST_OF_THE_FIRST_RELEASE


# Stored with every game: another number would make each game sent again a contradiction.
DIGEST_OF_THE_FIRST_RELEASE = -4108169015082943475


def test_hundred_thousand_duels_are_read_and_checked_in_little_time() -> None:
    lines = [
        f"G{n},2026-03-14T20:{n % 60:02}:00Z,player{n % 7919},player{n % 6007 + 8000},1-0,,\n"
        for n in range(100_000)
    ]
    text = HEADING + "".join(lines)

    def read_all() -> None:
        (part,) = files.read(io.StringIO(text), system="ladder")
        good, _ = check(part.games, STREAMS["ladder"].games, now=NOW)
        assert (len(part.games), int(np.count_nonzero(good))) == (100_000, 100_000)

    assert processor.is_within(6.0, read_all)  # one slow core takes 0.4
