import csv
import io
import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from datetime import date, datetime
from typing import Any

import pytest

from federation.player_lists.readers.any_list import read_go_list
from federation.player_lists.readers.row import PlayerRow
from ratings.charts import figures
from ratings.exports import go_files, listed
from ratings.exports.listed import Head, Row
from ratings.rulebook.list_fields import GO
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.standings import table as crosstable
from tournaments.standings.table import Cell, Entrant, Free, Pairing

HEAD = Head("ffg", "FFG ladder", date(2026, 11, 6), 1, datetime(2026, 11, 6, 7, 9, 39), 3, 2)
ADA = Row(
    number=1,
    surname="Besson Lacroix",
    given_name="Éloïse Marie",
    federation="FR",
    club="75Xa",
    ffg="2100042",
    egd="99000042",
    declared_grade="2d",
    grade="2d",
    rating=143,
    events=12,
    last_event="T261003A",
    licence="L",
)
BOB = replace(
    ADA,
    number=2,
    surname="Kowalczyński",
    given_name="Bob",
    federation="GB",
    club="UK-Lond",
    ffg="",
    egd="99000043",
    declared_grade="5k",
    grade="5k",
    rating=-450,
    licence="e",
)
CAT = replace(
    ADA,
    number=3,
    surname="Abelard",
    given_name="",
    club="",
    ffg="7900001",
    egd="99000044",
    declared_grade="30k",
    grade="30k",
    rating=-3000,
    licence="-",
)
ROWS = [ADA, BOB, CAT]


def listed_row(row: Row) -> list[object]:
    """Return what files of a list are made of, of a player."""
    others = {
        "position": row.number,
        "rank": row.number,
        "active_rank": None if row is CAT else row.number,
        "sex": "f",
        "birth_year": 1988,
        "club_name": "Cercle du Pont",
        "region": "IDF",
        "change": None if row is BOB else -7,
        "games": 41,
        "last_played": date(2026, 10, 3),
        "active": row is not CAT,
    }
    return [(asdict(row) | others)[name] for name in listed.reads_of(GO)]


LISTED = [listed_row(row) for row in ROWS]


def test_ladder_file_has_sixty_one_characters_a_line_by_surname() -> None:
    lines = go_files.ladder_file(HEAD, ROWS).split(b"\r\n")

    assert lines[0] == b"#Echelle au 6/11/2026 07:09:39"
    assert lines[1:] == [
        b"Abelard _                             -3000 - 7900001 XXXX FR",
        "Besson_Lacroix Éloïse_Marie             143 L 2100042 75Xa FR".encode("iso-8859-1"),
        b"Kowalczynski Bob                       -450 e ------- xxxx UK",
        b"",
    ]
    assert {len(line) for line in lines[1:-1]} == {61}


@pytest.mark.parametrize("surname", ["Œ" * 60, "Иванов " * 9, "a\r\nb", "Ø€漢字", "ß" * 38, " "])
def test_ladder_line_keeps_its_length_whatever_the_name(surname: str) -> None:
    data = go_files.ladder_file(HEAD, [replace(ADA, surname=surname)])

    assert [len(line) for line in data.split(b"\r\n")] == [30, 61, 0]


def test_ladder_file_is_read_back_as_listed() -> None:
    found = read_go_list(io.BytesIO(go_files.ladder_file(HEAD, ROWS)))

    rows = [row for row in found.rows if isinstance(row, PlayerRow)]
    assert (found.format, found.list_date) == ("ffg-v3", HEAD.date)
    assert [(r.surname, r.given_name, r.rating, r.licence_status, r.country, r.club) for r in rows] == [
        ("Abelard", "", -3000.0, "-", "FR", ""),
        ("Besson Lacroix", "Éloïse Marie", 143.0, "L", "FR", "75Xa"),
        ("Kowalczynski", "Bob", -450.0, "e", "UK", ""),
    ]
    assert [r.identifiers.get("ffg") for r in rows] == ["7900001", "2100042", None]


