"""The work of ratings in the background: what the clock starts and when, and what pages call jobs. Pure.

Names of tasks and kinds of jobs are stored, in queues and in rows: they outlive the modules some were named
after (`ratings.streams`, `ratings.statistics.tasks`, `ratings.following.tasks`), and never change.
"""

from federation.jobs.schedule import HOUR, MINUTE, every
from federation.vocabulary.messages import gettext_noop

SCHEDULE = {
    # What was published and decided joins the public log, whose end is signed where the key lies.
    "extend-public-log": every(MINUTE, "ratings.tasks.extend_public_log"),
    # Logs of other installations are looked at and cosigned, cosignatures of our own collected.
    "watch-logs": every(5 * MINUTE, "ratings.tasks.watch_logs"),
    # Officers find a proposal waiting; nothing is applied without them.
    "recalculate-stale": every(5 * MINUTE, "ratings.tasks.recalculate_stale"),
    # Games are rated as they arrive; this finds what nobody was reminded of.
    "rate-waiting": every(5 * MINUTE, "ratings.streams.tasks.rate_waiting"),
    # The list of yesterday of the streams; a machine that slept makes the newest day's only.
    "list-days": every(HOUR, "ratings.streams.tasks.list_days"),
    # Statistics of whatever was applied or published since; two queries a system where nothing was.
    "reckon-statistics": every(MINUTE, "ratings.statistics.tasks.reckon_due"),
    # Organisers hear how far their tournaments are; who decides reminds of it, this finds the rest.
    "look-for-news": every(HOUR, "ratings.tasks.look_for_news"),
    # Organisers are reminded of the days by which results go to the EGD, the FFG and FIDE.
    "remind-onward": every(HOUR, "ratings.tasks.remind_onward"),
    # Followers hear of what was published together; four queries where nothing waits.
    "tell-followers": every(MINUTE, "ratings.following.tasks.look"),
    # What the office leaves to the clock; an office that has said nothing decides everything itself.
    "take-due-steps": every(5 * MINUTE, "ratings.tasks.take_due_steps"),
    # Backups where a setting asks for them, and what is over: sessions, jobs, files of nothing.
    "keep-house": every(HOUR, "ratings.tasks.keep_house"),
    # Everything public as files, made again before it is a day old.
    "renew-snapshot": every(5 * MINUTE, "ratings.tasks.renew_snapshot"),
    # The month of the period systems; a machine that slept on the 1st makes up for it.
    "close-month": every(HOUR, "ratings.tasks.close_month"),
}
LETTERS = {"ratings.follow_asked": "ratings.following.letters.Question"}
NAMES = {
    **dict.fromkeys(LETTERS, gettext_noop("Sending e-mails")),
    "ratings.recalculate": gettext_noop("Recalculation"),
    "ratings.apply": gettext_noop("Approval of a recalculation"),
    "ratings.undo": gettext_noop("Undoing a recalculation"),
    "ratings.publish": gettext_noop("Publication of a list"),
    "ratings.prepare_list": gettext_noop("Preparation of a list"),
    "ratings.preview": gettext_noop("Preview of a tournament"),
    "ratings.decision-preview": gettext_noop("Preview of an adjustment"),
    "ratings.stream-list": gettext_noop("Publication of a list"),
    "ratings.bundle-delta": gettext_noop("Changes between two lists"),
    "ratings.witness": gettext_noop("Check of public logs"),
    "ratings.backup": gettext_noop("Backup"),
    "ratings.snapshot": gettext_noop("Files of all public data"),
    "ratings.follow_told": gettext_noop("Sending e-mails"),
}
