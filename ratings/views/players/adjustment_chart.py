"""The FFG adjustment of a start as the reader sees it: the staircase, its story in words, its table."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ratings.breakdown.adjustment import Pass
from ratings.cadence.by_event.explain import Explanation
from ratings.charts import staircase
from ratings.charts.figures import moved, plain
from ratings.views.drawings import safe_svg

SIZE = (358, 150)
_SHOWN = 4  # passes of the table at either end; what lies between is left out


@dataclass(frozen=True, slots=True)
class Staircase:
    """Moves of a start; `rows` are the passes of the table, None where some are left out."""

    drawing: SafeString
    story: Sequence[str]
    rows: Sequence[Pass | None]


def of(explanation: Explanation) -> Staircase | None:
    """Draw and describe the moves of a start by an adjustment; None without an adjustment."""
    passes = explanation.course
    if len(passes) < 2:
        return None
    count = len(passes)
    words = staircase.Words(
        label=_label(passes),
        start=_("the start"),
        after=_("where the games led"),
        passes=ngettext("%(n)s pass", "%(n)s passes", count) % {"n": count},
    )
    steps = [(step.start, step.after) for step in passes]
    drawing = safe_svg(staircase.draw(steps, words, size=SIZE))
    return Staircase(drawing, _story(explanation), _rows(passes))


def _label(passes: Sequence[Pass]) -> str:
    return _("The start moved step by step from %(first)s to %(last)s.") % {
        "first": plain(passes[0].start),
        "last": plain(passes[-1].start),
    }


def _story(explanation: Explanation) -> list[str]:
    """Return the adjustment in words: from where, how far the games led, and where it came to rest.

    The threshold depends on the level (FFG ladder rules 1.9): the first and the last each have their own.
    """
    first, last = explanation.course[0], explanation.course[-1]
    figures = {
        "start": plain(first.start),
        "led": plain(first.after),
        "far": plain(abs(moved(first.start, first.after))),
        "threshold": plain(first.threshold),
        "end": plain(last.start),
        "after": plain(last.after),
        "rest": plain(abs(moved(last.start, last.after))),
        "threshold_there": plain(last.threshold),
    }
    sentences = [
        _("From the start %(start)s the games led to %(led)s: %(far)s points at once."),
        _(
            "At %(start)s, more than %(threshold)s points mean that the start was wrong, "
            "not that the player's strength changed."
        ),
        _(
            "So the start was moved by the excess and the whole tournament calculated again, until nothing "
            "changed. Opponents are then compared with the corrected start, not the wrong one."
        ),
        _(
            "It settled at %(end)s, where the threshold is %(threshold_there)s points; from there the games "
            "lead to %(after)s, %(rest)s points."
        ),
    ]
    return [sentence % figures for sentence in sentences]


def _rows(passes: Sequence[Pass]) -> list[Pass | None]:
    if len(passes) <= 2 * _SHOWN + 1:
        return list(passes)
    return [*passes[:_SHOWN], None, *passes[-_SHOWN:]]
