"""Public pages from real replicas that lag, die and are promoted: nobody is shown what holds no more."""

import http.client
import os
import re
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from federation.management.commands import serve
from tests.faults import clusters
from tests.faults.conftest import SERVERS
from tests.faults.stand import PATIENCE, Stand, environment_of, wait_until
from tests.faults.test_serve import free_port

pytestmark = [
    *SERVERS,
    pytest.mark.skipif(clusters.programs() is None, reason="no programs of PostgreSQL here"),
    pytest.mark.xdist_group("faults"),
    pytest.mark.release,
]
LAG_SECONDS = 10
PAGES = ("/players/{}/", "/search/?q=Surname", "/api/v1/players/{}", "/feeds/players/{}.atom")


@dataclass
class Answer:
    """What came, and when it was asked for."""

    asked: float
    status: int
    body: str
    cookies: str


@dataclass
class Site:
    """A web server before a primary and two replicas."""

    stand: Stand
    port: int
    primary: clusters.Server
    replicas: list[clusters.Server]
    numbers: list[int] = field(default_factory=list)

    def ask(self, path: str, *, method: str = "GET", cookies: str = "") -> Answer:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        asked = time.monotonic()
        try:
            headers = {"Host": f"127.0.0.1:{self.port}", "Cookie": cookies, "Accept-Encoding": "identity"}
            line.request(method, path, headers=headers)
            answer = line.getresponse()
            body = answer.read().decode()
            return Answer(asked, answer.status, body, answer.headers.get("Set-Cookie", ""))
        finally:
            line.close()

    def reads(self) -> dict[str, int]:
        """Return how many pages were read from which database."""
        text = self.ask("/metrics").body
        found = re.findall(r'^palmares_public_reads_total\{database="(.+)"\} (\d+)', text, re.MULTILINE)
        return {name: int(number) for name, number in found}

    def reads_of(self, count: int, *, cookies: str = "") -> set[str]:
        """Return which databases so many pages are read from now."""
        before = self.reads()
        for _ in range(count):
            assert self.ask("/search/?q=Surname", cookies=cookies).status == 200
        return {name for name, number in self.reads().items() if number > before.get(name, 0)}

    def is_read_from_both(self, *, since: dict[str, int]) -> bool:
        """Return whether pages have been read from both replicas since they were counted."""
        reads = self.reads()
        return all(reads.get(name, 0) > since.get(name, 0) for name in ("replica-1", "replica-2"))

    def wait_for_primary_alone(self) -> None:
        """Wait until pages are read from no replica."""
        wait_until(lambda: self.reads_of(4) == {"default"})

    def wait_for_replicas(self) -> None:
        """Wait until pages are read from every replica and from nothing else."""
        wait_until(lambda: self.reads_of(6) == {"replica-1", "replica-2"})


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, tables_on_postgresql: str) -> Iterator[Site]:
    """Start servers, fill them and open the site."""
    folder, port = tmp_path_factory.mktemp("replicas"), free_port()
    with clusters.streaming(2) as (primary, replicas):
        copy(os.environ["DATABASE_URL"], tables_on_postgresql, primary.address)
        addresses = {
            "DATABASE_URL": primary.address,
            "DATABASE_REPLICA_URLS": ",".join(one.address for one in replicas),
            "REPLICA_LAG_SECONDS": str(LAG_SECONDS),
            "REDIS_URL": os.environ["REDIS_URL"],
            "API_RATE": "1000000",
        }
        stand = Stand(folder, environment_of(folder, addresses))
        try:
            made = Site(stand, port, primary, replicas, stand.do("publicly", "enrol", "6")["numbers"])
            stand.python("manage.py", "collectstatic", "--no-input", "--verbosity", "0")
            stand.start(command(port))
            wait_until(lambda: serve.answers(port))
            yield made
        finally:
            stand.close()


def command(port: int) -> list[str]:
    """Return how the web server starts: as `serve` has it, but for one process, whose figures are enough."""
    told = [part for part in serve.web_command(port) if not part.startswith("--workers")]
    return [*told, "--workers=1"]


def copy(server: str, name: str, into: str) -> None:
    """Copy tables: to migrate takes a minute."""
    folder = clusters.programs() or Path()
    source = urlsplit(server)._replace(path=f"/{name}").geturl()
    dump = [str(folder / "pg_dump"), "--no-owner", "--no-privileges", f"--dbname={source}"]
    text = subprocess.run(dump, capture_output=True, check=True, timeout=300).stdout
    load = [str(folder / "psql"), "-q", "-X", "-v", "ON_ERROR_STOP=1", f"--dbname={into}"]
    subprocess.run(load, input=text, capture_output=True, check=True, timeout=300)


@contextmanager
def load(site: Site, number: int) -> Iterator[list[Answer]]:
    """Ask for pages of a player all the time, four readers at once."""
    answers: list[Answer] = []
    over = threading.Event()

    def read(page: str) -> None:
        while not over.is_set():
            answers.append(site.ask(page.format(number)))

    with ThreadPoolExecutor(len(PAGES)) as readers:
        reading = [readers.submit(read, page) for page in PAGES]
        try:
            yield answers
        finally:
            over.set()
        for one in reading:
            one.result(PATIENCE)


def read_on(answers: list[Answer]) -> None:
    """Let everybody read more pages."""
    enough = len(answers) + 5 * len(PAGES)
    wait_until(lambda: len(answers) > enough)


