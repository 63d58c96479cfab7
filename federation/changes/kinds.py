"""What acts say in public, as they register it: a type that stays, and data anybody may read.

The journal is written in the transaction of the act and sealed in the order of the commits, so its lines
are the changes, and nothing else need be written. An app's module `people.journal_changes` registers what its
acts say; it is asked when somebody reads, and so never says a name that is no longer shown.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from federation.mail import message
from federation.models import JournalEntry

MOST_NUMBERS = 200  # numbers or names in the data of one change


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """What a line says: its type and its data, JSON only."""

    type: str
    data: Mapping[str, Any]


Telling = Callable[[Sequence[JournalEntry]], Mapping[int, PublicEvent]]
TELLINGS: dict[str, Telling] = {}


def register(telling: Telling, *acts: str) -> None:
    """Register what the lines of some acts say, by their keys; a line that says nothing is left out."""
    for act in acts:
        TELLINGS[act] = telling


def whole(path: str) -> str:
    """Return the whole address of a page, or its path where the office has said no address."""
    return message.site() + path
