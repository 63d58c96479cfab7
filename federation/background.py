"""The register's work in the background: what the clock starts and when, and what pages call jobs. Pure."""

from federation.jobs.schedule import HOUR, MINUTE, Schedule, every
from federation.vocabulary.messages import gettext_noop


def looks(seconds: float) -> Schedule:
    """Return the most frequent tasks of the clock; `seconds`: their interval from the settings."""
    return {
        "sweep-jobs": every(seconds, "federation.tasks.sweep_jobs"),
        # Messages of webhooks are written and sent, a few queries where nothing happened.
        "tell-webhooks": every(seconds, "federation.tasks.tell_webhooks"),
    }


SCHEDULE = {
    **looks(5.0),
    # Lines of the journal join their chain; the check seals first, so a late clock loses nothing.
    "seal-journal": every(10.0, "federation.tasks.seal_journal"),
    # The end of that chain is noted in a file that lies elsewhere, where a setting names one.
    "anchor-journal": every(HOUR, "federation.tasks.anchor_journal"),
    # Counts of requests, where no Redis counts them: a row for each address and minute.
    "forget-counts": every(5 * MINUTE, "federation.tasks.forget_counts"),
    # Minors are shown according to a setting until the year of a birthday ends; one query if nothing changed.
    "follow-office": every(HOUR, "federation.tasks.follow_office"),
    # The office hears of claims and reported errors that wait for it; two queries where there are none.
    "tell-office": every(HOUR, "federation.tasks.tell_office"),
    # Letters that could not be sent; a query for each kind, seven.
    "send-letters": every(5 * MINUTE, "federation.tasks.send_letters"),
}
# Kinds of letters, by the kind of the job that sends them.
LETTERS = {
    "federation.account_letters": "federation.accounts.letters.AccountMail",
    "federation.claims": "federation.claims.letters.ClaimMail",
    "federation.corrections": "federation.claims.corrections.CorrectionAnswer",
    "federation.office_letters": "federation.claims.office.OfficeMail",
    "federation.webhook_letters": "federation.webhooks.letters.PauseMail",
}
NAMES = {
    **dict.fromkeys(LETTERS, gettext_noop("Sending e-mails")),
    "federation.webhooks": gettext_noop("Webhooks"),
    "federation.plan_list": gettext_noop("Comparison of a list with the register"),
    "federation.apply_list": gettext_noop("Import of a list"),
}
