"""What kinds of work are called on pages."""

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_noop

from federation.models import Job

NAMES: Mapping[str, str] = {
    "ratings.recalculate": gettext_noop("Recalculation"),
    "ratings.apply": gettext_noop("Approval of a recalculation"),
    "ratings.undo": gettext_noop("Undoing a recalculation"),
    "ratings.publish": gettext_noop("Publication of a list"),
    "ratings.prepare_list": gettext_noop("Preparation of a list"),
    "ratings.preview": gettext_noop("Preview of a tournament"),
    "ratings.decision-preview": gettext_noop("Preview of an adjustment"),
    "ratings.simulate": gettext_noop("Simulation of other rules"),
    "ratings.whole_history": gettext_noop("Whole-history comparison"),
    "ratings.pool_health": gettext_noop("Health of the pool"),
    "ratings.stream-list": gettext_noop("Publication of a list"),
    "ratings.bundle-delta": gettext_noop("Changes between two lists"),
    "ratings.witness": gettext_noop("Check of public logs"),
    "ratings.backup": gettext_noop("Backup"),
    "ratings.snapshot": gettext_noop("Files of all public data"),
    "tournaments.approve": gettext_noop("Approval of tournaments"),
    "tournaments.games": gettext_noop("Reading a file of games"),
    "tournaments.draft": gettext_noop("Reading a tournament file"),
    "federation.webhooks": gettext_noop("Webhooks"),
    "federation.plan_list": gettext_noop("Comparison of a list with the register"),
    "federation.apply_list": gettext_noop("Import of a list"),
}


def name_of(job: Job) -> str:
    """Return the file a job reads, else what it does in the reader's language."""
    if filename := job.arguments.get("filename"):
        return str(filename)
    return gettext(NAMES.get(job.kind) or gettext_noop("Background job"))
