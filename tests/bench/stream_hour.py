"""An hour of game servers with a hundred million games a month, fifty times as fast, with programs killed.

100 million games a month are 39 a second, 400 at the peak: 50 times as fast 2,000 and 20,000. The hour
lasts 72 s and is offered at the mean; rates between the two follow, each for some seconds, until one is
more than the site can do. While the hour lasts one of two workers and one web process are killed every 20
s, three times as often as an office must stand; each is started again at once, as systemd does.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

import numpy as np
from django.core.management import call_command
from django.db import connection

from federation.accounts import tokens
from federation.jobs import supervision
from federation.management.commands.serve import ADDRESS, answers, worker_command
from federation.models import Account, Federation
from ratings.cadence.by_game import update_ratings
from ratings.cadence.by_game.stale import waits
from ratings.models import RatingSystem
from tests.bench import game_sender
from tests.bench.counting_games import count
from tests.bench.figures import Figure, Size
from tests.bench.processor_time import ProcessorTime, children
from tests.bench.running import Child, Start, site, wait
from tests.bench.standing import Batch, Watch, standing_of
from tests.bench.stream_games import RESULTS, Duels, invented, name_of, write_csv
from tournaments.models import GameServer

KEY, SENDERS = "fics-blitz", 4
FASTER, SECONDS, MEAN = 50, 72, 2_000
RISING, RISING_SECONDS = (4_000, 6_000, 8_000, 12_000, 16_000, 20_000), 15
KILL_EVERY = 20.0  # seconds, the first after half of it
START_SECONDS = 5.0  # in which workers load what they rate with
LOSE_EVERY = 20  # of so many batches one answer is lost, and the batch sent again
BEHIND = 5.0  # seconds: what is answered or stands later is a queue that grows
BEFORE_NOW = 12 * 3_600_000  # milliseconds: the hour, and all stages behind it, are over


@dataclass(slots=True)
class Office:
    """A running site with two workers and a clock."""

    port: int
    start: Start
    secret: str
    folder: Path
    processors: ProcessorTime
    workers: list[Child] = field(default_factory=list)
    kills: int = 0

    def start_worker(self) -> None:
        """Start a worker; the clock runs beside them."""
        self.workers.append(self._start([part for part in worker_command() if part != "--beat"], "workers"))

    def start_clock(self) -> None:
        """Start the clock."""
        self._start([sys.executable, "-m", "celery", "-A", "federation", "beat", "--pidfile="], "workers")

    def kill_one_of_each(self) -> None:
        """Kill the oldest worker, all of it, and a web process; start a worker again."""
        oldest = self.workers.pop(0)
        os.killpg(oldest.pid, signal.SIGKILL)
        oldest.wait()
        os.kill(children(self.start.running[0].pid)[0], signal.SIGKILL)  # gunicorn starts another
        self.start_worker()
        self.kills += 1

    def _start(self, command: list[str], part: str) -> Child:
        child = self.start(command)
        self.processors.name_group(child.pid, part)
        return child


@dataclass(frozen=True, slots=True)
class Stage:
    """So many games a second for so many seconds, and the number of the stage."""

    number: int
    rate: int
    seconds: int

    @property
    def games(self) -> int:
        """Games of a batch: a connection sends one a second."""
        return self.rate // SENDERS


def hour(size: Size) -> Iterator[Figure]:
    """Offer an hour and kill meanwhile, then ever more; count that each game is rated once.

    The figures of a stage come when it is over.
    """
    seconds, rising = max(6, int(SECONDS * size.share)), max(3, int(RISING_SECONDS * size.share))
    players = 2 * size.players
    system, secret = _open_office(size, players)
    stages = [Stage(0, MEAN, seconds), *(Stage(n, rate, rising) for n, rate in enumerate(RISING, start=1))]
    offered = 0
    with _running(secret) as office:
        for stage in stages:
            figures = _offer(office, stage, players, offered, kills=not stage.number)
            yield from figures
            offered += stage.rate * stage.seconds
            if stage.number and figures[-1].value:
                break
        wait(lambda: not waits(system))
    yield from count(system, offered, "B")


def _open_office(size: Size, players: int) -> tuple[RatingSystem, str]:
    """Fill a stream with years of games of many players; return it with a token of its server."""
    RatingSystem.objects.filter(key=KEY).update(active=True)
    home, _ = Federation.objects.get_or_create(code="FR", defaults={"name": "France"})
    account = Account.objects.create_user("bench@example.org")
    GameServer.objects.create(key="bench", name="Bench", federation=home, account=account)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.csv"
        write_csv(path, invented(size.games // 4, players))
        call_command("import_games", path, system=KEY, server="bench", stdout=StringIO())
    update_ratings.rate_pending(KEY)
    secret = tokens.issue(account, name="bench", scopes=[tokens.GAMES_WRITE])[1]
    return RatingSystem.objects.get(key=KEY), secret


@contextmanager
def _running(secret: str) -> Iterator[Office]:
    """Run web server, two workers and a clock."""
    processors = ProcessorTime(str(connection.settings_dict["NAME"]))
    with tempfile.TemporaryDirectory() as name, processors:
        folder = Path(name)
        allowed = {"API_GAMES_RATE": str(2 * 60 * RISING[-1])}  # what is measured is the site, not its limit
        with site(folder, {"NUMBA_CACHE_DIR": os.environ["NUMBA_CACHE_DIR"], **allowed}) as (port, start):
            processors.name_group(start.running[0].pid, "web")
            office = Office(port, start, secret, folder, processors)
            office.start_clock()
            office.start_worker()
            office.start_worker()
            wait(lambda: answers(port))
            time.sleep(START_SECONDS)  # kernels are there: the site shares those of this process
            yield office


def _offer(office: Office, stage: Stage, players: int, before: int, *, kills: bool) -> list[Figure]:
    """Offer a stage and wait until its last batch is answered; the last figure is 1 where a queue grew."""
    files = _write_bodies(office.folder, stage, players, before)
    used = dict(office.processors.seconds())
    with Watch(KEY) as watch:
        sender = _start_sender(office, files, start := time.time() + 1)
        office.processors.name_group(sender.pid, "game server")
        kill_at = start + KILL_EVERY / 2
        while sender.poll() is None:
            if kills and time.time() > kill_at:
                office.kill_one_of_each()
                kill_at += KILL_EVERY
            time.sleep(0.1)
        wait(watch.is_rated)
        lines = (office.folder / "sent").read_text().splitlines()
    batches = [Batch(**json.loads(line)) for line in lines]
    parts = {part: spent - used.get(part, 0.0) for part, spent in office.processors.seconds().items()}
    return _figures(stage, batches, watch, parts, office.kills if kills else 0)


def _figures(
    stage: Stage, batches: list[Batch], watch: Watch, parts: dict[str, float], kills: int
) -> list[Figure]:
    """Put a stage into figures."""
    standing = standing_of(
        batches, watch, lambda batch: _code(stage, batch.sender, batch.batch, stage.games - 1)
    )
    answered = max(batch.answered for batch in batches) - min(batch.due for batch in batches)
    late = float(np.quantile([batch.answered - batch.due for batch in batches], 0.99))
    slowest, mark = float(np.quantile(standing.seconds, 0.99)), None if stage.number else 5.0
    grows = late > BEHIND or slowest > BEHIND
    figures = [
        Figure(
            f"offered {stage.rate}/s for {stage.seconds} s: accepted", standing.games / answered, "games/s"
        ),
        Figure("  rated", standing.games / (standing.over - min(batch.due for batch in batches)), "games/s"),
        Figure("  batch due to its answer, p99", late, "s"),
        Figure("  answer to the live rating, p50", float(np.quantile(standing.seconds, 0.5)), "s"),
        Figure("  answer to the live rating, p99", slowest, "s", most=mark),
        Figure(
            "  answers lost and batches sent again",
            sum(batch.tries - 1 - batch.refusals for batch in batches),
            "",
        ),
        Figure("  answers 429 and 503", sum(batch.refusals for batch in batches), ""),
        Figure("  games refused", sum(batch.refused for batch in batches), "", most=1),
        *([Figure("  workers killed, and web processes", kills, "")] if kills else []),
        *(
            Figure(f"  processor: {part}", 1000 * spent / max(standing.games, 1), "s/1000 games")
            for part, spent in sorted(parts.items())
        ),
        Figure("  processors busy", sum(parts.values()) / answered, ""),
    ]
    return [*figures, Figure("  a queue grew", float(grows), "", most=None if stage.number else 1)]


def _start_sender(office: Office, files: list[Path], start: float) -> subprocess.Popen[bytes]:
    """Start the game server as a program of its own."""
    plan = {
        "host": ADDRESS,
        "port": office.port,
        "token": office.secret,
        "start": start,
        "every": 1.0,
        "lose_every": LOSE_EVERY,
        "files": [str(path) for path in files],
    }
    path = office.folder / "plan.json"
    path.write_text(json.dumps(plan))
    with (office.folder / "sent").open("wb") as out:
        return subprocess.Popen(
            [sys.executable, str(game_sender.__file__), str(path)],
            stdout=out,
            start_new_session=True,
            preexec_fn=supervision.die_with_parent,
        )


def _write_bodies(folder: Path, stage: Stage, players: int, before: int) -> list[Path]:
    """Write the batches of each connection, one a line: games of the time before each."""
    duels = invented(stage.rate * stage.seconds, players, seed=10 + stage.number)
    first = int(time.time() * 1000) - BEFORE_NOW + before * 1000 * FASTER // MEAN
    paths = []
    for sender in range(SENDERS):
        path = folder / f"bodies-{sender}"
        with path.open("wb") as file:
            for batch in range(stage.seconds):
                file.write(_body(stage, duels, sender, batch, first) + b"\n")
        paths.append(path)
    return paths


def _code(stage: Stage, sender: int, batch: int, row: int) -> str:
    """Name a game."""
    return f"B{stage.number}-{sender}-{batch}-{row}"


def _body(stage: Stage, duels: Duels, sender: int, batch: int, first: int) -> bytes:
    begin = (batch * SENDERS + sender) * stage.games
    second = FASTER * 1000
    ended = first + batch * second + np.arange(stage.games) * second // stage.games + 7 * sender
    games = [
        {
            "code": _code(stage, sender, batch, row - begin),
            "ended": int(ended[row - begin]),
            "white": name_of(int(duels.white[row])),
            "black": name_of(int(duels.black[row])),
            "result": RESULTS[int(duels.score[row])],
        }
        for row in range(begin, begin + stage.games)
    ]
    return json.dumps({"system": KEY, "server": "bench", "games": games}).encode()
