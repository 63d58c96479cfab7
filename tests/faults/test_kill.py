"""Whatever is killed, no job is lost and none is done twice."""

import time
from collections import Counter

import pytest

from tests.faults.conftest import ON_EVERY_BROKER, SILENT_SECONDS, Stand, kill, wait_until

# One at a time: these tests watch the clock.
pytestmark = [pytest.mark.xdist_group("faults"), ON_EVERY_BROKER]
JOBS, NAP = 16, 1.6


def wait_for_the_middle(stand: Stand) -> int:
    """Wait until some naps are over and two are well under way; returns how many have begun.

    While both processes of the worker sleep, neither is between the end of a nap and closing its job. Less
    than half of a nap cannot be asked: naps that begin by turns are never both in the first half.
    """

    def well_under_way() -> bool:
        entries, now = stand.entries(), time.time()
        over = {number for word, number, _ in entries if word == "ended"}
        ages = [now - when for word, number, when in entries if word == "begun" and number not in over]
        return len(over) >= 4 and len(ages) == 2 and max(ages) < 3 * NAP / 4

    wait_until(well_under_way, seconds=60)
    return len(stand.naps("begun"))


def test_worker_killed_in_the_middle_does_every_job_once_after_the_restart(stand: Stand) -> None:
    stand.ask(JOBS, NAP)
    worker = stand.start_worker()
    begun = wait_for_the_middle(stand)
    kill(worker)
    over_at_kill = sum(row["state"] == "done" for row in stand.jobs())
    stand.start_worker()
    wait_until(lambda: len(stand.naps("ended")) >= JOBS, seconds=90)
    time.sleep(SILENT_SECONDS + 2)  # long enough for anything sent twice to show
    rows = stand.jobs()
    assert sorted(stand.naps("ended")) == list(range(JOBS))
    assert Counter(row["state"] for row in rows) == {"done": JOBS}
    assert (over_at_kill, Counter(row["attempts"] for row in rows)) == (begun - 2, {1: JOBS - 2, 2: 2})


def test_job_longer_than_the_silence_allowed_is_left_alone(stand: Stand) -> None:
    stand.ask(1, 3 * SILENT_SECONDS)
    stand.start_worker()
    wait_until(lambda: stand.naps("begun") == [0], seconds=60)
    time.sleep(2)
    meanwhile = stand.jobs()
    wait_until(lambda: stand.jobs()[0]["state"] == "done", seconds=60)
    asleep = {"state": "running", "attempts": 1, "progress": 50, "message": "asleep", "error": ""}
    assert (meanwhile, stand.jobs()[0]["attempts"]) == ([asleep], 1)
    assert (stand.naps("begun"), stand.naps("ended")) == ([0], [0])
