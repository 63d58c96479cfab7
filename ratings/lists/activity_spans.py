"""Until or since when a player is active, in words, and what keeps or brings back the rank."""

from collections.abc import Sequence
from datetime import date, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.language.dates import format_date
from ratings.rulebook.active_span import ActiveSpan, Keeps

_ONE_DAY = timedelta(days=1)


def label(span: ActiveSpan) -> str:
    """Return what the day of a span is: the last of an active player, the first of an inactive one."""
    if span.keeps is Keeps.LICENCE:
        return _("Licence until") if span.active else _("Without a licence since")
    return _("Active until") if span.active else _("Inactive since")


def day_told(span: ActiveSpan) -> date | None:
    """Return that day; None where none is known."""
    if span.ends is None:
        return None
    return span.ends - _ONE_DAY if span.active else span.ends


def summary(span: ActiveSpan, *, short: bool = False) -> str:
    """Return the day with its name, `Active until 31 December 2026`; "" where no day is known."""
    day = day_told(span)
    return f"{label(span)} {format_date(day, 'j N Y' if short else 'j F Y')}" if day else ""


def keeping(span: ActiveSpan) -> str:
    """Return what keeps the rank of an active player; "" where no end is known."""
    if span.ends is None:  # so it is where nothing has to be done
        return ""
    values = {"day": format_date(span.ends, "j F Y"), "season": span.ends.year}
    texts = {
        Keeps.TOURNAMENT: _("A rated tournament before %(day)s keeps the rank."),
        Keeps.LISTED_GAMES: _("A game rated for the list of %(day)s or an earlier one keeps the rank."),
        Keeps.GAME: _("A rated game before %(day)s keeps the rank."),
        Keeps.LICENCE: _("A licence for the season %(season)s keeps the exact level and the rank."),
    }
    return texts[span.keeps] % values


def returning(span: ActiveSpan) -> str:
    """Return what gives an inactive player the rank back."""
    if span.keeps is Keeps.LISTED_GAMES:
        text = ngettext(
            "The rank comes back with the list for which %(n)s game is rated.",
            "The rank comes back with the list for which, with those before it, %(n)s games are rated.",
            span.count,
        )
        return text % {"n": span.count}
    texts = {
        Keeps.TOURNAMENT: _("The next rated tournament brings the rank back."),
        Keeps.GAME: _("The next rated game brings the rank back."),
        Keeps.LICENCE: _("A licence for the season brings the exact level and the rank back."),
    }
    return texts[span.keeps]


def since(span: ActiveSpan, listed: Sequence[tuple[date, bool]]) -> date | None:
    """Return the known day of a span, else the first of the last run of inactive lists.

    `listed`: the day of each list of the player, newest first, and whether it calls them active.
    """
    day = day_told(span)
    if day is not None or span.active:
        return day
    first = None
    for on, active in listed:
        if active:
            return first
        first = on
    return None
