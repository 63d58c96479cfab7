"""Activity of a player in a system, in words: until or since when, conditions of a change."""

from federation.language.dates import format_date
from federation.models import Licence
from ratings.lists import activity_spans
from ratings.players.held_systems import HeldSystem


def facts(system: HeldSystem) -> list[tuple[str, str]]:
    """Return the day until which the player is active, or since when no longer, with its name."""
    span = system.active_span()
    day = span and activity_spans.since(span, [(line.day, line.active) for line in system.lines])
    return [(activity_spans.label(span), format_date(day, "j N Y"))] if span and day else []


def hint(system: HeldSystem, licence: Licence | None) -> str:
    """Return what keeps the rank of a player, or brings it back; "" for nothing.

    `licence`: the newest of the player. The provisional of a stream have no rank to lose.
    """
    span = system.active_span()
    if span is None or (system.entry is not None and system.entry.provisional):
        return ""
    if not span.active:
        return activity_spans.returning(span)
    is_renewed = licence is not None and span.is_renewed(licence.season, licence.status)
    return "" if is_renewed else activity_spans.keeping(span)
