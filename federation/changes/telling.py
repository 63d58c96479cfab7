"""Lines of the journal as the changes they say in public, by what each app has registered for its acts."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import translation
from django.utils.module_loading import autodiscover_modules

from federation.changes import players
from federation.changes.kinds import TELLINGS, PublicEvent, Telling
from federation.models import JournalEntry
from federation.models.display_name import public_view


@dataclass(frozen=True, slots=True)
class Change:
    """A line with a public event."""

    place: int
    at: datetime
    told: PublicEvent

    @property
    def id(self) -> str:
        """Return what both webhooks and readers of changes know it by."""
        return f"evt_{self.place}"


def acts() -> frozenset[str]:
    """Return the acts that say something in public."""
    players.register_acts()
    autodiscover_modules("people.journal_changes")
    return frozenset(TELLINGS)


def tell(lines: Iterable[JournalEntry]) -> list[Change]:
    """Return what sealed lines say, in their order; a query or two for each kind among them."""
    known, groups = acts(), dict[Telling, list[JournalEntry]]()
    public_lines = [line for line in lines if line.act in known and line.place is not None]
    for line in public_lines:
        groups.setdefault(TELLINGS[line.act], []).append(line)
    public_events: dict[int, PublicEvent] = {}
    with public_view(), translation.override("en"):
        for telling, some in groups.items():
            public_events.update(telling(some))
    return [
        Change(line.place or 0, line.at, public_events[line.pk])
        for line in public_lines
        if line.pk in public_events
    ]
