"""Whatever is killed, no job is lost and none is done twice."""

import time
from collections import Counter

import pytest

from tests.faults.conftest import SILENT_SECONDS, Stand, kill, wait_until

# One at a time: these tests watch the clock.
pytestmark = pytest.mark.xdist_group("faults")
JOBS, NAP = 20, 0.6


def wait_for_the_middle(stand: Stand) -> int:
    """Wait until some naps are over and two are well under way; returns how many naps have begun."""
    wait_until(lambda: len(stand.lines()) >= 8, seconds=60)
    while True:
        lines = stand.lines()
        time.sleep(0.15)  # nobody began or ended meanwhile: both sleep, and what ended is written down
        words = Counter(line.split()[0] for line in stand.lines())
        if stand.lines() == lines and words["begun"] - words["ended"] == 2:
            return words["begun"]


def test_worker_killed_in_the_middle_does_every_job_once_after_the_restart(stand: Stand) -> None:
    stand.ask(JOBS, NAP)
    worker = stand.start_worker()
    begun = wait_for_the_middle(stand)
    kill(worker)
    over_at_kill = sum(row["state"] == "done" for row in stand.jobs())
    stand.start_worker()
    wait_until(lambda: sum(line.startswith("ended") for line in stand.lines()) >= JOBS, seconds=60)
    time.sleep(SILENT_SECONDS + 2)  # long enough for anything sent twice to show
    rows, ended = stand.jobs(), Counter(line for line in stand.lines() if line.startswith("ended"))
    assert ended == Counter({f"ended {number}": 1 for number in range(JOBS)})
    assert Counter(row["state"] for row in rows) == {"done": JOBS}
    assert (over_at_kill, Counter(row["attempts"] for row in rows)) == (begun - 2, {1: JOBS - 2, 2: 2})


def test_job_longer_than_the_silence_allowed_is_left_alone(stand: Stand) -> None:
    stand.ask(1, 3 * SILENT_SECONDS)
    stand.start_worker()
    wait_until(lambda: stand.lines() == ["begun 0"], seconds=30)
    time.sleep(2)
    meanwhile = stand.jobs()
    wait_until(lambda: stand.jobs()[0]["state"] == "done", seconds=30)
    asleep = {"state": "running", "attempts": 1, "progress": 50, "message": "asleep", "error": ""}
    assert (meanwhile, stand.jobs()[0]["attempts"]) == ([asleep], 1)
    assert stand.lines() == ["begun 0", "ended 0"]