@contextmanager
def paused(servers: list[clusters.Server]) -> Iterator[None]:
    """Let replicas receive and not replay."""
    for one in servers:
        one.ask("SELECT pg_wal_replay_pause()")
    state = "SELECT pg_get_wal_replay_pause_state()"
    wait_until(lambda: all(one.ask(state) == "paused" for one in servers))
    try:
        yield
    finally:
        for one in servers:
            one.ask("SELECT pg_wal_replay_resume()")


def test_public_pages_are_read_from_replicas_by_turn(site: Site) -> None:
    site.wait_for_replicas()

    assert site.reads_of(20) == {"replica-1", "replica-2"}
    assert site.ask("/readyz").body.count('"ok"') == 6


def test_who_wrote_reads_the_primary_until_the_replica_has_come_so_far(site: Site) -> None:
    site.wait_for_replicas()
    before, after = (f"{word}{time.time_ns()}" for word in ("Before", "After"))
    site.stand.do("publicly", "rename", str(site.numbers[0]), before)  # a commit not long ago
    seen = f"SELECT count(*) FROM federation_player WHERE surname = '{before}'"
    wait_until(lambda: all(one.ask(seen) for one in site.replicas))
    with paused(site.replicas):
        site.stand.do("publicly", "rename", str(site.numbers[0]), after)
        wrote = site.ask("/language/", method="POST").cookies.partition(";")[0]
        others = site.ask("/search/?q=Surname").body
        own = site.ask("/search/?q=Surname", cookies=wrote).body

    assert wrote.startswith("wrote=")
    assert (before in others, after in own) == (True, True)
    assert (after in others, before in own) == (False, False)
    wait_until(lambda: site.reads_of(2, cookies=wrote) == {"replica-1", "replica-2"})


def test_replicas_too_far_behind_are_left_out(site: Site) -> None:
    site.wait_for_replicas()
    with paused(site.replicas):
        site.stand.do("publicly", "rename", str(site.numbers[1]), "Later")
        site.wait_for_primary_alone()  # once they are late by more than they may be
        site.stand.do("publicly", "rename", str(site.numbers[2]), "Latest")

        assert site.reads_of(4) == {"default"}
        assert "behind" in site.ask("/readyz").body
        assert site.ask("/readyz").status == 200
    site.wait_for_replicas()


def shows(answer: Answer, choice: str) -> bool:
    """Return whether a page shows a player as he chose."""
    return ("Surname4" in answer.body) == (choice == "public")


def is_shown(answers: list[Answer], choice: str, *, since: float) -> bool:
    """Return whether a page that was asked for since a moment shows a player as he chose."""
    return any(one.asked > since and shows(one, choice) for one in answers)


def test_nothing_older_than_a_choice_of_privacy_is_shown_or_kept(site: Site) -> None:
    """Replicas replay late by different times while a player chooses again and again."""
    site.wait_for_replicas()
    number, changes = site.numbers[4], []
    for one, delay in zip(site.replicas, ("300ms", "700ms"), strict=True):
        one.ask(f"ALTER SYSTEM SET recovery_min_apply_delay = '{delay}'")
        one.ask("SELECT pg_reload_conf()")
    before = site.reads()
    try:
        with load(site, number) as answers:
            for choice in ("anonymous", "public") * 3:
                site.stand.do("publicly", "show", str(number), choice)
                wait_until(partial(is_shown, answers, choice, since=time.monotonic()))
                known, read = time.monotonic(), site.reads()
                wait_until(partial(site.is_read_from_both, since=read))  # again, once they have replayed it
                changes.append((known, time.monotonic(), choice))
    finally:
        for one in site.replicas:
            one.ask("ALTER SYSTEM RESET recovery_min_apply_delay")
            one.ask("SELECT pg_reload_conf()")

    stale = []
    for known, changed, choice in changes:
        during = [one for one in answers if known < one.asked < changed]
        assert during
        stale += [one for one in during if not shows(one, choice)]
    after = site.reads()
    used = {name for name in after if after[name] > before.get(name, 0)}
    assert stale == []
    assert {one.status for one in answers} == {200}
    assert used == {"default", "replica-1", "replica-2"}


def test_replicas_killed_under_load_cost_no_answer_and_are_read_again_later(site: Site) -> None:
    site.wait_for_replicas()
    with load(site, site.numbers[3]) as answers:
        for one in site.replicas:
            read_on(answers)
            one.kill()
        site.wait_for_primary_alone()
        read_on(answers)
        for one in site.replicas:
            one.start()
        site.wait_for_replicas()

    assert len(answers) > 100
    assert {one.status for one in answers} == {200}
    assert all("Surname3" in one.body for one in answers)


def test_promoted_replica_is_no_replica_any_more(site: Site) -> None:
    """The last of the file: what was promoted does not follow again."""
    site.wait_for_replicas()
    with load(site, site.numbers[5]) as answers:
        site.replicas[1].ask("SELECT pg_promote()")
        site.replicas[1].ask("UPDATE federation_player SET surname = 'Elsewhere'")
        wait_until(lambda: site.reads_of(6) == {"replica-1"})
        at = time.monotonic()
        read_on(answers)

    assert site.reads_of(6) == {"replica-1"}
    assert not any("Elsewhere" in one.body for one in answers if one.asked > at)
    assert {one.status for one in answers} == {200}
    assert "no replica" in site.ask("/readyz").body
    assert {name for name, lag in site.stand.do("publicly", "lags").items() if lag is None} == {"replica-2"}
