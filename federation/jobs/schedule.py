"""What the clock starts, and when."""

SWEEP_SECONDS = 5.0
SEAL_SECONDS = 10.0
LOG_SECONDS = 60.0
STALE_SECONDS = 300.0
CLOSE_SECONDS = 3600.0
RECKON_SECONDS = 60.0
FOLLOW_SECONDS = 60.0
FORGET_SECONDS = 300.0
TELL_SECONDS = 5.0
WATCH_SECONDS = 300.0

SCHEDULE = {
    "sweep-jobs": {
        "task": "federation.tasks.sweep_jobs",
        "schedule": SWEEP_SECONDS,
        # A sweep nobody took in time is worth nothing; a busy worker would find hundreds of them.
        "options": {"expires": SWEEP_SECONDS},
    },
    # Lines of the journal join their chain; whoever checks it seals first, so a late clock loses nothing.
    "seal-journal": {
        "task": "federation.tasks.seal_journal",
        "schedule": SEAL_SECONDS,
        "options": {"expires": SEAL_SECONDS},
    },
    # The end of that chain is noted in a file that lies elsewhere, where a setting names one.
    "anchor-journal": {
        "task": "federation.tasks.anchor_journal",
        "schedule": CLOSE_SECONDS,
        "options": {"expires": CLOSE_SECONDS},
    },
    # What was published and decided joins the public log, whose end is signed where the key lies.
    "extend-public-log": {
        "task": "ratings.tasks.extend_public_log",
        "schedule": LOG_SECONDS,
        "options": {"expires": LOG_SECONDS},
    },
    # Logs of other installations are looked at and cosigned, cosignatures of our own collected.
    "watch-logs": {
        "task": "ratings.tasks.watch_logs",
        "schedule": WATCH_SECONDS,
        "options": {"expires": WATCH_SECONDS},
    },
    # Officers find a proposal waiting; nothing is applied without them.
    "recalculate-stale": {
        "task": "ratings.tasks.recalculate_stale",
        "schedule": STALE_SECONDS,
        "options": {"expires": STALE_SECONDS},
    },
    # Games are rated as they arrive; this finds what nobody was reminded of.
    "rate-waiting": {
        "task": "ratings.streams.tasks.rate_waiting",
        "schedule": STALE_SECONDS,
        "options": {"expires": STALE_SECONDS},
    },
    # The list of yesterday of the streams; a machine that slept makes the newest day's only.
    "list-days": {
        "task": "ratings.streams.tasks.list_days",
        "schedule": CLOSE_SECONDS,
        "options": {"expires": CLOSE_SECONDS},
    },
    # Statistics of whatever was applied or published since; two queries a system where nothing was.
    "reckon-statistics": {
        "task": "ratings.statistics.tasks.reckon_due",
        "schedule": RECKON_SECONDS,
        "options": {"expires": RECKON_SECONDS},
    },
    # The health of the pool of whatever list was published since; two queries a system where none was.
    "examine-pools": {
        "task": "ratings.tasks.examine_pools",
        "schedule": CLOSE_SECONDS,
        "options": {"expires": CLOSE_SECONDS},
    },
    # Variants on trial of whatever was recalculated since; a query for each trial where nothing was.
    "compute-trials": {
        "task": "ratings.tasks.compute_trials",
        "schedule": CLOSE_SECONDS,
        "options": {"expires": CLOSE_SECONDS},
    },
    # Organisers hear how far their tournaments are; who decides reminds of it, this finds the rest.
    "look-for-news": {
        "task": "ratings.tasks.look_for_news",
        "schedule": CLOSE_SECONDS,
        "options": {"expires": CLOSE_SECONDS},
    },
    # Organisers are reminded of the days by which results go to the EGD, the FFG and FIDE.
    "remind-onward": {
        "task": "ratings.tasks.remind_onward",
        "schedule": CLOSE_SECONDS,
        "options": {"expires": CLOSE_SECONDS},
    },
    # Followers hear of what was published together; four queries where nothing waits.
    "tell-followers": {
        "task": "ratings.following.tasks.look",
        "schedule": FOLLOW_SECONDS,
        "options": {"expires": FOLLOW_SECONDS},
    },
    # Counts of requests, where no Redis counts them: a row for each address and minute.
    "forget-counts": {
        "task": "federation.tasks.forget_counts",
        "schedule": FORGET_SECONDS,
        "options": {"expires": FORGET_SECONDS},
    },
    # Messages of webhooks are written and sent, a few queries where nothing happened.
    "tell-webhooks": {
        "task": "federation.tasks.tell_webhooks",
        "schedule": TELL_SECONDS,
        "options": {"expires": TELL_SECONDS},
    },
    # What the office leaves to the clock; an office that has said nothing decides everything itself.
    "take-due-steps": {
        "task": "ratings.tasks.take_due_steps",
        "schedule": STALE_SECONDS,
        "options": {"expires": STALE_SECONDS},
    },
    # Backups where a setting asks for them, and what is over: sessions, jobs, files of nothing.
    "keep-house": {
        "task": "ratings.tasks.keep_house",
        "schedule": CLOSE_SECONDS,
        "options": {"expires": CLOSE_SECONDS},
    },
    # Everything public as files, made again before it is a day old.
    "renew-snapshot": {
        "task": "ratings.tasks.renew_snapshot",
        "schedule": STALE_SECONDS,
        "options": {"expires": STALE_SECONDS},
    },
    # The month of the period systems; a machine that slept on the 1st makes up for it.
    "close-month": {
        "task": "ratings.tasks.close_month",
        "schedule": CLOSE_SECONDS,
        "options": {"expires": CLOSE_SECONDS},
    },
}
