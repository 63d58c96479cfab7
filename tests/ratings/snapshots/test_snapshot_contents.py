"""What the files say against what the API says of the same objects: the same, and nothing more."""

import json
from typing import Any

import pytest
from django.test import Client

from federation.models import Account, Identifier, Player
from ratings.models import PublishedList, RatingSystem
from ratings.rulebook import list_fields
from ratings.snapshots.noted import current
from ratings.snapshots.parts import parts
from ratings.snapshots.rows import rows_of
from ratings.snapshots.tables import DATE, ENTRIES, FLAG, JSON, MOMENT, NUMBER, TABLES, TEXT, WHOLE
from tests.ratings.small_federation import Small
from tests.ratings.snapshots.reading import body, make, rows, texts
from tests.ratings.streams import World
from tournaments.models import Tournament
from tournaments.models.stages import Stage

pytestmark = pytest.mark.django_db
API = "/api/v1"
NAMES = list_fields.names_in(list_fields.API)


def asked(client: Client, path: str) -> Any:
    """Ask the interface for programs."""
    return json.loads(body(client, f"{API}{path}"))


def written(value: Any) -> str:
    """Write a value of JSON as a cell of a file has it."""
    if isinstance(value, bool):
        return str(int(value))
    if value is None:
        return ""
    return str(value)


def test_columns_of_entries_are_those_of_the_api() -> None:
    assert tuple(one.name for one in ENTRIES) == ("date", "revision", *NAMES)


def test_entries_are_those_of_every_published_list(small: Small, client: Client) -> None:
    make()

    for system in ("ffg", "egf"):
        found = rows(client, f"entries-{system}-2026")
        lists = [one for one in small.lists if one.system.key == system]
        told = [
            {
                "date": one.date.isoformat(),
                "revision": "1",
                **{name: written(row[name]) for name in NAMES},
            }
            for one in sorted(lists, key=lambda one: one.date)
            for row in asked(client, f"/lists/{system}/{one.date}/entries.json")["items"]
        ]
        assert found == told


def test_entries_of_lists_nobody_was_shown_are_not_there(small: Small, client: Client) -> None:
    PublishedList.objects.filter(pk=small.lists[0].pk).update(ready=False)
    RatingSystem.objects.filter(key="egf").update(active=False)
    make()

    days = {row["date"] for row in rows(client, "entries-ffg-2026")}
    assert days == {one.date.isoformat() for one in small.lists[1:3]}
    assert {row["system"] for row in rows(client, "lists")} == {"ffg"}
    assert "entries-egf-2026" not in {one.name for one in parts()}


def test_players_are_as_the_api_shows_each(small: Small, client: Client) -> None:
    Identifier.objects.get_or_create(player=small.players[0], scheme="fide", defaults={"value": "4100123"})
    Player.objects.filter(pk=small.players[1].pk).update(birth_year=1990, club=None, club_text="13MA")
    make()

    found = {int(row["number"]): row for row in rows(client, "players")}
    assert set(found) == set(Player.objects.filter(merged_into=None).values_list("pk", flat=True))
    for number, row in found.items():
        told = asked(client, f"/players/{number}")
        held = {scheme: row.pop(scheme) for scheme in Identifier.Scheme.values}
        assert {scheme: value for scheme, value in held.items() if value} == told["identifiers"]
        assert row == {name: written(told[name]) for name in row}


def test_clubs_are_as_the_api_shows_each(small: Small, client: Client) -> None:
    make()

    found = rows(client, "clubs")
    assert len(found) == 3
    for row in found:
        told = asked(client, f"/clubs/{row['code']}")
        assert row == {name: written(told[name]) for name in row}


def test_tournaments_are_as_the_api_lists_them(small: Small, client: Client) -> None:
    Tournament.objects.filter(pk=small.tournaments[1].pk).update(stage=Stage.REVOKED, reason="Wrong file")
    make()

    found = rows(client, "tournaments")
    told = [
        one
        for stage in ("approved", "revoked")
        for one in asked(client, f"/tournaments?stage={stage}")["items"]
    ]
    assert [row["number"] for row in found] == ["1", "2"]
    assert {row["stage"] for row in found} == {"approved", "revoked"}
    by_number = {str(one["number"]): one for one in told}
    for row in found:
        revoked = row.pop("revoked")
        assert row == {name: written(by_number[row["number"]][name]) for name in row}
        assert bool(revoked) == (by_number[row["number"]]["revoked"] is not None)


