"""The place of every fact in the replay as a number. Pure."""

from datetime import date

_DAY, _TOURNAMENT = 33, 1 << 32
PLACES_A_DAY = 1 << _DAY  # places of the replay


def sequence(day: date, *, manual_id: int = 0, number: int | None = None) -> int:
    """Return an event's place in the replay: by day, manual events by key before tournaments by number."""
    return (day.toordinal() << _DAY) + (manual_id if number is None else _TOURNAMENT + number)


def day_of(place: int) -> date:
    """Return the day of an event from its place in the replay."""
    return date.fromordinal(place >> _DAY)
