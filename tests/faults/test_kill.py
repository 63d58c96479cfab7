"""Whatever is killed, no job is lost and none is done twice."""

from collections import Counter

import pytest

from tests.faults.conftest import stands
from tests.faults.stand import Stand, kill, wait_until

pytestmark = pytest.mark.xdist_group("faults")
JOBS, SHORT = 16, 4  # so many naps are over before the others sleep until they may wake


@stands("servers", "embedded", release=["rabbitmq"])
def test_worker_killed_in_the_middle_does_every_job_once_after_the_restart(stand: Stand) -> None:
    stand.ask(JOBS, gated=SHORT)
    worker = stand.start_worker()
    # Both processes of the worker sleep, so neither is between the end of a nap and closing its job.
    wait_until(lambda: len(stand.naps("begun")) == SHORT + 2)
    kill(worker)
    states = Counter(row["state"] for row in stand.jobs())
    stand.let_time_pass()
    stand.gate.touch()
    stand.start_worker()
    wait_until(lambda: {row["state"] for row in stand.jobs()} == {"done"})
    stand.wait_for_a_look()  # anything sent twice has shown by then

    assert states == {"done": SHORT, "running": 2, "queued": JOBS - SHORT - 2}
    assert sorted(stand.naps("ended")) == list(range(JOBS))
    assert Counter(row["attempts"] for row in stand.jobs()) == {1: JOBS - 2, 2: 2}


@stands("servers", release=["embedded", "rabbitmq"])
def test_job_longer_than_the_silence_allowed_is_left_alone(stand: Stand) -> None:
    stand.environment["JOB_SILENT_SECONDS"] = "3"
    stand.ask(1, gated=0)
    stand.start_worker()
    wait_until(lambda: [row["progress"] for row in stand.jobs()] == [50])
    stand.wait_for_a_look()  # the clock has looked, longer after the beginning than a job may be silent
    meanwhile = stand.jobs()
    stand.gate.touch()
    wait_until(lambda: stand.jobs()[0]["state"] == "done")

    asleep = {"state": "running", "attempts": 1, "progress": 50, "message": "asleep", "error": ""}
    assert (meanwhile, stand.jobs()[0]["attempts"]) == ([asleep], 1)
    assert (stand.naps("begun"), stand.naps("ended")) == ([0], [0])
