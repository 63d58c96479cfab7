"""Games that come one by one are taken once, whatever is sent how often; nothing half-taken stays."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from federation.models import Account, JournalEntry, Player
from federation.search.search import find_players
from tests import seeds
from tests.tournaments.online_games.online_games import MOMENT, duel, duels, server
from tournaments.models import GameServer, Handle, Seat, Stream, TableGame
from tournaments.online_games import intake
from tournaments.online_games.arrivals import Arrival, of_records
from tournaments.online_games.intake import Received, receive
from tournaments.online_games.same_games import digests
from tournaments.online_games.servers import withdraw
from tournaments.signals import games_arrived, games_withdrawn

pytestmark = pytest.mark.django_db


@pytest.fixture
def arena(organiser: Account) -> GameServer:
    return server(account=organiser)


@pytest.fixture
def heard() -> Iterator[list[tuple[str, dict[str, Any]]]]:
    """What is said aloud."""
    said: list[tuple[str, dict[str, Any]]] = []

    def arrived(**news: Any) -> None:
        said.append(("arrived", {key: news[key] for key in ("system", "since", "account")}))

    def withdrawn(**news: Any) -> None:
        said.append(("withdrawn", {key: news[key] for key in ("system", "since", "account")}))

    games_arrived.connect(arrived)
    games_withdrawn.connect(withdrawn)
    yield said
    games_arrived.disconnect(arrived)
    games_withdrawn.disconnect(withdrawn)


def games() -> list[tuple[str, str, int, str | None, str | None, int | None]]:
    rows = TableGame.objects.order_by("pk")
    return list(rows.values_list("code", "system", "ended", "white__surname", "black__surname", "score"))


def codes(received: Received) -> list[tuple[str, list[str]]]:
    return [(one.code, [finding.code for finding in one.findings]) for one in received.refused]


def test_duels_are_taken_with_their_players_enrolled(arena: GameServer) -> None:
    done = receive(arena, "fics-blitz", [duel("1"), duel("2", "Ben", "Cem Two", 1, 5)], account=None)
    assert done == Received(accepted=2, known=0, refused=(), newcomers=3)
    assert games() == [
        ("1", "fics-blitz", MOMENT, "anna", "ben", 2),
        ("2", "fics-blitz", MOMENT + 5000, "ben", "Cem Two", 1),
    ]
    players = Player.objects.order_by("pk").values_list("surname", "search_key", "federation__code")
    assert list(players) == [("anna", "anna", "NO"), ("ben", "ben", "NO"), ("Cem Two", "cem two", "NO")]
    assert list(Handle.objects.order_by("pk").values_list("name", "key", "player__surname")) == [
        ("anna", "anna", "anna"), ("ben", "ben", "ben"), ("Cem Two", "cem two", "Cem Two"),
    ]  # fmt: skip
    assert [player.surname for player in find_players("two")] == ["Cem Two"]
    last = TableGame.objects.latest("pk").pk
    assert list(Stream.objects.values_list("system", "games", "last_key")) == [("fics-blitz", 2, last)]


def test_tables_and_teams_have_their_seats(arena: GameServer) -> None:
    table = Arrival("t", MOMENT, ("a", "b", "c"), places=(1, 3, 1), max_points=16)
    receive(arena, "ladder", [duel("d"), table], account=None)
    teams = Arrival("b", MOMENT, ("a", "b", "c", "d"), score=0, teams=True)
    receive(arena, "fics-bughouse", [teams], account=None)
    held = TableGame.objects.order_by("pk").values_list("code", "score", "max_points", "white")
    anna = Player.objects.get(surname="anna").pk
    assert list(held) == [("d", 2, None, anna), ("t", None, 16.0, None), ("b", 0, None, None)]
    seats = Seat.objects.order_by("game", "number")
    assert list(seats.values_list("game__code", "player__surname", "number", "place", "team")) == [
        ("t", "a", 1, 1, 0), ("t", "b", 2, 3, 0), ("t", "c", 3, 1, 0),
        ("b", "a", 1, 2, 1), ("b", "b", 2, 2, 1), ("b", "c", 3, 1, 2), ("b", "d", 4, 1, 2),
    ]  # fmt: skip


def test_batch_sent_again_is_known_and_changes_nothing(arena: GameServer, heard: list[Any]) -> None:
    batch = [*duels(50), Arrival("t", MOMENT, ("p1", "p2", "p3"), places=(1, 2, 2))]
    receive(arena, "ladder", batch, account=None)
    before = (games(), Seat.objects.count(), JournalEntry.objects.count(), len(heard))
    done = receive(arena, "ladder", reversed(batch), account=None)
    assert done == Received(accepted=0, known=51, refused=(), newcomers=0)
    assert (games(), Seat.objects.count(), JournalEntry.objects.count(), len(heard)) == before
    assert Stream.objects.get().games == 51


@pytest.mark.parametrize("seed", range(4))
def test_order_and_batches_of_arrival_leave_no_trace(arena: GameServer, seed: int) -> None:
    chance = Random(seeds.of_run(seed))
    tables = [Arrival(f"t{n}", MOMENT + n, ("p1", f"p{n + 2}", "p40"), places=(2, 1, 2)) for n in range(20)]
    told = [*duels(100), *tables, *duels(30)]  # thirty of them twice
    chance.shuffle(told)
    accepted = known = 0
    while told:
        size = chance.randint(1, 40)
        batch, told = told[:size], told[size:]
        done = receive(arena, "ladder", batch, account=None)
        accepted, known = accepted + done.accepted, known + done.known
    assert (accepted, known, Stream.objects.get().games) == (120, 30, 120)
    rows = TableGame.objects.values_list("code", "ended", "white__surname", "score", "told")
    assert sorted(rows, key=lambda row: row[0]) == expected_rows([*duels(100), *tables])
    assert Seat.objects.count() == 60


def expected_rows(games: list[Arrival]) -> list[tuple[object, ...]]:
    """The rows of games, as they are whatever came before them."""
    told = digests("ladder", of_records(games)).tolist()
    rows = [
        (game.code, game.ended, game.players[0] if game.score is not None else None, game.score, number)
        for game, number in zip(games, told, strict=True)
    ]
    return sorted(rows, key=lambda row: str(row[0]))


def test_known_game_with_other_contents_is_refused(arena: GameServer) -> None:
    receive(arena, "ladder", [duel("1")], account=None)
    others = [
        duel("1", score=0), duel("1", after=1), duel("1", "anna", "cem"), duel("1", "ben", "anna"),
        Arrival("1", MOMENT, ("anna", "ben", "cem"), places=(1, 2, 3)), duel("2", after=60),
    ]  # fmt: skip
    done = receive(arena, "ladder", others, account=None)
    assert (done.accepted, done.known, codes(done)) == (1, 0, [("1", ["game-differs"])] * 5)
    assert done.newcomers == 0  # nobody is enrolled for a game that is refused
    assert codes(receive(arena, "fics-blitz", [duel("1")], account=None)) == [("1", ["game-differs"])]
    assert games()[0] == ("1", "ladder", MOMENT, "anna", "ben", 2)


def test_code_twice_in_a_batch_is_one_game_or_a_contradiction(arena: GameServer) -> None:
    done = receive(arena, "ladder", [duel("1"), duel("1"), duel("1", score=1)], account=None)
    assert (done.accepted, done.known, codes(done)) == (1, 1, [("1", ["game-differs"])])


def test_code_belongs_to_its_server(arena: GameServer) -> None:
    other = server("club")
    receive(arena, "ladder", [duel("1")], account=None)
    done = receive(other, "ladder", [duel("1", score=0)], account=None)
    assert (done.accepted, done.newcomers) == (1, 2)  # handles are the server's own as well
    assert Stream.objects.get().games == 2


def test_bad_games_are_refused_beside_good_ones(arena: GameServer) -> None:
    batch = [
        Arrival("1", MOMENT, ("a", "A"), score=1, place=0),
        Arrival("2", 0, ("a", "b"), score=1, place=1),
        Arrival("3", MOMENT, ("c", "d"), score=1, place=2),
        Arrival("4", MOMENT, ("e",), score=1, place=3),
    ]
    done = receive(arena, "ladder", batch, account=None)
    assert [(one.place, one.code) for one in done.refused] == [(0, "1"), (1, "2"), (3, "4")]
    assert (done.accepted, done.newcomers, Player.objects.count()) == (1, 2, 2)


def test_handle_given_to_another_player_is_his_from_then_on(arena: GameServer) -> None:
    receive(arena, "ladder", [duel("1")], account=None)
    cem = Player.objects.create(surname="Cem", search_key="cem", federation=arena.federation)
    Handle.objects.filter(key="anna").update(player=cem)
    done = receive(arena, "ladder", [duel("1"), duel("2", "ANNA")], account=None)
    assert (done.accepted, done.known) == (1, 1)  # the old one is the same game, told the same
    assert [row[3] for row in games()] == ["anna", "Cem"]


def test_two_handles_of_one_player_do_not_play_each_other(arena: GameServer) -> None:
    receive(arena, "ladder", [duel("1", "anna", "cem")], account=None)
    Handle.objects.filter(key="cem").update(player=Player.objects.get(surname="anna"))
    table = Arrival("3", MOMENT, ("x", "anna", "y", "cem"), places=(1, 2, 3, 4))
    done = receive(arena, "ladder", [duel("2", "Cem", "anna"), table, duel("1", "anna", "cem")], account=None)
    assert (done.accepted, done.known, done.newcomers) == (0, 1, 0)
    assert codes(done) == [("2", ["one-player-of-two-names"]), ("3", ["one-player-of-two-names"])]


def test_batch_has_one_line_in_the_journal_and_is_said_aloud(
    arena: GameServer, organiser: Account, heard: list[Any]
) -> None:
    batch = [duel("2", after=9), duel("1"), duel("3", "x", "x"), duel("1")]
    receive(arena, "ladder", batch, account=organiser)
    (line,) = JournalEntry.objects.filter(act="games.received")
    assert (line.subject, line.subject_id, line.account) == (
        "stream",
        str(Stream.objects.get().pk),
        organiser,
    )
    assert line.detail == {
        "server": "arena", "system": "ladder", "accepted": 2, "known": 1, "refused": 1, "newcomers": 2,
    }  # fmt: skip
    assert heard == [("arrived", {"system": "ladder", "since": MOMENT, "account": organiser})]


def test_who_hears_of_games_and_fails_undoes_the_batch(arena: GameServer) -> None:
    def fail(**_news: Any) -> None:
        raise RuntimeError("no")

    games_arrived.connect(fail)
    try:
        with pytest.raises(RuntimeError):
            receive(arena, "ladder", [duel("1")], account=None)
    finally:
        games_arrived.disconnect(fail)
    assert (TableGame.objects.count(), Player.objects.count(), JournalEntry.objects.count()) == (0, 0, 0)


def test_system_whose_games_do_not_come_one_by_one_is_none(arena: GameServer) -> None:
    with pytest.raises(KeyError):
        receive(arena, "ffg", [duel("1")], account=None)


def test_nothing_sent_changes_nothing(arena: GameServer, heard: list[Any]) -> None:
    assert receive(arena, "ladder", [], account=None) == Received(0, 0, (), 0)
    assert (heard, JournalEntry.objects.count()) == ([], 0)


def test_look_tells_the_same_and_writes_nothing(arena: GameServer) -> None:
    receive(arena, "ladder", [duel("1")], account=None)
    batch = [duel("1"), duel("2", "Cem", "ben"), duel("3", "cem", "dora"), duel("4", "x", "X")]
    before = (games(), Player.objects.count(), Stream.objects.get().last_key)
    plan = intake.make_plan(arena, "ladder", batch)
    assert (len(plan.fresh), plan.known, plan.newcomers) == (2, 1, ["Cem", "dora"])
    assert (games(), Player.objects.count(), Stream.objects.get().last_key) == before
    done = receive(arena, "ladder", batch, account=None)
    assert (done.accepted, done.known, done.refused, done.newcomers) == (2, 1, plan.refused, 2)


def test_withdrawn_game_is_out_and_known(arena: GameServer, officer: Account, heard: list[Any]) -> None:
    receive(arena, "ladder", [duel("1"), duel("2", after=7)], account=None)
    assert withdraw(arena, "2", account=officer, reason="played by a program") is True
    assert withdraw(arena, "2", account=officer) is False
    assert list(TableGame.objects.filter(withdrawn=None).values_list("code", flat=True)) == ["1"]
    assert Stream.objects.get().games == 1
    (line,) = JournalEntry.objects.filter(act="games.withdrawn")
    assert (line.account, line.detail["game"], line.detail["reason"]) == (officer, "2", "played by a program")
    assert heard[1:] == [("withdrawn", {"system": "ladder", "since": MOMENT + 7000, "account": officer})]
    assert receive(arena, "ladder", [duel("2", after=7)], account=None).known == 1
    assert TableGame.objects.filter(withdrawn=None).count() == 1


def test_withdrawn_game_comes_again_with_other_contents(arena: GameServer) -> None:
    table = Arrival("1", MOMENT, ("anna", "ben", "cem"), places=(1, 2, 3))
    receive(arena, "ladder", [table], account=None)
    first = Stream.objects.get().last_key
    withdraw(arena, "1", account=None)
    mended = Arrival("1", MOMENT, ("anna", "ben", "cem"), places=(2, 1, 3))
    done = receive(arena, "ladder", [mended, table], account=None)
    assert (done.accepted, done.known, codes(done)) == (1, 0, [("1", ["game-differs"])])
    stream = Stream.objects.get()
    assert (stream.games, stream.last_key > first) == (1, True)
    assert list(Seat.objects.order_by("number").values_list("place", flat=True)) == [2, 1, 3]
    assert TableGame.objects.get().withdrawn is None


def test_game_nobody_told_cannot_be_withdrawn(arena: GameServer) -> None:
    receive(arena, "ladder", [duel("1")], account=None)
    with pytest.raises(TableGame.DoesNotExist):
        withdraw(server("club"), "1", account=None)


def test_queries_do_not_grow_with_the_batch(arena: GameServer) -> None:
    receive(arena, "ladder", [duel("0")], account=None)
    counts = []
    for name, size in (("a", 5), ("b", 500)):
        with CaptureQueriesContext(connection) as queries:
            receive(arena, "ladder", duels(size, players=4 * size, prefix=name), account=None)
        counts.append(len(queries))
    assert (counts[0], counts[1] <= 24) == (counts[1], True)
