"""Two web machines, two workers and a beat on one PostgreSQL and one Redis, and no disk in common."""

import hashlib
import shutil
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO
from typing import Any

import pytest
import requests

from federation.management.commands import serve
from tests.browser.opening import OFFICER, ORGANISER, PASSWORD
from tests.faults.conftest import stands
from tests.faults.stand import Stand, wait_until
from tests.faults.test_serve import free_port
from tests.tournaments import reports

pytestmark = [
    stands(release=["servers"]),
    pytest.mark.xdist_group("faults"),
]
WORKER = [sys.executable, "-W", "ignore", "-m", "celery", "--quiet", "-A", "federation", "worker"]
QUIET = ("--without-gossip", "--without-mingle", "--without-heartbeat")  # as the units run them
BEAT = [sys.executable, "-W", "ignore", "-m", "celery", "--quiet", "-A", "federation", "beat", "--pidfile="]
FIDE = "/lists/fide-standard/2026-11-01/files/"
# What programs read, whole lists and single players.
READ = ("/api/v1/lists/ffg/2024-04-01/entries", "/lists/ffg/2024-04-01/download.csv")
TURN_SECONDS = 60.0  # alone on its machine each turns within one


class Machine:
    """A web machine, and who sits before it."""

    def __init__(self, stand: Stand) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        stand.start(serve.web_command(self.port))
        self.visitor = requests.Session()

    def log_in(self, email: str) -> requests.Session:
        """Return the browser of somebody who has an account."""
        person = requests.Session()
        person.headers["Accept-Language"] = "en"
        self.send(person, "/login/", login=email, password=PASSWORD)
        return person

    def send(
        self, person: requests.Session, path: str, *, file: bytes | None = None, **said: object
    ) -> requests.Response:
        """Send a form and follow where it leads."""
        if "csrftoken" not in person.cookies:
            person.get(f"{self.address}/login/", timeout=120)
        data = {**said, "csrfmiddlewaretoken": person.cookies["csrftoken"]}
        files = {"file": ("moulin.tou", file)} if file else None
        answer = person.post(f"{self.address}{path}", data=data, files=files, timeout=120)
        assert answer.status_code == 200, (path, answer.status_code, answer.text[:500])
        return answer

    def get(self, path: str, **headers: str) -> requests.Response:
        """Read a page as anybody does."""
        return self.visitor.get(f"{self.address}{path}", headers=headers, timeout=120)


@pytest.fixture
def machines(stand: Stand) -> Iterator[list[Machine]]:
    """Yield the two web machines of an office."""
    with serving(stand) as web:
        yield web


@contextmanager
def serving(stand: Stand) -> Iterator[list[Machine]]:
    """Open an office, start everything, and give the two web machines."""
    stand.environment["SECRET_KEY"] = "the same on every machine of an installation, fifty characters"
    stand.environment["PAGE_CACHE_ENABLED"] = "True"
    static = stand.folder / "var" / "static"
    stand.python("manage.py", "collectstatic", "--no-input", "--verbosity", "0")
    stand.do("cluster", "open")
    with ExitStack() as ending:

        def machine(name: str) -> Stand:
            folder = stand.folder / name
            data = folder / "var"
            data.mkdir(parents=True)
            made = Stand(folder, {**stand.environment, "PALMARES_DATA": str(data)})
            ending.callback(made.close)
            return made

        for name in ("worker-1", "worker-2"):
            machine(name).start([*WORKER, "--concurrency=1", "--loglevel=WARNING", "-n", name, *QUIET])
        machine("beat").start(BEAT)
        web = []
        for name in ("a", "b"):
            own = machine(name)
            shutil.copytree(static, own.folder / "var" / "static")
            web.append(Machine(own))
        for one in web:
            wait_until(lambda one=one: serve.answers(one.port))  # type: ignore[misc]  # called at once
        yield web


def when(machines: list[Machine], true: Callable[[Machine], bool], *, seconds: float) -> list[float]:
    """Return when something became true on each machine; asks them in turn."""
    seen: dict[int, float] = {}
    limit = time.monotonic() + seconds
    while len(seen) < len(machines):
        assert time.monotonic() < limit, f"waited in vain; true on {sorted(seen)}"
        for place, one in enumerate(machines):
            if place not in seen and true(one):
                seen[place] = time.monotonic()
    return [seen[place] for place in range(len(machines))]


