"""Lines of the journal about systems, runs and lists in the reader's words."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from federation.journal.words import Words, register
from ratings.models import ManualEvent
from ratings.models.run import RUN_STAGES

_ALARMS = {
    "large-move": gettext_lazy("a rating changes by much"),
    "entering": gettext_lazy("many players gain a first rating"),
    "leaving": gettext_lazy("players lose their rating"),
    "imported-met": gettext_lazy("an imported rating meets an earlier one"),
    "restless": gettext_lazy("the calculation did not converge"),
    "many-moved": gettext_lazy("many rated players change"),
}
_RUN = {
    "state": gettext_lazy("state of the ratings"),
    "new": pgettext_lazy("rows of a run", "new"),
    "moved": pgettext_lazy("rows of a run", "changed"),
    "gone": pgettext_lazy("rows of a run", "removed"),
    "alarms": gettext_lazy("alerts"),
}
_BOUNDS = {
    "largest_move": gettext_lazy("A rating changes by more than"),
    "share_moved": gettext_lazy("Share of rated players who change is more than"),
    "most_entering": gettext_lazy("Players gaining a first rating are more than"),
    "most_leaving": gettext_lazy("Players losing their rating are more than"),
}
_SCHEDULE = {
    "recalculate": gettext_lazy("Recalculate when data have changed"),
    "approve": gettext_lazy("Approve a proposal that raises no alert"),
    "prepare": gettext_lazy("Prepare a list that is due"),
    "release": gettext_lazy("Publish an automatically prepared list if nothing is unusual"),
    "day": gettext_lazy("Day of the month when a list is due"),
}


def _share(value: Any) -> str:
    return _("%(n)s%%") % {"n": f"{100 * value:g}"} if isinstance(value, int | float) else str(value)


def _job(kind: Any) -> str:
    return _(settings.JOB_NAMES[kind]) if kind in settings.JOB_NAMES else str(kind)


def _words() -> Iterable[tuple[str, Words]]:
    yield "run.", Words(_RUN, {"": dict(RUN_STAGES), "alarms": _ALARMS, "moved": str})
    yield "manual-event.", Words(values={"kind": dict(ManualEvent.Kind.choices)})
    yield "system.bounds", Words(_BOUNDS, {"share_moved": _share})
    yield "system.schedule", Words(_SCHEDULE)
    yield "job.", Words(values={"kind": _job})


for _act, _said in _words():
    register(_act, _said)