def test_world_list_stands_in_its_columns() -> None:
    gor = replace(ADA, rating=2243, declared_grade="1d")

    line = next(
        row for row in go_files.world_list(HEAD, [gor]).decode("ascii").split("\n") if "99000042" in row
    )

    assert (
        line == " 99000042  Besson_Lacroix Eloise_Marie           FR  75Xa    1d   2d   2243    12  T261003A"
    )
    assert (line[1:9], line[53:57], line[60:63], line[65:68], line[70:75], line[75:81], line[83:91]) == (
        "99000042", "75Xa", " 1d", " 2d", " 2243", "    12", "T261003A"
    )  # fmt: skip


def test_world_list_is_read_back_as_listed() -> None:
    rows = [replace(ADA, rating=2143), replace(BOB, rating=1600), replace(CAT, rating=-880, last_event="")]

    found = read_go_list(io.BytesIO(go_files.world_list(HEAD, rows)))

    listed = [row for row in found.rows if isinstance(row, PlayerRow)]
    assert (found.format, found.list_date) == ("egd", HEAD.date)
    assert [(r.surname, r.identifiers["egd"], r.country, r.grade, r.rating, r.events) for r in listed] == [
        ("Abelard", "99000044", "FR", "30k", -880.0, 12),
        ("Besson Lacroix", "99000042", "FR", "2d", 2143.0, 12),
        ("Kowalczynski", "99000043", "UK", "5k", 1600.0, 12),
    ]


def test_world_list_name_cannot_open_a_tag() -> None:
    data = go_files.world_list(HEAD, [replace(ADA, surname="<script>alert(1)</script>")])

    assert data.count(b"<script") == 0


def test_spreadsheet_has_the_list_in_front_of_every_row() -> None:
    table = list(csv.reader(io.StringIO(listed.render_csv(HEAD, LISTED[:1]).decode("utf-8-sig"))))

    assert table[0][:5] == ["system", "date", "revision", "number", "position"]
    assert table[1] == [
        "ffg",
        "2026-11-06",
        "1",
        "1",
        "1",
        "1",
        "1",
        "Besson Lacroix",
        "Éloïse Marie",
        "f",
        "1988",
        "FR",
        "75Xa",
        "Cercle du Pont",
        "IDF",
        "2100042",
        "99000042",
        "2d",
        "2d",
        "143",
        "-7",
        "41",
        "12",
        "2026-10-03",
        "T261003A",
        "1",
        "L",
    ]


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t", "\r"])
def test_spreadsheet_name_is_never_a_formula(begin: str) -> None:
    name = f"{begin}cmd|' /C calc'!A0"

    table = list(
        csv.reader(
            io.StringIO(
                listed.render_csv(HEAD, [listed_row(replace(ADA, surname=name))]).decode("utf-8-sig"),
                newline="",
            )
        )
    )

    assert table[1][7] == f"'{name}"


def test_document_holds_head_and_players() -> None:
    told = json.loads(listed.render_json(HEAD, LISTED))

    assert {name: told[name] for name in ("system", "date", "revision", "published", "count", "active")} == {
        "system": "ffg",
        "date": "2026-11-06",
        "revision": 1,
        "published": "2026-11-06T07:09:39",
        "count": 3,
        "active": 2,
    }
    assert [player["number"] for player in told["players"]] == [1, 2, 3]
    assert told["players"][0]["last_played"] == "2026-10-03"


def test_document_without_players_is_an_empty_list() -> None:
    assert json.loads(listed.render_json(HEAD, []))["players"] == []


@pytest.mark.parametrize(
    ("renderer", "rows"),
    [
        (go_files.ladder_file, ROWS),
        (go_files.world_list, ROWS),
        (listed.render_csv, LISTED),
        (listed.render_json, LISTED),
    ],
)
def test_rendering_twice_gives_the_same_bytes(
    renderer: Callable[[Head, Iterable[Any]], bytes], rows: list[Any]
) -> None:
    assert renderer(HEAD, iter(rows)) == renderer(HEAD, rows)


