"""What the clock starts: names that lie in queues, each with its task; labels of jobs that have a handler."""

import pytest
from django.conf import settings

from federation.celery import app
from federation.jobs import jobs

# Queues and rows of every installation hold these names: one is added, none is changed.
TASKS = {
    "sweep-jobs": ("federation.tasks.sweep_jobs", 5),
    "follow-office": ("federation.tasks.follow_office", 3600),
    "seal-journal": ("federation.tasks.seal_journal", 10),
    "anchor-journal": ("federation.tasks.anchor_journal", 3600),
    "extend-public-log": ("ratings.tasks.extend_public_log", 60),
    "watch-logs": ("ratings.tasks.watch_logs", 300),
    "recalculate-stale": ("ratings.tasks.recalculate_stale", 300),
    "rate-waiting": ("ratings.streams.tasks.rate_waiting", 300),
    "list-days": ("ratings.streams.tasks.list_days", 3600),
    "reckon-statistics": ("ratings.statistics.tasks.reckon_due", 60),
    "examine-pools": ("ratings.tasks.examine_pools", 3600),
    "compute-trials": ("ratings.tasks.compute_trials", 3600),
    "look-for-news": ("ratings.tasks.look_for_news", 3600),
    "remind-onward": ("ratings.tasks.remind_onward", 3600),
    "tell-followers": ("ratings.following.tasks.look", 60),
    "forget-counts": ("federation.tasks.forget_counts", 300),
    "tell-webhooks": ("federation.tasks.tell_webhooks", 5),
    "tell-office": ("federation.tasks.tell_office", 3600),
    "send-letters": ("federation.tasks.send_letters", 300),
    "take-due-steps": ("ratings.tasks.take_due_steps", 300),
    "keep-house": ("ratings.tasks.keep_house", 3600),
    "renew-snapshot": ("ratings.tasks.renew_snapshot", 300),
    "close-month": ("ratings.tasks.close_month", 3600),
}


def test_clock_starts_what_it_always_did() -> None:
    schedule = settings.CELERY_BEAT_SCHEDULE

    assert {name: (one["task"], one["schedule"]) for name, one in schedule.items()} == TASKS
    assert all(one["options"]["expires"] == one["schedule"] for one in schedule.values())


@pytest.mark.parametrize("task", [task for task, _seconds in TASKS.values()])
def test_every_task_of_the_clock_is_registered(task: str) -> None:
    app.loader.import_default_modules()

    assert task in app.tasks


@pytest.mark.parametrize("kind", settings.JOB_NAMES)
def test_every_kind_that_is_named_on_pages_has_a_handler(kind: str) -> None:
    jobs.handler_of(kind)  # raises UnknownWork where there is none
