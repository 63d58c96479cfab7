"""The part of the history a replay reads; and the place of every fact in it (`place`)."""

from dataclasses import dataclass
from datetime import date

from ratings.cadence.shared.hypothetical_facts import NOTHING, Supposed
from ratings.cadence.shared.place import PLACES_A_DAY as PLACES_A_DAY
from ratings.cadence.shared.place import day_of as day_of
from ratings.cadence.shared.place import sequence as sequence
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Span:
    """Which part of the history is read: from a day on, up to a day, or one tournament; what is supposed."""

    since: date | None = None
    until: date | None = None
    tournament: Tournament | None = None
    supposed: Supposed = NOTHING

    @property
    def first(self) -> int:
        """Return the first place of the replay that is read."""
        if self.tournament:
            return sequence(self.tournament.start, number=self.tournament.number)
        return sequence(self.since) if self.since else 0


WHOLE = Span()
