"""The load of a soak: readers, an office that publishes once a minute, a game server."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import count
from typing import Any

import requests

from tests.browser.opening import OFFICER, ORGANISER
from tests.faults.stand import Stand, wait_until
from tests.faults.test_two_machines import Machine, when
from tests.tournaments import reports

FIRST_DAY = date(2024, 3, 9)
CYCLE, BATCH = 60.0, 5.0  # seconds from one publication to the next, from one batch of games to the next
PATHS = (
    "/", "/lists/", "/lists/ffg/", "/tournaments/", "/clubs/", "/statistics/", "/search/?q=au",
    "/calculators/", "/lists/fide-standard/2026-11-01/", "/api/v1/lists/ffg/2023-04-01/entries",
    "/feeds/lists/ffg.atom", "/lists/ffg/2023-04-01/download.csv", "/rules/", "/healthz", "/readyz",
)  # fmt: skip


@dataclass
class Load:
    """What is asked of two machines, and what came of it: seconds and statuses by kind, and errors."""

    stand: Stand
    machines: list[Machine]
    until: float
    answers: list[tuple[str, float, object]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    _clerk: threading.Lock = field(default_factory=threading.Lock)

    def note(self, kind: str, ask: Callable[[], requests.Response]) -> requests.Response | None:
        """Ask, and note how long it took and what came; an answer of 5xx or none at all is an error."""
        begun = time.monotonic()
        try:
            answer = ask()
        except requests.RequestException as error:
            self.answers.append((kind, time.monotonic() - begun, type(error).__name__))
            self.errors.append(f"{kind}: {error!r}")
            return None
        self.answers.append((kind, time.monotonic() - begun, answer.status_code))
        if answer.status_code >= 500:
            self.errors.append(f"{answer.url}: {answer.status_code} {answer.text[:200]}")
        return answer

    def read(self, number: int, every: float) -> None:
        """Read pages of both machines in turn, one in five as it was never asked for."""
        browsers = [requests.Session() for _ in self.machines]
        players = self._act("cluster", "tell")["players"].values()
        paths = [*PATHS, *(f"/players/{one}/" for one in players)]
        for turn in count(number):
            if time.monotonic() > self.until:
                return
            path = paths[turn * 7 % len(paths)]
            if turn % 5 == 0 and not path.startswith("/api/"):
                path += ("&" if "?" in path else "?") + f"x={turn}"
            place = turn % len(self.machines)
            address = self.machines[place].address + path
            head = {"Accept-Language": ("en", "fr", "ru")[turn % 3]}
            begun = time.monotonic()
            self.note("read", lambda: browsers[place].get(address, headers=head, timeout=30))  # noqa: B023 - called at once
            time.sleep(max(0.0, every - (time.monotonic() - begun)))

    def play(self, token: str) -> None:
        """Hand games in, machine by machine."""
        head = {"Authorization": f"Bearer {token}"}
        for turn in count():
            if time.monotonic() > self.until:
                return
            games = [
                {
                    "code": f"soak-{turn}-{game}",
                    "ended": 1_700_060_000_000 + (turn * 20 + game) * 1000,
                    "white": f"p{game}",
                    "black": f"p{20 + (game + turn) % 20}",
                    "result": ("1-0", "0-1", "1/2-1/2")[game % 3],
                }
                for game in range(20)
            ]
            body: dict[str, Any] = {"system": "fics-blitz", "server": "table", "games": games}
            address = f"{self.machines[turn % 2].address}/api/v1/games"
            answer = self.note("games", lambda: requests.post(address, json=body, headers=head, timeout=30))  # noqa: B023 - called at once
            self.done["games"] += answer.json()["accepted"] if answer is not None else 0
            time.sleep(BATCH)

    def publish(self) -> None:
        """Upload, approve, rate, apply and publish once a minute, and now and then hide a player."""
        people = [(one.log_in(ORGANISER), one.log_in(OFFICER)) for one in self.machines]
        for turn in count():
            if time.monotonic() > self.until - CYCLE:
                return
            begun = time.monotonic()
            try:
                self._publish(turn, people)
                self.done["lists"] += 1
                if turn % 3 == 2:
                    self._show(people[turn % 2][1], turn)
            except (AssertionError, requests.RequestException) as error:
                self.errors.append(f"publication {turn}: {error!r}"[:500])
            time.sleep(max(0.0, CYCLE - (time.monotonic() - begun)))

    def _publish(self, turn: int, people: list[tuple[requests.Session, requests.Session]]) -> None:
        first, second = self.machines[turn % 2], self.machines[(turn + 1) % 2]
        (organiser, officer), (_, other) = people[turn % 2], people[(turn + 1) % 2]
        day, before = FIRST_DAY + timedelta(days=7 * turn), self._act("cluster", "tell")["run"][:1]
        games = reports.games(turn % 24)  # other results than in the weeks before
        file = reports.tou(f"Open {turn + 1}", start=day, end=day + timedelta(days=1), pairings=games)
        page = first.send(organiser, "/upload/", file=file).url.removeprefix(first.address)
        first.send(organiser, f"{page}match/", **self._act("cluster", "likely"), strangers="new")
        first.send(organiser, f"{page}submit/")
        second.send(other, f"{page}approve/")
        second.send(other, "/review/ffg/run/")

        def proposed() -> bool:
            run = self._act("cluster", "tell")["run"]
            return bool(run[1:] == ["proposed"] and run[:1] != before)

        wait_until(proposed, seconds=120)
        first.send(officer, f"/review/runs/{self._act('cluster', 'tell')['run'][0]}/apply/")
        listed = str(day + timedelta(days=5))
        first.send(officer, "/review/ffg/publish/", date=listed)
        when(self.machines, lambda one: listed in one.get("/lists/ffg/").text, seconds=120)

    def _show(self, officer: requests.Session, turn: int) -> None:
        number = self._act("cluster", "tell")["players"]["Aubrac"]
        choice = ("anonymous", "public")[turn // 3 % 2]
        self.machines[turn % 2].send(officer, f"/register/{number}/privacy/", privacy=choice)
        self.done["choices of privacy"] += 1

    def _act(self, who: str, act: str) -> Any:
        with self._clerk:
            return self.stand.do(who, act)
