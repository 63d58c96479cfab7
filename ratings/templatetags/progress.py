"""The way of a tournament into the lists, as a line of steps under its name."""

from typing import Any

from django import template
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ratings.crosstables.progress import Progress, Step, progress
from tournaments.models import Tournament
from tournaments.models.stages import OVER

register = template.Library()

LABELS = {
    "received": pgettext_lazy("tournament", "received"),
    "checked": pgettext_lazy("tournament", "checked"),
    "submitted": pgettext_lazy("tournament", "submitted"),
    "approved": pgettext_lazy("tournament", "approved"),
    "rated": pgettext_lazy("tournament", "rated"),
    "listed": pgettext_lazy("tournament", "on the list"),
}
TURNS = {
    "organiser": _("Waiting for the organiser: something has to be corrected or submitted."),
    "officer": _("Waiting for an officer."),
}


@register.inclusion_tag("ratings/parts/way.html")
def way(tournament: Tournament, *, checked: bool | None = None, reason: bool = False) -> dict[str, Any]:
    """Show the steps done, the next one and whose turn it is; `reason` of a return only where asked for.

    `checked`: whether anything hinders a submission, where the page has computed it already.
    """
    status = progress(tournament, checked=checked)
    over = tournament.stage in OVER
    return {
        "steps": [] if over else [(LABELS[step.code], step, _state(status, step)) for step in status.steps],
        "counted": status.counted,
        "revision": tournament.revision,
        "turn": "" if over else TURNS.get(status.turn, ""),
        "reason": status.reason if reason and tournament.stage == "returned" else "",
    }


def _state(status: Progress, step: Step) -> str:
    """Return whether a step is done, is the one everybody waits for, or comes later."""
    if step.done:
        return "done"
    return "turn" if step == next(item for item in status.steps if not item.done) else ""
