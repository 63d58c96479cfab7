"""What the clock starts, and when."""

SWEEP_SECONDS = 5.0

SCHEDULE = {
    "sweep-jobs": {
        "task": "federation.tasks.sweep_jobs",
        "schedule": SWEEP_SECONDS,
        # A sweep nobody took in time is worth nothing; a busy worker would find hundreds of them.
        "options": {"expires": SWEEP_SECONDS},
    },
}
