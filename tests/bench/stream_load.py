"""A game server at its hardest: batch after batch to the running site, whose worker is killed meanwhile."""

import http.client
import json
import os
import signal
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from pathlib import Path

import numpy as np
from django.core.management import call_command
from django.db.models import Sum

from federation.accounts import tokens
from federation.management.commands.serve import ADDRESS
from federation.models import Account, Federation
from ratings.cadence.by_game import update_ratings
from ratings.cadence.by_game.stale import ledger_of, waits
from ratings.models import GameHistory, RatingSystem
from tests.bench.figures import Figure, Size
from tests.bench.running import site, wait
from tests.bench.stream_games import RESULTS, Duels, code_of, invented, name_of, write_csv
from tournaments.models import GameServer, TableGame

KEY, BATCH, BATCHES, CLIENTS = "fics-blitz", 500, 80, 2
SILENT = {"JOB_SILENT_SECONDS": "3"}  # after so long a job of a worker that died is sent again


def api(size: Size) -> list[Figure]:
    """Send batches as fast as they are answered, kill the worker meanwhile, count what stands in the end."""
    system = _fill_stream(size)
    before = TableGame.objects.filter(system=KEY).count()
    bodies, secret = _bodies(size), _token()
    with tempfile.TemporaryDirectory() as folder, site(Path(folder), SILENT) as (port, start_worker):
        worker = start_worker()
        begun = time.monotonic()
        with ThreadPoolExecutor(CLIENTS) as clients:
            halves = [
                clients.submit(_send, port, secret, bodies[client::CLIENTS]) for client in range(CLIENTS)
            ]
            wait(lambda: TableGame.objects.filter(system=KEY).count() >= before + BATCH * BATCHES // 2)
            os.killpg(worker.pid, signal.SIGKILL)
            worker.wait()
            start_worker()
            accepted = sum(half.result() for half in halves)
        sent = time.monotonic()
        wait(lambda: not waits(system))
        stands = time.monotonic()
    games = TableGame.objects.filter(system=KEY).count() - before
    seats = GameHistory.objects.filter(system=system).aggregate(games=Sum("games"))["games"]
    return [
        Figure(
            f"{BATCHES} batches of {BATCH} by the interface",
            BATCH * BATCHES / (sent - begun),
            "games/s",
            least=2000,
        ),
        Figure("  games accepted", accepted, "", least=BATCH * BATCHES),
        Figure("  games lost, the worker killed and restarted", BATCH * BATCHES - games, "", most=1),
        Figure("  games not rated", before + games - ledger_of(system).games, "", most=1),
        Figure("  seats without their row", 2 * (before + games) - seats, "", most=1),
        Figure("  until the last is in the standing", stands - sent, "s"),
    ]


def _fill_stream(size: Size) -> RatingSystem:
    """Begin with a stream that has games already."""
    RatingSystem.objects.filter(key=KEY).update(active=True)
    home, _ = Federation.objects.get_or_create(code="FR", defaults={"name": "France"})
    account = Account.objects.create_user("bench@example.org")
    GameServer.objects.create(key="bench", name="Bench", federation=home, account=account)
    with tempfile.TemporaryDirectory() as folder:
        write_csv(Path(folder) / "games.csv", invented(size.games // 10, size.players))
        call_command(
            "import_games", Path(folder) / "games.csv", system=KEY, server="bench", stdout=StringIO()
        )
    update_ratings.rate_pending(KEY)
    return RatingSystem.objects.get(key=KEY)


def _token() -> str:
    account = Account.objects.get(email="bench@example.org")
    return tokens.issue(account, name="bench", scopes=[tokens.GAMES_WRITE])[1]


def _bodies(size: Size) -> list[bytes]:
    """Write the batches: games of this minute, the clocks of two servers a little apart."""
    duels = invented(BATCH * BATCHES, size.players, seed=3)
    now = int(time.time() * 1000) - 600_000
    ended = (
        now + np.arange(duels.ended.size) + np.random.default_rng(4).integers(-2000, 2000, duels.ended.size)
    )
    return [_body(duels, ended, first) for first in range(0, duels.ended.size, BATCH)]


def _body(duels: Duels, ended: np.ndarray[tuple[int], np.dtype[np.int64]], first: int) -> bytes:
    games = [
        {
            "code": f"A{code_of(row)}",
            "ended": int(ended[row]),
            "white": name_of(int(duels.white[row])),
            "black": name_of(int(duels.black[row])),
            "result": RESULTS[int(duels.score[row])],
        }
        for row in range(first, first + BATCH)
    ]
    return json.dumps({"system": KEY, "server": "bench", "games": games}).encode()


def _send(port: int, secret: str, bodies: list[bytes]) -> int:
    """Send batches one after the other over one connection; give how many games were accepted."""
    accepted = 0
    connection = http.client.HTTPConnection(ADDRESS, port, timeout=60)
    head = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json", "Host": "localhost"}
    for body in bodies:
        connection.request("POST", "/api/v1/games", body, head)
        answer = connection.getresponse()
        reply = answer.read()
        if answer.status != 202:
            raise RuntimeError(f"{answer.status}: {reply[:300]!r}")
        accepted += json.loads(reply)["accepted"]
    connection.close()
    return accepted
