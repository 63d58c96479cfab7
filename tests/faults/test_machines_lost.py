"""Two web machines and two workers that lose one of them, their database or their Redis, under load."""

import http.client
import json
import os
import shutil
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from federation.management.commands import serve
from tests.faults import clusters
from tests.faults.conftest import BROKER, SERVERS, _forget_queue, kind
from tests.faults.stand import PATIENCE, Program, Stand, environment_of, kill, wait_until
from tests.faults.test_replicas import copy
from tests.faults.test_serve import free_port
from tests.faults.test_streams import all_rated, stands_right
from tests.faults.test_two_machines import BEAT, QUIET, WORKER
from tests.federation.web.redis_server import RedisServer

pytestmark = [
    *SERVERS,
    pytest.mark.skipif(clusters.programs() is None, reason="no programs of PostgreSQL here"),
    pytest.mark.xdist_group("faults"),
    pytest.mark.release,
]
KEPT, MADE = ("/", "/lists/ffg/", "/clubs/"), ("/search/?q=aubrac",)
NAPS = 10
MORE = 20  # answers, so that what is away is missed
GAMES = 5  # a batch


@dataclass
class Seen:
    """What one visitor was answered: the path, the status, after how many seconds he shall come again."""

    path: str
    status: int
    again: str


@dataclass
class Office:
    """Two web machines, two workers and a beat, each with a data folder of its own."""

    stand: Stand
    primary: clusters.Server
    redis: RedisServer
    machines: dict[str, Stand] = field(default_factory=dict)
    programs: dict[str, Program] = field(default_factory=dict)
    ports: list[int] = field(default_factory=lambda: [free_port(), free_port()])
    token: str = ""
    games: int = 0
    naps: int = 0

    def start(self, name: str) -> None:
        """Start the program of a machine."""
        machine = self.machines[name]
        if name.startswith("web"):
            command = serve.web_command(self.ports[int(name[-1])])
        elif name == "beat":
            command = BEAT
        else:
            command = [*WORKER, "--concurrency=2", "--loglevel=WARNING", "-n", name, *QUIET]
        self.programs[name] = machine.start(command)

    def kill(self, name: str) -> None:
        """Take a machine away."""
        kill(self.programs.pop(name))

    def ask(self, first: int, path: str, body: bytes | None = None) -> Seen:
        """Ask as a balancer does: the other machine where one does not answer."""
        for port in (self.ports[first % 2], self.ports[(first + 1) % 2]):
            line = http.client.HTTPConnection(serve.ADDRESS, port, timeout=120)
            try:
                head = {"Host": "localhost", "Accept-Language": "en", "Content-Type": "application/json"}
                head |= {"Authorization": f"Bearer {self.token}"} if body else {}
                line.request("POST" if body else "GET", path, body, head)
                answer = line.getresponse()
                answer.read()
            except (OSError, http.client.HTTPException):
                continue
            else:
                return Seen(path, answer.status, answer.headers.get("Retry-After", ""))
            finally:
                line.close()
        return Seen(path, 0, "")

    def send(self, number: int) -> None:
        """Hand a batch of games in, again until it is acknowledged."""
        games = [
            {
                "code": f"lost-{number}-{game}",
                "ended": 1_700_060_000_000 + (number * GAMES + game) * 1000,
                "white": f"p{game}",
                "black": f"p{GAMES + number % 20}",
                "result": ("1-0", "0-1", "1/2-1/2")[number % 3],
            }
            for game in range(GAMES)
        ]
        body = json.dumps({"system": "fics-blitz", "server": "table", "games": games}).encode()
        wait_until(lambda: self.ask(number, "/api/v1/games", body).status in (200, 202))
        self.games += GAMES

    @contextmanager
    def load(self, *, games: bool = True) -> Iterator[list[Seen]]:
        """Have visitors read and a game server send, until the block ends; and let jobs wait."""
        seen: list[Seen] = []
        over, numbers = threading.Event(), iter(range(self.games, 1_000_000))

        def read(paths: tuple[str, ...]) -> None:
            turn = 0
            while not over.wait(0.1):
                turn += 1
                seen.append(self.ask(turn // len(paths), paths[turn % len(paths)]))

        def send() -> None:
            while not over.wait(0.3):
                self.send(next(numbers))

        self.stand.gate.unlink(missing_ok=True)
        self.stand.ask(NAPS, start=self.naps, gated=self.naps)
        self.naps += NAPS
        work: list[Callable[[], None]] = [lambda: read(KEPT), lambda: read(MADE), *[send] * games]
        with ThreadPoolExecutor(len(work)) as pool:
            doing: list[Future[None]] = [pool.submit(one) for one in work]
            try:
                wait_until(lambda: len({one.path for one in seen}) == len(KEPT + MADE))
                begun = self.naps - NAPS
                wait_until(lambda: len(set(self.stand.naps("begun"))) >= begun + 4)  # each process has one
                yield seen
            finally:
                over.set()
            for one in doing:
                one.result(PATIENCE)

    def done(self) -> Counter[int]:
        """Let all wake and wait until every nap is over; return how often those of this load were begun."""
        self.stand.gate.touch()
        wait_until(lambda: {row["state"] for row in self.stand.jobs()} == {"done"})
        assert sorted(set(self.stand.naps("ended"))) == list(range(self.naps))
        return Counter(row["attempts"] for row in self.stand.jobs()[-NAPS:])

    def games_stand_right(self) -> None:
        """See that every game counts once, to the bit; nobody else may rate while it is computed again.

        A job that still waited could begin and be killed half-way: then it runs for ever, without a beat.
        """
        all_rated(self.stand, self.games)
        open_ = {"queued", "running"}
        wait_until(lambda: open_.isdisjoint(self.stand.do("play", "tell")["jobs"]))
        for name in ("beat", "worker-0", "worker-1"):
            self.kill(name)
        try:
            stands_right(self.stand, self.games)
        finally:
            for name in ("beat", "worker-0", "worker-1"):
                self.start(name)


@pytest.fixture(scope="module", params=["redis", kind("rabbitmq")])
def office(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, tables_on_postgresql: str
) -> Iterator[Office]:
    """Start everything, on a PostgreSQL and a Redis that may be killed."""
    folder = tmp_path_factory.mktemp("lost")
    with ExitStack() as ending:
        primary, _ = ending.enter_context(clusters.streaming(0))
        copy(os.environ["DATABASE_URL"], tables_on_postgresql, primary.address)
        redis = RedisServer(folder)
        redis.start()
        ending.callback(redis.kill)
        addresses = {"DATABASE_URL": primary.address, "REDIS_URL": redis.address}
        if request.param == "rabbitmq":
            addresses["BROKER_URL"] = BROKER
        environment = environment_of(folder, addresses) | {
            "SECRET_KEY": "one for all " * 5,
            "PAGE_CACHE_ENABLED": "True",
            "JOB_SILENT_SECONDS": "4",
        }
        if request.param == "rabbitmq":
            ending.callback(_forget_queue, environment["FAULTS_QUEUE"])
        made = Office(Stand(folder, environment), primary, redis)
        ending.callback(made.stand.close)
        _open(made)
        for name in ("web-0", "web-1", "worker-0", "worker-1", "beat"):
            made.machines[name] = _machine(made.stand, name)
            ending.callback(made.machines[name].close)
            made.start(name)
        for port in made.ports:
            wait_until(lambda port=port: serve.answers(port))  # type: ignore[misc]  # called at once
        yield made


def _open(office: Office) -> None:
    office.stand.python("manage.py", "collectstatic", "--no-input", "--verbosity", "0")
    office.stand.do("cluster", "open")
    office.games = office.stand.do("play", "open", "20")["accepted"]
    office.token = office.stand.do("play", "let_in")["secret"]


def _machine(stand: Stand, name: str) -> Stand:
    folder = stand.folder / name
    data = folder / "var"
    data.mkdir(parents=True)
    if name.startswith("web"):
        shutil.copytree(Path(stand.environment["PALMARES_DATA"]) / "static", data / "static")
    return Stand(folder, {**stand.environment, "PALMARES_DATA": str(data)})


def told(seen: list[Seen]) -> dict[str, Counter[int]]:
    """Return which answers visitors had of pages that are kept, and of those made for each."""
    return {
        "kept": Counter(one.status for one in seen if one.path in KEPT),
        "made": Counter(one.status for one in seen if one.path in MADE),
    }


def read_on(seen: list[Seen]) -> None:
    """Let visitors read more pages."""
    enough = len(seen) + MORE
    wait_until(lambda: len(seen) > enough)


def test_worker_machine_that_is_lost_for_good_costs_nothing(office: Office) -> None:
    with office.load() as seen:
        office.kill("worker-0")
        attempts = office.done()
    office.start("worker-0")

    assert attempts == {1: NAPS - 2, 2: 2}
    assert {one.status for one in seen} == {200}
    office.games_stand_right()


def test_web_machine_that_is_lost_is_not_missed_behind_a_balancer(office: Office) -> None:
    with office.load() as seen:
        office.kill("web-0")
        read_on(seen)
        office.start("web-0")
        wait_until(lambda: serve.answers(office.ports[0]))
        attempts = office.done()

    assert attempts == {1: NAPS}
    assert {one.status for one in seen} == {200}
    office.games_stand_right()


@pytest.mark.parametrize("games", [False, True], ids=["nothing new", "games of a server"])
def test_database_that_is_killed_costs_no_job_and_no_game(office: Office, games: bool) -> None:
    with office.load(games=games) as seen:
        before = len(seen)
        office.primary.kill()
        wait_until(lambda: told(seen[before:])["made"][503] > 0)
        read_on(seen)
        office.primary.start()
        office.stand.dismiss_clerks()
        attempts = office.done()

    answers = told(seen[before:])
    # With every batch of games a page shows something else: what was kept before is not given.
    assert set(answers["kept"]) <= {200, 503} if games else set(answers["kept"]) == {200}
    assert set(answers["made"]) == {200, 503}
    assert all(one.again for one in seen if one.status == 503)
    assert sum(attempts.values()) == NAPS
    office.games_stand_right()


def test_redis_that_is_killed_and_comes_back_empty_costs_nothing(office: Office) -> None:
    with office.load() as seen:
        office.redis.kill()
        read_on(seen)
        office.redis.start()
        attempts = office.done()

    assert {one.status for one in seen} == {200}
    assert attempts == {1: NAPS}
    office.games_stand_right()