@pytest.mark.parametrize(
    ("value", "set_"), [(0.4, "0"), (-0.5, "0"), (-0.51, "−1"), (12.5, "+13"), (-7, "−7"), (0, "0")]
)
def test_change_is_set_with_sign_and_half_up(value: float, set_: str) -> None:
    assert figures.signed(value) == set_


def entrants(count: int, rank: str = "") -> list[Entrant]:
    return [Entrant(10 + n, n, f"P{n}", 100 + n, "5k", "", "FR", rank) for n in range(1, count + 1)]


def test_standings_count_half_points_and_opponents() -> None:
    games = [
        Pairing(1, 11, 12, Outcome.WHITE_WINS, False, 0, True),
        Pairing(2, 12, 13, Outcome.DRAW, False, 2, True),
        Pairing(2, 11, 14, Outcome.BLACK_WINS, True, 0, False),
    ]

    rows = crosstable.standings(entrants(4), games, [Free(1, 13, ByeKind.HALF_POINT)], rounds=2)

    assert [(row.place, row.entrant.number, row.score, row.sos) for row in rows] == [
        (1, 1, 2, 3), (2, 4, 2, 2), (3, 3, 2, 1), (4, 2, 1, 4)
    ]  # fmt: skip
    assert list(rows[0].cells) == [
        Cell("win", 4, "P2", "w", 0, True, 2),
        Cell("loss", 2, "P4", "", 0, False, 0),
    ]
    assert list(rows[2].cells) == [
        Cell("bye", 0, "", "", 0, False, 1),
        Cell("draw", 4, "P2", "b", 2, True, 1),
    ]
    assert rows[1].cells[0] is None


def test_standings_follow_the_places_of_the_file_where_it_has_them() -> None:
    ranked = [one._replace(rank=str(4 - one.number)) for one in entrants(3)]

    rows = crosstable.standings(ranked, [], rounds=1)

    assert [row.entrant.number for row in rows] == [3, 2, 1]


def test_standings_keep_the_order_of_a_file_that_leaves_tied_places_blank() -> None:
    games = [Pairing(1, 11, 12, Outcome.BLACK_WINS, False, 0, True)]
    tied = [one._replace(rank="1" if one.number == 1 else "") for one in entrants(3)]

    rows = crosstable.standings(tied, games, rounds=1)

    assert [row.entrant.number for row in rows] == [1, 2, 3]


GRADES = ("6d", "5d", "2k", "3k")


def paired(*rounds: tuple[int, int, int, int]) -> list[Pairing]:
    """Rounds of two games, each as winner, loser, winner, loser by number."""
    return [
        Pairing(turn, 10 + winner, 10 + loser, Outcome.WHITE_WINS, False, 0, True)
        for turn, (one, two, three, four) in enumerate(rounds, 1)
        for winner, loser in ((one, two), (three, four))
    ]


def test_winner_of_a_mcmahon_stays_first_although_others_won_more() -> None:
    graded = [one._replace(grade=grade) for one, grade in zip(entrants(4), GRADES, strict=True)]
    games = paired((1, 2, 3, 4), (1, 2, 3, 4), (2, 1, 3, 4), (2, 3, 1, 4))

    rows = crosstable.standings(graded, games, rounds=4)

    assert [(row.entrant.number, row.score) for row in rows] == [(1, 6), (2, 4), (3, 6), (4, 0)]


def test_winner_of_a_swiss_stays_first_although_others_are_stronger() -> None:
    graded = [one._replace(grade=grade) for one, grade in zip(entrants(4), GRADES, strict=True)]
    games = paired((4, 1, 3, 2), (4, 3, 1, 2))

    rows = crosstable.standings(graded, games, rounds=2)

    assert [(row.entrant.number, row.score) for row in rows] == [(4, 4), (1, 2), (3, 2), (2, 0)]


def test_head_start_of_nobody_known_is_none() -> None:
    assert [crosstable.step(grade) for grade in ("1d", "1k", "20k", "", "?")] == [42, 40, 2, 0, 0]
