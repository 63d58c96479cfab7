"""The site as a stranger asks it: addresses, and what the lists there are called."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.test import Client

from ratings.rulebook.systems import SYSTEMS
from tests.flow.coherence import dom
from tests.flow.coherence.facts import EXACT, About, Fact, number

NAMES = {system.name: key for key, system in SYSTEMS.items()}
_DAYS = ("%d %B %Y", "%d %b %Y")  # what English pages write; a month in short has a full stop


def day_in(text: str) -> str:
    """Read a day as English pages write it, as ISO; "" for none."""
    words = text.replace(".", "").replace("Sept", "Sep").split()
    for at in range(len(words) - 2):
        for form in _DAYS:
            try:
                return datetime.strptime(" ".join(words[at : at + 3]), form).date().isoformat()
            except ValueError:
                continue
    return ""


@dataclass
class Site:
    """What was asked so far, and the facts read from it."""

    client: Client
    newest: dict[str, str] = field(default_factory=dict)  # system -> the newest list
    of_day: dict[tuple[str, str], str] = field(default_factory=dict)  # system and day -> the list that stands
    before: dict[tuple[str, str], str] = field(default_factory=dict)  # system and list -> the one before
    # system and query of the part of a newest list a page names somebody's place in
    parts: set[tuple[str, str]] = field(default_factory=set)
    facts: list[Fact] = field(default_factory=list)
    answers: dict[str, bytes] = field(default_factory=dict)  # what is asked twice is the same
    pages: dict[str, dom.Element] = field(default_factory=dict)

    def get(self, address: str) -> bytes:
        """Return what an address answers; AssertionError where it does not."""
        if address not in self.answers:
            self.answers[address] = self._ask(address)
        return self.answers[address]

    def _ask(self, address: str) -> bytes:
        answer: Any = self.client.get(address, follow=True, headers={"accept-language": "en"})
        assert answer.status_code == 200, f"{answer.status_code} at {address}"
        whole: bytes = b"".join(answer.streaming_content) if answer.streaming else answer.content
        return whole

    def page(self, address: str) -> dom.Element:
        """Ask for a page."""
        if address not in self.pages:
            self.pages[address] = dom.read(self.get(address).decode())
        return self.pages[address]

    def json(self, address: str) -> Any:
        """Ask for JSON."""
        return json.loads(self.get(address))

    def csv(self, address: str) -> Iterator[dict[str, str]]:
        """Ask for comma-separated values."""
        return csv.DictReader(io.StringIO(self.get(address).decode("utf-8-sig")))

    def tell(self, about: About, kind: str, text: object, where: str) -> None:
        """Note a figure: a text as shown, or a number as programs get it; nothing for None and ""."""
        if text is None or text == "":
            return
        if isinstance(text, float):
            self.facts.append(Fact(about, kind, text, EXACT, where))
            return
        read = number(str(text))
        if read is not None:
            self.facts.append(Fact(about, kind, *read, where))

    def move(self, about: About, texts: tuple[object, object, object], where: str) -> None:
        """Note what something did to a rating: before, after, change."""
        for kind, text in zip(("before", "after", "change"), texts, strict=True):
            self.tell(about, kind, text, where)

    def read_lists(self) -> list[tuple[str, str, int]]:
        """Read which lists there are: system, day, revision, the oldest first."""
        lists = [
            (one["system"], one["date"], one["revision"])
            for one in self.json("/api/v1/lists?limit=500")["items"]
        ]
        lists.sort()
        for system, day, revision in lists:
            if (system, day) not in self.of_day:
                self.before[system, name_of(day, revision)] = self.newest.get(system, "")
            else:
                own = self.before[system, self.of_day[system, day]]
                self.before[system, name_of(day, revision)] = own
            self.of_day[system, day] = self.newest[system] = name_of(day, revision)
        return lists


def name_of(day: str, revision: int) -> str:
    """Name a list as facts do."""
    return f"list {date.fromisoformat(day).isoformat()} r{revision}"
