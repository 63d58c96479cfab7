"""Moments of a stream: milliseconds since 1970, UTC, and the days they are of. Pure."""

from datetime import UTC, date, datetime, timedelta

MS_A_DAY = 86_400_000
_DAY = timedelta(days=1)


def moment_of(day: date) -> int:
    """Return 00:00 UTC of a day in milliseconds since 1970."""
    return (day - date(1970, 1, 1)) // _DAY * MS_A_DAY


def end_of(day: date) -> int:
    """Return 24:00 UTC of a day in milliseconds since 1970: what ended before belongs to its list."""
    return moment_of(day) + MS_A_DAY


def day_at(moment: int) -> date:
    """Return the day (UTC) of a moment."""
    return datetime.fromtimestamp(moment // 1000, UTC).date()


def milliseconds(moment: datetime) -> int:
    """Return a moment of streams."""
    return int(moment.timestamp() * 1000)
