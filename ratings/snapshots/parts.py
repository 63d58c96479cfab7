"""Parts of the snapshot's tables, and the state of the facts of each.

Tables that grow for ever come by rating system and year: a part whose facts are the same as yesterday is not
written again. Every change of a published row calls `noted.withdraw`, since no state can show it.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from django.conf import settings
from django.db.models import Count, Max, Min
from django.utils import timezone

from ratings.cadence.traits import live_systems
from ratings.models import PublishedList
from ratings.snapshots.tables import TABLES, Table
from tournaments.models import TableGame

ENTRIES, ONLINE_GAMES, ONLINE_SEATS = "entries", "online_games", "online_seats"


@dataclass(frozen=True, slots=True)
class Part:
    """A file's worth of a table; `basis`: the state of its facts, "" where it is made each time."""

    table: str
    system: str = ""
    year: int = 0
    basis: str = ""

    @property
    def name(self) -> str:
        """Name the part: `players`, `entries-ffg-2026`."""
        return f"{self.table}-{self.system}-{self.year:04}" if self.system else self.table


def parts() -> list[Part]:
    """Return all parts, in the order of the tables."""
    by_table: dict[str, list[Part]] = {name: [] for name in TABLES}
    for part in (*entry_parts(), *_online_parts()):
        by_table[part.table].append(part)
    by_year = {ENTRIES, ONLINE_GAMES, ONLINE_SEATS}
    return [part for name in TABLES for part in (by_table[name] if name in by_year else [Part(name)])]


def table_of(part: Part) -> Table:
    """Return the table of a part."""
    return TABLES[part.table]


def entry_parts() -> Iterator[Part]:
    """Yield the parts of entries: the lists of a system, a year each."""
    lists = PublishedList.objects.filter(ready=True, system__active=True)
    years: dict[tuple[str, int], list[int]] = {}
    for system, day, key in lists.order_by("system__position", "date", "pk").values_list(
        "system__key", "date", "pk"
    ):
        years.setdefault((system, day.year), []).append(key)
    for (system, year), keys in years.items():
        yield Part(ENTRIES, system, year, _state(keys))


def names_with(player_lists: list[int]) -> list[str]:
    """Return the names of the parts that have the entries of some lists, published or not."""
    lists = PublishedList.objects.filter(pk__in=player_lists).values_list("system__key", "date")
    return sorted({Part(ENTRIES, system, day.year).name for system, day in lists})


def _online_parts() -> Iterator[Part]:
    """Yield the parts of online games and of their seats: those of a system that ended in a year."""
    systems = live_systems().filter(active=True).order_by("position")
    for system, moved in systems.values_list("key", "facts"):
        games = TableGame.objects.filter(system=system, withdrawn=None)
        first = games.aggregate(first=Min("ended"), last=Max("ended"))
        if first["first"] is None:
            continue
        for year in range(_year_at(first["first"]), _year_at(first["last"]) + 1):
            ended = games.filter(ended__range=bounds(year))
            counts = ended.aggregate(games=Count("pk"), last=Max("pk"))
            if counts["games"]:
                yield Part(ONLINE_GAMES, system, year, _state([moved, counts]))
                if ended.filter(white=None).exists():
                    yield Part(ONLINE_SEATS, system, year, _state([moved, counts]))


def bounds(year: int) -> tuple[int, int]:
    """Return the first and the last millisecond of a year, UTC, since 1970."""
    first, after = (datetime(number, 1, 1, tzinfo=UTC).timestamp() for number in (year, year + 1))
    return int(first) * 1000, int(after) * 1000 - 1


def _year_at(moment: int) -> int:
    return datetime.fromtimestamp(moment // 1000, UTC).year


def _state(facts: Any) -> str:
    """Return a digest of facts; another one for another version, and once a month, to be on the safe side."""
    today: date = timezone.localdate()
    text = repr((settings.VERSION, today.year, today.month, facts))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
