"""One game under two codes is taken once; games that follow each other are all taken."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from federation.models import Account, Player
from tests.tournaments.online_games.online_games import MOMENT, duel, duels, server
from tournaments.models import GameServer, Handle, TableGame
from tournaments.online_games.arrivals import Arrival
from tournaments.online_games.intake import Received, receive
from tournaments.online_games.servers import withdraw

pytestmark = pytest.mark.django_db
CASES = Path(__file__).resolve().parents[3] / ".." / "shared" / "data" / "cases"


@pytest.fixture
def arena(organiser: Account) -> GameServer:
    return server(account=organiser)


def others(done: Received) -> list[tuple[str, str, object]]:
    """The games refused: their codes, why, and the code of the game they are."""
    return [
        (one.code, finding.code, finding.values.get("game"))
        for one in done.refused
        for finding in one.findings
    ]


def at(code: str, white: str, black: str, score: int, milliseconds: int) -> Arrival:
    return Arrival(code, MOMENT + milliseconds, (white, black), score=score)


FIRST = at("1", "anna", "ben", 2, 0)


@pytest.mark.dialect
@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize(
    "again",
    [
        at("2", "anna", "ben", 2, 0),
        at("2", "anna ", "BEN", 2, 0),
        at("2", "anna", "ben", 2, 999),
        at("2", "ben", "anna", 0, 0),
        at("2", "ben", "anna", 0, 1000),
        at("2", "anna", "ben", 0, 0),
        at("2", "ben", "anna", 2, 400),
    ],
)
def test_game_under_another_code_is_refused(arena: GameServer, again: Arrival, together: bool) -> None:
    batches = [[FIRST, again]] if together else [[FIRST], [again]]
    done = [receive(arena, "fics-blitz", batch, account=None) for batch in batches]

    assert others(done[-1]) == [("2", "same-game", "1")]
    assert (TableGame.objects.count(), Player.objects.count()) == (1, 2)


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize(
    "next_game",
    [
        at("2", "ben", "anna", 0, 60_000),
        at("2", "anna", "ben", 2, 60_000),
        at("2", "anna", "ben", 2, 2000),
        at("2", "ben", "anna", 0, 1001),
        at("2", "anna", "ben", 2, 1000),
        at("2", "anna", "cem", 2, 0),
        at("2", "ben", "anna", 2, 1000),
    ],
)
def test_game_that_follows_is_taken(arena: GameServer, next_game: Arrival, together: bool) -> None:
    batches = [[next_game, FIRST]] if together else [[next_game], [FIRST]]
    done = [receive(arena, "fics-blitz", batch, account=None) for batch in batches]

    assert ([others(one) for one in done], TableGame.objects.count()) == ([[]] * len(done), 2)


def test_game_reported_before_the_stored_one_is_refused_as_well(arena: GameServer) -> None:
    receive(arena, "fics-blitz", [at("1", "anna", "ben", 2, 1000)], account=None)

    done = receive(arena, "fics-blitz", [at("2", "ben", "anna", 0, 0)], account=None)

    assert others(done) == [("2", "same-game", "1")]


def test_all_reports_of_a_game_name_the_one_that_is_taken(arena: GameServer) -> None:
    batch = [at("3", "ben", "anna", 0, 1000), FIRST, at("2", "anna", "ben", 2, 0), FIRST]
    done = receive(arena, "fics-blitz", batch, account=None)

    assert sorted(others(done)) == [("2", "same-game", "1"), ("3", "same-game", "1")]
    assert (done.accepted, done.known) == (1, 1)


def test_games_a_second_apart_are_each_compared_with_one_that_is_taken(arena: GameServer) -> None:
    done = receive(arena, "ladder", [at(str(n), "anna", "ben", 2, 600 * n) for n in range(4)], account=None)

    assert others(done) == [("1", "same-game", "0"), ("3", "same-game", "2")]


def test_game_under_another_handle_of_the_same_player_is_the_same(arena: GameServer) -> None:
    receive(arena, "ladder", [FIRST, duel("9", "annie", "zoe", after=500)], account=None)
    Handle.objects.filter(key="annie").update(player=Player.objects.get(surname="anna"))

    assert others(receive(arena, "ladder", [at("2", "annie", "ben", 2, 0)], account=None)) == [
        ("2", "same-game", "1")
    ]


@pytest.mark.dialect
@pytest.mark.parametrize("together", [True, False])
def test_table_and_teams_under_another_code_are_refused(arena: GameServer, together: bool) -> None:
    for system, teams in (("ladder", False), ("fics-bughouse", True)):
        players, places = ("a", "b", "c", "d"), () if teams else (1, 2, 3, 4)
        games = [
            Arrival(f"{system}{n}", MOMENT + n, order, 2 if teams else None, places, teams)
            for n, order in enumerate([players, players[::-1]])
        ]
        later = Arrival(f"{system}9", MOMENT + 5000, players, 2 if teams else None, places, teams)
        batches = [[*games, later]] if together else [games[:1], [*games[1:], later]]

        done = [receive(arena, system, batch, account=None) for batch in batches]

        assert others(done[-1]) == [(f"{system}1", "same-game", f"{system}0")]
        assert TableGame.objects.filter(system=system).count() == 2


def test_game_withdrawn_under_one_code_comes_under_another(arena: GameServer) -> None:
    receive(arena, "ladder", [FIRST], account=None)
    withdraw(arena, "1", account=None)

    assert receive(arena, "ladder", [at("2", "anna", "ben", 2, 0)], account=None).accepted == 1


def test_game_of_another_system_is_another(arena: GameServer) -> None:
    receive(arena, "ladder", [FIRST], account=None)

    assert receive(arena, "fics-blitz", [at("2", "anna", "ben", 2, 0)], account=None).accepted == 1


def whole_minutes(count: int) -> list[Arrival]:
    return [at(f"m{n}", f"p{n}", f"q{n}", 2, 1000 + 60_000 * n) for n in range(count)]


@pytest.mark.parametrize(("count", "accepted"), [(30, 31), (5, 5)])
def test_clock_without_seconds_does_not_refuse_a_return_game(
    arena: GameServer, count: int, accepted: int
) -> None:
    back = at("back", "q3", "p3", 0, 1000 + 60_000 * 3)

    assert receive(arena, "ladder", [*whole_minutes(count), back], account=None).accepted == accepted


def test_clock_without_seconds_still_refuses_the_same_again(arena: GameServer) -> None:
    receive(arena, "ladder", whole_minutes(30), account=None)
    again = [Arrival(f"again{game.code}", game.ended, game.players, game.score) for game in whole_minutes(30)]

    done = receive(arena, "ladder", again, account=None)

    assert sorted(others(done))[0] == ("againm0", "same-game", "m0")
    assert (done.accepted, len(done.refused)) == (0, 30)


def test_stored_games_are_asked_for_once_a_batch(arena: GameServer) -> None:
    receive(arena, "fics-blitz", [FIRST], account=None)
    with CaptureQueriesContext(connection) as queries:
        receive(arena, "fics-blitz", duels(300), account=None)

    asked = [query["sql"] for query in queries if "BETWEEN" in query["sql"]]
    assert len(asked) == 1
    if connection.vendor == "sqlite":  # another database plans by how many rows there are
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {asked[0]}")
            assert "table_game_system_ended" in str(cursor.fetchall())


def test_known_games_ask_for_no_others(arena: GameServer) -> None:
    receive(arena, "fics-blitz", duels(10), account=None)
    with CaptureQueriesContext(connection) as queries:
        receive(arena, "fics-blitz", duels(10), account=None)

    assert not any("BETWEEN" in query["sql"] for query in queries)


@pytest.mark.skipif(not CASES.is_dir(), reason="the cases of public reports are not here")
def test_file_of_a_public_report_has_two_games_of_five(arena: GameServer) -> None:
    out, err = StringIO(), StringIO()
    file = str(CASES / "games_dup.csv")
    call_command("import_games", file, system="fics-blitz", server=arena.key, stdout=out, stderr=err)

    assert list(TableGame.objects.order_by("code").values_list("code", flat=True)) == ["D-1", "D-4"]
    assert [line.partition(":")[0].split()[-1] for line in err.getvalue().splitlines()] == ["3", "4"]
    assert (err.getvalue().count("D-1"), out.getvalue().count(": 2")) == (2, 3)  # taken, refused, new players
