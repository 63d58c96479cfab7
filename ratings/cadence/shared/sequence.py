"""The place of every fact in the replay, and the part of the history a replay reads."""

from dataclasses import dataclass
from datetime import date

from ratings.cadence.shared.supposed import NOTHING, Supposed
from tournaments.models import Tournament

_DAY, _TOURNAMENT = 33, 1 << 32
A_DAY = 1 << _DAY  # places of the replay


def sequence(day: date, *, manual_id: int = 0, number: int | None = None) -> int:
    """Return an event's place in the replay: by day, manual events by key before tournaments by number."""
    return (day.toordinal() << _DAY) + (manual_id if number is None else _TOURNAMENT + number)


def day_of(place: int) -> date:
    """Return the day of an event from its place in the replay."""
    return date.fromordinal(place >> _DAY)


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
