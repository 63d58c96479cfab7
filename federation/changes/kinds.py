"""Public events of journal acts, as apps register them: a stable type, and public data.

The journal is written in the transaction of the act and sealed in the order of the commits, so its lines
are the changes, and nothing else need be written. An app's module `people.journal_changes` registers what its
acts say; it is called when the feed is read, and so never gives a name that is no longer shown.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from federation.mail import outbox
from federation.models import JournalEntry

MOST_NUMBERS = 200  # numbers or names in the data of one change


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """The public event of a line: its type and its data, JSON only."""

    type: str
    data: Mapping[str, Any]


Telling = Callable[[Sequence[JournalEntry]], Mapping[int, PublicEvent]]
TELLINGS: dict[str, Telling] = {}


def register(telling: Telling, *acts: str) -> None:
    """Register the events of some acts by their keys; a line without an event is left out."""
    for act in acts:
        TELLINGS[act] = telling


def whole(path: str) -> str:
    """Return the whole address of a page, or its path where no site address is configured."""
    return outbox.site() + path
