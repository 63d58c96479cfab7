"""What a line of the journal says in public: a type that stays, and data anybody may read.

The journal is written in the transaction of the act and sealed in the order of the commits, so its lines
are the changes, and nothing else need be written. An app's module `people.journal_changes` registers what its
acts say; it is asked when somebody reads, and so never says a name that is no longer shown.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from typing import Any

from django.utils import translation
from django.utils.module_loading import autodiscover_modules

from federation.mail import message
from federation.models import JournalEntry
from federation.models.display_name import public_view

MOST_NUMBERS = 200  # numbers or names in the data of one change


@dataclass(frozen=True, slots=True)
class Told:
    """What a line says: its type and its data, JSON only."""

    type: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """A line that says something in public."""

    place: int
    at: datetime
    told: Told

    @property
    def id(self) -> str:
        """Return what both webhooks and readers of changes know it by."""
        return identifier(self.place)


Telling = Callable[[Sequence[JournalEntry]], Mapping[int, Told]]
_tellings: dict[str, Telling] = {}


def identifier(place: int) -> str:
    """Return the name of the change at a place of the journal."""
    return f"evt_{place}"


def register(telling: Telling, *acts: str) -> None:
    """Register what the lines of some acts say, by their keys; a line that says nothing is left out."""
    for act in acts:
        _tellings[act] = telling


def acts() -> frozenset[str]:
    """Return the acts that say something in public."""
    import_module("federation.changes.players")
    autodiscover_modules("people.journal_changes")
    return frozenset(_tellings)


def tell(lines: Iterable[JournalEntry]) -> list[Change]:
    """Return what sealed lines say, in their order; a query or two for each kind among them."""
    known, groups = acts(), dict[Telling, list[JournalEntry]]()
    kept = [line for line in lines if line.act in known and line.place is not None]
    for line in kept:
        groups.setdefault(_tellings[line.act], []).append(line)
    said: dict[int, Told] = {}
    with public_view(), translation.override("en"):
        for telling, some in groups.items():
            said.update(telling(some))
    return [Change(line.place or 0, line.at, said[line.pk]) for line in kept if line.pk in said]


def whole(path: str) -> str:
    """Return the whole address of a page, or its path where the office has said no address."""
    return message.site() + path
