"""What a player's page says of activity in a system: until or since when, and what changes it."""

from datetime import date

from federation.language.dates import format_date
from federation.models import Licence
from ratings.lists import activity_spans
from ratings.players.held_systems import HeldSystem
from ratings.rulebook.active_span import ActiveSpan, Keeps
from ratings.rulebook.activity import is_active_ffg


def facts(system: HeldSystem) -> list[tuple[str, str]]:
    """Return the day until which the player is active, or since when no longer, with its name."""
    span = system.active_span()
    day = span and activity_spans.since(span, [(line.day, line.active) for line in system.lines])
    return [(activity_spans.label(span), format_date(day, "j N Y"))] if span and day else []


def hint(system: HeldSystem, licence: Licence | None, today: date) -> str:
    """Return what brings the rank back or, in the month before it is lost, what keeps it; "" for nothing.

    `licence`: the newest of the player. The provisional of a stream have no rank to lose.
    """
    span = system.active_span()
    if span is None or (system.entry is not None and system.entry.provisional):
        return ""
    if not span.active:
        return activity_spans.returning(span)
    is_silent = not span.is_near(today) or _is_renewed(span, licence)
    return "" if is_silent else activity_spans.keeping(span)


def _is_renewed(span: ActiveSpan, licence: Licence | None) -> bool:
    """Return whether the licence that keeps the rank is there already."""
    if span.keeps is not Keeps.LICENCE or span.ends is None or licence is None:
        return False
    return licence.season >= span.ends.year and is_active_ffg(licence.status)