def publish(stand: Stand, machines: list[Machine]) -> list[float]:
    """Upload on A, approve on B, rate from B, apply and publish from A; returns when each showed the list."""
    a, b = machines
    organiser, on_a, on_b = a.log_in(ORGANISER), a.log_in(OFFICER), b.log_in(OFFICER)
    page = a.send(organiser, "/upload/", file=reports.tou()).url.removeprefix(a.address)
    a.send(organiser, f"{page}match/", **stand.do("cluster", "likely"), strangers="new")
    a.send(organiser, f"{page}submit/")
    b.send(on_b, f"{page}approve/")
    b.send(on_b, "/review/ffg/run/")
    wait_until(lambda: stand.do("cluster", "tell")["run"][1:] == ["proposed"])
    run = stand.do("cluster", "tell")["run"][0]
    a.send(on_a, f"/review/runs/{run}/apply/")
    assert [one.get("/lists/ffg/").status_code for one in machines] == [200, 200]
    a.send(on_a, "/review/ffg/publish/", date="2024-04-01")
    return when(machines, lambda one: "2024-04-01" in one.get("/lists/ffg/").text, seconds=120)


def unzipped(body: bytes) -> bytes:
    """Return what is in a zip."""
    with zipfile.ZipFile(BytesIO(body)) as archive:
        return b"".join(archive.read(name) for name in archive.namelist())


def files_of(one: Machine, names: list[str]) -> dict[str, bytes]:
    """Download files, again for as long as the machine says that it is making one."""
    found: dict[str, bytes] = {}

    def all_are_there() -> bool:
        for name in set(names) - set(found):
            answer = one.get(f"{FIDE}{name}")
            if answer.status_code == 200:
                found[name] = answer.content
        return len(found) == len(names)

    wait_until(all_are_there)
    return found


def all_are_done(stand: Stand) -> bool:
    """Return whether every job is done; none may have been begun twice."""
    jobs = stand.do("cluster", "tell")["jobs"]
    assert {attempts for _, state, attempts in jobs if state == "done"} == {1}
    return {state for _, state, _ in jobs} == {"done"}


def test_two_machines_are_one_office(stand: Stand, machines: list[Machine]) -> None:
    shown = publish(stand, machines)
    told = stand.do("cluster", "tell")
    names = sorted(told["files"])
    files = [files_of(one, names) for one in machines]
    kept = [{path: one.get(path) for path in READ} for one in machines]

    assert abs(shown[0] - shown[1]) < TURN_SECONDS
    assert len(names) == 6
    assert files[0] == files[1]
    assert {name: hashlib.sha256(body).hexdigest() for name, body in files[0].items()} == told["files"]
    for path in READ:
        assert kept[0][path].status_code == 200
        assert kept[0][path].content == kept[1][path].content
    wait_until(lambda: all_are_done(stand))

    hide(stand, machines, [{path: answer.headers["ETag"] for path, answer in one.items()} for one in kept])
    wait_until(lambda: len(stand.do("cluster", "tell")["files"]) == 6)
    told = stand.do("cluster", "tell")
    files = [files_of(one, sorted(told["files"])) for one in machines]

    assert files[0] == files[1]
    assert not any(b"Osei" in unzipped(body) for body in files[0].values())
    assert {name: hashlib.sha256(body).hexdigest() for name, body in files[0].items()} == told["files"]


def hide(stand: Stand, machines: list[Machine], kept: list[dict[str, str]]) -> None:
    """Choose on A that two players are hidden; both machines must have forgotten them within a second."""
    a = machines[0]
    players = stand.do("cluster", "tell")["players"]
    pages: dict[str, Any] = {
        "/lists/ffg/2024-04-01/": "Aubrac",
        "/lists/ffg/2024-04-01/download.csv": "AUBRAC",
        f"/players/{players['Aubrac']}/": "Aubrac",
        "/lists/fide-standard/2026-11-01/": "Osei",
        f"/players/{players['Osei']}/": "Osei",
    }
    assert all(name.lower() in one.get(path).text.lower() for one in machines for path, name in pages.items())
    officer = a.log_in(OFFICER)
    for surname in ("Aubrac", "Osei"):
        a.send(officer, f"/register/{players[surname]}/privacy/", privacy="anonymous")
    begun = time.monotonic()

    def is_asked_for_anew(one: Machine) -> bool:
        tags = kept[machines.index(one)].items()
        return all(one.get(path, **{"If-None-Match": tag}).status_code == 200 for path, tag in tags)

    def is_hidden(one: Machine) -> bool:
        return not any(name.lower() in one.get(path).text.lower() for path, name in pages.items())

    # Programs that keep what they have read, and ask for nothing else, are told as soon as readers of pages.
    assert max(when(machines, is_asked_for_anew, seconds=120)) - begun < TURN_SECONDS
    assert max(when(machines, is_hidden, seconds=120)) - begun < TURN_SECONDS
