"""The acts on systems, runs, lists, simulations and the public log as the journal has them."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from federation.journal.acts import Act, EventType, Family, Group, Report, declare
from federation.views.journal_acts import ACCOUNTS
from ratings.models import ManualEvent
from ratings.models.run import RUN_STAGES
from ratings.people.journal_changes import tell_lists, tell_runs

RATINGS = Group(_("Ratings"), 3)
_ALARMS = {
    "large-move": _("a rating changes by much"),
    "entering": _("many players gain a first rating"),
    "leaving": _("players lose their rating"),
    "imported-met": _("an imported rating meets an earlier one"),
    "restless": _("the calculation did not converge"),
    "many-moved": _("many rated players change"),
}
_RUN = {
    "state": _("state of the ratings"),
    "new": pgettext_lazy("rows of a run", "new"),
    "moved": pgettext_lazy("rows of a run", "changed"),
    "gone": pgettext_lazy("rows of a run", "removed"),
    "alarms": _("alerts"),
}
_BOUNDS = {
    "largest_move": _("A rating changes by more than"),
    "share_moved": _("Share of rated players who change is more than"),
    "most_entering": _("Players gaining a first rating are more than"),
    "most_leaving": _("Players losing their rating are more than"),
}
_SCHEDULE = {
    "recalculate": _("Recalculate when data have changed"),
    "approve": _("Approve a proposal that raises no alert"),
    "prepare": _("Prepare a list that is due"),
    "release": _("Publish an automatically prepared list if nothing is unusual"),
    "day": _("Day of the month when a list is due"),
}


def _share(value: Any) -> str:
    return gettext("%(n)s%%") % {"n": f"{100 * value:g}"} if isinstance(value, int | float) else str(value)


def _job(kind: Any) -> str:
    return gettext(settings.JOB_NAMES[kind]) if kind in settings.JOB_NAMES else str(kind)


_RUNS = Report(
    tell_runs, (EventType("ratings.changed"), EventType("tournament.rated", _("Tournaments are rated"), 4))
)
_LISTS = Report(
    tell_lists,
    (
        EventType("list.published", _("A list is published"), 1),
        EventType("list.revised", _("A published list is replaced by a new revision"), 2),
    ),
)
declare(
    RATINGS,
    Family("run.", names=_RUN, values={"": dict(RUN_STAGES), "alarms": _ALARMS, "moved": str}),
    Family("manual-event.", values={"kind": dict(ManualEvent.Kind.choices)}),
    Act("manual-event.entered", _("adjustment added"), moves_ratings=True, is_logged=True),
    Act("manual-event.withdrawn", _("adjustment withdrawn"), moves_ratings=True, is_logged=True),
    Act("run.requested", _("recalculation requested"), is_public=False),
    Act("run.applied", _("recalculation applied"), report=_RUNS, moves_ratings=True),
    Act("run.discarded", _("recalculation rejected"), is_public=False),
    Act("run.undone", _("recalculation undone"), report=_RUNS, moves_ratings=True),
    Act("run.closed", _("recalculation outdated or failed"), is_public=False),
    Act("run.cancelled", _("recalculation cancelled"), is_public=False),
    Act("list.ordered", _("list requested")),
    Act("list.published", _("list published"), report=_LISTS, is_logged=True),
    Act("list.archived", _("list archived"), report=_LISTS, is_logged=True),
    Act("system.changed", _("rules of a system changed"), moves_ratings=True),
    Act("system.bounds", _("alert thresholds changed"), names=_BOUNDS, values={"share_moved": _share}),
    Act("system.schedule", _("automatic steps changed"), names=_SCHEDULE, is_public=False),
    Act("list.dropped", _("list preview discarded")),
    Act("system.levels", _("levels of a list used as base"), moves_ratings=True),
    Act("simulation.opened", _("pages of players of a simulation opened to everyone")),
    Act("simulation.closed", _("pages of players of a simulation closed")),
    Act("trial.begun", _("variant put on trial")),
    Act("trial.ended", _("trial of a variant ended")),
    Act("simulation.emptied", _("pages of players of a simulation deleted")),
    Act("simulation.deleted", _("simulation deleted")),
    Act("log.watched", _("log of another installation watched")),
    Act("log.unwatched", _("log of another installation no longer watched")),
    Act("log.witness-added", _("witness of the public log added")),
    Act("log.witness-removed", _("witness of the public log removed")),
    Act("log.alarm", _("alert: a public log was changed")),
    Act("log.alarm-settled", _("alert about a public log settled")),
)
declare(
    ACCOUNTS,
    Family("follower.", is_public=False),
    Family("job.", values={"kind": _job}, is_public=False),
    Act("snapshot.licence", _("licence of the public data chosen"), after="site.text"),
    Act("follower.exported", _("copy of a follower's data provided"), after="account.locked"),
    Act("follower.erased", _("follower's address deleted"), after="follower.exported"),
    Act("job.retried", _("failed job started again")),
)
