"""Verdict of the forecasts on the adjustment of misplaced players, in sentences and rows."""

from django.template.defaultfilters import floatformat
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from federation.language.wording import grouped
from ratings.cadence.shared.alternatives import AS_IS, GUARDED, NEWCOMERS, OFF
from ratings.statistics.adjustments import FAR, KNOWN, Judged, Moved
from ratings.statistics.adjustments import NEWCOMERS as WITH_NEWCOMER
from ratings.statistics.kinds import Adjustment
from ratings.templatetags.palmares import signed3

_SETTINGS = {
    AS_IS: gettext_lazy("as rated"),
    OFF: pgettext_lazy("adjustment", "none"),
    GUARDED: gettext_lazy("limited by the opponents"),
    NEWCOMERS: gettext_lazy("new players only"),
}
_GROUPS = {
    KNOWN: gettext_lazy("Between known players: %(games)s games"),
    WITH_NEWCOMER: gettext_lazy("With a new player: %(games)s games"),
}
_BETTER = {
    KNOWN: gettext_lazy(
        "Between known players the forecasts would have been better without it: log loss %(off)s instead of "
        "%(loss)s (difference %(low)s to %(high)s)."
    ),
    WITH_NEWCOMER: gettext_lazy(
        "With a new player they would have been better without it: %(off)s instead of %(loss)s (difference "
        "%(low)s to %(high)s)."
    ),
}
_WORSE = {
    KNOWN: gettext_lazy(
        "Between known players the forecasts would have been worse without it: log loss %(off)s instead of "
        "%(loss)s (difference %(low)s to %(high)s)."
    ),
    WITH_NEWCOMER: gettext_lazy(
        "With a new player they would have been worse without it: %(off)s instead of %(loss)s (difference "
        "%(low)s to %(high)s)."
    ),
}
_NEITHER = {
    KNOWN: gettext_lazy(
        "Between known players the forecasts would have been no better and no worse without it, apart from "
        "chance: log loss %(off)s instead of %(loss)s (difference %(low)s to %(high)s)."
    ),
    WITH_NEWCOMER: gettext_lazy(
        "With a new player they would have been no better and no worse without it, apart from chance: "
        "%(off)s instead of %(loss)s (difference %(low)s to %(high)s)."
    ),
}


def said(found: Adjustment) -> str:
    """Format how many starts were moved, and of each group whether its forecasts gained or lost by it."""
    known, newcomers = found.moved
    rows = {(row.group, row.setting): row for row in found.judged}
    verdicts = [_verdict(rows[group, AS_IS], rows[group, OFF]) for group in _GROUPS if (group, OFF) in rows]
    return " ".join([_moved(known, newcomers), *verdicts])


def settings(found: Adjustment | None) -> list[tuple[str, list[tuple[str, Judged]]]]:
    """Return the rows of each group that has games under its title, each setting named."""
    judged = found.judged if found else ()
    groups = ((title, [row for row in judged if row.group == group]) for group, title in _GROUPS.items())
    return [
        (
            title % {"games": grouped(rows[0].games)},
            [(str(_SETTINGS[row.setting]), row) for row in rows],
        )
        for title, rows in groups
        if rows
    ]


def _moved(known: Moved, newcomers: Moved) -> str:
    return _(
        "The adjustment moved the start of known players in %(moved)s of %(entries)s cases, by %(points)s "
        "points or more in %(far)s; for new players in %(new_moved)s of %(new_entries)s, by that much in "
        "%(new_far)s."
    ) % {
        "moved": grouped(known.moved),
        "entries": grouped(known.entries),
        "points": f"{FAR:.0f}",
        "far": grouped(known.far),
        "new_moved": grouped(newcomers.moved),
        "new_entries": grouped(newcomers.entries),
        "new_far": grouped(newcomers.far),
    }


def _verdict(as_is: Judged, off: Judged) -> str:
    by = off.by_log_loss
    words = _BETTER if by.high < 0.0 else _WORSE if by.low > 0.0 else _NEITHER
    return words[off.group] % {
        "off": floatformat(off.log_loss, 3),
        "loss": floatformat(as_is.log_loss, 3),
        "low": signed3(by.low),
        "high": signed3(by.high),
    }
