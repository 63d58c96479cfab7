"""Batches at once, as real processes on PostgreSQL, one killed in the middle: every game once, none lost."""

import pytest
from django.db import connection
from django.db.models import Count

from federation.models import JournalEntry, Player
from tests.racing import race, start
from tests.tournaments.online_games.online_games import server
from tournaments.models import Handle, Stream, TableGame

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one at a time"),
]

BATCHES = """
from tests.tournaments.online_games.online_games import duels
from tournaments.models import GameServer
from tournaments.signals import games_arrived
from tournaments.online_games.intake import receive
arena = GameServer.objects.get(key=sys.argv[1])
system, first, last = sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
batches = [duels(last, prefix="x")[at : at + 50] for at in range(first, last, 50)]
"""
SEND = """
accepted = known = refused = 0
for batch in batches:
    done = receive(arena, system, batch, account=None)
    accepted, known, refused = accepted + done.accepted, known + done.known, refused + len(done.refused)
print(accepted, known, refused)
"""
STOP_INSIDE = """
def stop(**news):
    print("inside", flush=True)
    sys.stdin.readline()
games_arrived.connect(stop)
receive(arena, system, batches[0], account=None)
"""


def send(*arguments: tuple[str, ...]) -> list[tuple[int, ...]]:
    said = race(SEND, *arguments, prepare=BATCHES)
    return [tuple(map(int, words.split())) for words in said]


def twice() -> list[str]:
    rows = TableGame.objects.values("server", "code").annotate(n=Count("pk")).filter(n__gt=1)
    return [row["code"] for row in rows]


def test_same_games_from_four_at_once_are_taken_once() -> None:
    server()
    said = send(*[("arena", "ladder", "0", "1000")] * 4)
    assert sum(accepted for accepted, _, _ in said) == 1000
    assert [sum(one) for one in said] == [1000] * 4
    assert sum(refused for _, _, refused in said) == 0
    stream = Stream.objects.get()
    assert (TableGame.objects.count(), stream.games, twice()) == (1000, 1000, [])
    assert stream.last_key == TableGame.objects.latest("pk").pk
    # nobody was enrolled twice either
    assert Player.objects.count() == Handle.objects.count() == 40
    taken = JournalEntry.objects.filter(act="games.received").values_list("detail", flat=True)
    assert sum(detail["accepted"] for detail in taken) == 1000


def test_same_codes_into_two_systems_at_once_stay_in_one() -> None:
    server()
    said = send(("arena", "ladder", "0", "500"), ("arena", "fics-blitz", "0", "500"))
    assert sum(accepted for accepted, _, _ in said) == 500
    assert sum(refused for _, _, refused in said) == 500
    assert (TableGame.objects.count(), twice()) == (500, [])
    assert sorted(Stream.objects.values_list("games", flat=True)) == sorted(one[0] for one in said)
    assert Player.objects.count() == 40


def test_two_servers_into_one_system_at_once_lose_nothing() -> None:
    server()
    server("club")
    said = send(("arena", "ladder", "0", "500"), ("club", "ladder", "0", "500"))
    assert said == [(500, 0, 0)] * 2
    assert (TableGame.objects.count(), Stream.objects.get().games) == (1000, 1000)
    assert Player.objects.count() == 80


def test_keys_rise_as_batches_commit() -> None:
    server()
    send(("arena", "ladder", "0", "500"), ("arena", "ladder", "500", "1000"))
    lines = JournalEntry.objects.filter(act="games.received").order_by("at")
    assert sum(line.detail["accepted"] for line in lines) == 1000
    keys = list(TableGame.objects.order_by("pk").values_list("pk", flat=True))
    assert Stream.objects.get().last_key == keys[-1]


def test_process_killed_within_a_batch_leaves_nothing_of_it_and_holds_up_nobody() -> None:
    server()
    killed = start(STOP_INSIDE, "arena", "ladder", "0", "100", prepare=BATCHES)
    killed.go()
    assert killed.line() == "inside"  # the games are written, not committed
    killed.kill()
    assert TableGame.objects.count() == 0
    assert send(("arena", "ladder", "0", "100")) == [(100, 0, 0)]
    assert (TableGame.objects.count(), Stream.objects.get().games, Player.objects.count()) == (100, 100, 40)
