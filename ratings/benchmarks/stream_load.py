"""A game server at its hardest: batch after batch to the running site, whose worker is killed meanwhile."""

import http.client
import json
import os
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import numpy as np
from django.conf import settings
from django.core.management import call_command
from django.db.models import Sum

from federation import supervision, tokens
from federation.management.commands.serve import ADDRESS, taken, web_command, worker_command
from federation.models import Account, Federation
from ratings.benchmarks.figures import Figure, Size
from ratings.benchmarks.stream_games import RESULTS, Duels, code_of, invented, name_of, write_csv
from ratings.models import GameHistory, RatingSystem
from ratings.streams import upkeep
from ratings.streams.stale import ledger_of, waits
from tournaments.models import GameServer, TableGame

KEY, BATCH, BATCHES, CLIENTS = "fics-blitz", 500, 80, 2
WAIT_SECONDS = 120.0
SILENT_SECONDS = "3"  # after so long a job of a worker that died is sent again
Child = subprocess.Popen[bytes]


def api(size: Size) -> list[Figure]:
    """Send batches as fast as they are answered, kill the worker meanwhile, count what stands in the end."""
    system = _filled(size)
    before = TableGame.objects.filter(system=KEY).count()
    bodies, secret = _bodies(size), _token()
    with tempfile.TemporaryDirectory() as folder, _site(Path(folder)) as (port, start_worker):
        worker = start_worker()
        begun = time.monotonic()
        with ThreadPoolExecutor(CLIENTS) as clients:
            halves = [
                clients.submit(_send, port, secret, bodies[client::CLIENTS]) for client in range(CLIENTS)
            ]
            _wait(lambda: TableGame.objects.filter(system=KEY).count() >= before + BATCH * BATCHES // 2)
            os.killpg(worker.pid, signal.SIGKILL)
            worker.wait()
            start_worker()
            accepted = sum(half.result() for half in halves)
        sent = time.monotonic()
        _wait(lambda: not waits(system))
        stands = time.monotonic()
    games = TableGame.objects.filter(system=KEY).count() - before
    seats = GameHistory.objects.filter(system=system).aggregate(games=Sum("games"))["games"]
    return [
        Figure(f"{BATCHES} batches of {BATCH} by the interface", BATCH * BATCHES / (sent - begun), "games/s",
               least=2000),
        Figure("  games accepted", accepted, "", least=BATCH * BATCHES),
        Figure("  games lost, the worker killed and restarted", BATCH * BATCHES - games, "", most=1),
        Figure("  games not rated", before + games - ledger_of(system).games, "", most=1),
        Figure("  seats without their row", 2 * (before + games) - seats, "", most=1),
        Figure("  until the last is in the standing", stands - sent, "s"),
    ]  # fmt: skip


def _filled(size: Size) -> RatingSystem:
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
    upkeep.bring_up(KEY)
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
        {"code": f"A{code_of(row)}", "ended": int(ended[row]), "white": name_of(int(duels.white[row])),
         "black": name_of(int(duels.black[row])), "result": RESULTS[int(duels.score[row])]}
        for row in range(first, first + BATCH)
    ]  # fmt: skip
    return json.dumps({"system": KEY, "server": "bench", "games": games}).encode()


@contextmanager
def _site(folder: Path) -> Iterator[tuple[int, "_Start"]]:
    """Run the site in a folder of its own; whatever runs is killed in the end."""
    with socket.socket() as probe:
        probe.bind((ADDRESS, 0))
        port = int(probe.getsockname()[1])
    environment = {**os.environ, "PALMARES_DATA": str(folder), "JOB_SILENT_SECONDS": SILENT_SECONDS,
                   "LOG_LEVEL": "WARNING"}  # fmt: skip
    (folder / "static").mkdir()
    start = _Start(environment)
    try:
        start(web_command(port))
        _wait(lambda: taken(port))
        yield port, start
    finally:
        for child in start.running:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()


class _Start:
    """Starts programs of the site, each in a group of its own."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment, self.running = environment, list[Child]()

    def __call__(self, command: list[str] | None = None) -> Child:
        child = subprocess.Popen(
            command or worker_command(),
            cwd=settings.BASE_DIR,
            env=self.environment,
            start_new_session=True,
            preexec_fn=supervision.die_with_parent,
        )
        self.running.append(child)
        return child


def _send(port: int, secret: str, bodies: list[bytes]) -> int:
    """Send batches one after the other over one connection; give how many games were accepted."""
    accepted = 0
    site = http.client.HTTPConnection(ADDRESS, port, timeout=60)
    head = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json", "Host": "localhost"}
    for body in bodies:
        site.request("POST", "/api/v1/games", body, head)
        answer = site.getresponse()
        said = answer.read()
        if answer.status != 202:
            raise RuntimeError(f"{answer.status}: {said[:300]!r}")
        accepted += json.loads(said)["accepted"]
    site.close()
    return accepted


def _wait(true: Callable[[], bool]) -> None:
    limit = time.monotonic() + WAIT_SECONDS
    while not true():
        if time.monotonic() > limit:
            raise TimeoutError("waited in vain")
        time.sleep(0.1)