def test_drafts_are_not_there(small: Small, client: Client) -> None:
    Tournament.objects.filter(pk=small.tournaments[1].pk).update(stage=Stage.SUBMITTED)
    make()

    assert {row["number"] for row in rows(client, "tournaments")} == {"1"}
    for table in ("entrants", "games"):
        assert {row["tournament"] for row in rows(client, table)} == {"1"}


def test_entrants_and_games_are_those_of_the_crosstable(small: Small, client: Client) -> None:
    make()

    entrants = [row for row in rows(client, "entrants") if row["tournament"] == "2"]
    games = [row for row in rows(client, "games") if row["tournament"] == "2"]
    told = asked(client, "/tournaments/2/crosstable")["entrants"]
    by_place = {str(one["place"]): one for one in told}
    place_of = {row["entrant"]: row["place"] for row in entrants}
    assert len(entrants) == len(told)
    for row in entrants:
        one = by_place[row["place"]]
        assert row["name"] == one["name"]
        assert [row[name] for name in ("player", "grade", "club", "country", "title", "rating")] == [
            written(one[name]) for name in ("player", "grade", "club", "country", "title", "rating")
        ]
    turns = {
        (str(one["place"]), str(turn["round"])): (str(turn["opponent"]), turn["points"], turn["handicap"])
        for one in told
        for turn in one["rounds"]
    }
    read = {}
    for game in games:
        white, black = place_of[game["white"]], place_of[game["black"]]
        read[white, game["round"]] = (black, float(game["white_points"]), int(game["handicap"]))
        read[black, game["round"]] = (white, float(game["black_points"]), int(game["handicap"]))
    assert read == turns


def test_statistics_are_those_of_the_api(small: Small, client: Client) -> None:
    make()

    found = rows(client, "statistics")
    assert {row["kind"] for row in found} >= {"wins", "activity", "drift"}
    for row in found:
        told = asked(client, f"/systems/{row['system']}/statistics/{row['kind']}")
        assert json.loads(row["data"]) == told["data"]


def test_online_games_are_those_that_stand(arena: World, client: Client) -> None:
    arena.withdraw(arena.games[0])
    make()

    games, seats = (rows(client, f"online_{what}-ladder-2023") for what in ("games", "seats"))
    standing = arena.games[1:]
    assert {row["code"] for row in games} == {one.code for one in standing}
    by_code = {row["code"]: row for row in games}
    for one in standing:
        row = by_code[one.code]
        assert row["white"] == written(one.white_id)
        assert row["white_points"] == written(None if one.score is None else one.score / 2)
        sat = [(seat["player"], seat["place"], seat["team"]) for seat in seats if seat["code"] == one.code]
        assert sat == [
            tuple(map(str, told))
            for told in one.seats.order_by("number").values_list("player_id", "place", "team")
        ]


def test_rows_have_a_value_of_its_type_for_every_column(arena: World) -> None:
    types: dict[str, tuple[type, ...]] = {
        TEXT: (str,), JSON: (str,), MOMENT: (str,), WHOLE: (int,), NUMBER: (float,), FLAG: (bool,),
        DATE: (object,),
    }  # fmt: skip

    for part in parts():
        columns = TABLES[part.table].columns
        for row in rows_of(part):
            assert len(row) == len(columns)
            for column, value in zip(columns, row, strict=True):
                is_missing = value is None and column.type not in (TEXT, JSON)
                assert is_missing or isinstance(value, types[column.type]), (part.name, column.name, value)


def test_keys_name_one_row_of_each_file(arena: World, client: Client) -> None:
    make()

    for part in parts():
        key, found = TABLES[part.table].key, rows(client, part.name)
        assert len({tuple(row[name] for name in key) for row in found}) == len(found), part.name


def test_nothing_of_accounts_or_of_what_only_the_office_sees_is_in_any_file(
    arena: World, client: Client
) -> None:
    Account.objects.create_user("secret@example.org", "a long enough secret")
    Player.objects.update(sex="f", death="2024-03-05")
    make()

    for name, text in texts(client).items():
        heading = text.partition("\r\n")[0].split(",")
        assert "secret@example.org" not in text
        assert "2024-03-05" not in text
        assert not {"email", "death", "privacy", "exact", "address"} & set(heading), name
    assert "sex" not in rows(client, "players")[0]


def test_same_facts_give_the_same_bytes(small: Small) -> None:
    make()
    first = {name: note["formats"] for name, note in current().files.items()}
    row = current()
    row.files = {}
    row.save()
    make()

    assert {name: note["formats"] for name, note in current().files.items()} == first
