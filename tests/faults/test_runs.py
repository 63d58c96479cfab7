"""Officers who decide at once, workers that die in mid-run: one clear outcome, nothing by halves."""

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.faults.conftest import POSTGRESQL, ROOT, Stand, _environment, database, kill, wait_until

pytestmark = [
    pytest.mark.xdist_group("faults"),
    pytest.mark.postgresql,
    pytest.mark.skipif(not POSTGRESQL, reason="DATABASE_URL names no PostgreSQL"),
]
OFFICERS = 4
START = 4.0  # seconds until everybody is ready to decide


@pytest.fixture
def office(tmp_path: Path, tables_on_postgresql: str) -> Iterator[Stand]:
    """Make an installation on PostgreSQL; whatever it runs is killed in the end."""
    with database("runs", like=tables_on_postgresql) as address:
        made = Stand(tmp_path, _environment(tmp_path, {"DATABASE_URL": address}))
        yield made
        made.close()


def do(office: Stand, *act: str) -> dict[str, Any]:
    """Do one act to its end; returns what came of it."""
    outcome: dict[str, Any] = office.do("office", *act)
    return outcome


def together(office: Stand, acts: list[tuple[str, ...]]) -> list[str]:
    """Do several acts at the same moment, each in its own process; returns what each said."""
    at = str(time.time() + START)
    begun = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.faults.office", *act, at],
            cwd=ROOT,
            env=office.environment,
            stdout=subprocess.PIPE,
        )
        for act in acts
    ]
    return [json.loads(child.communicate(timeout=60)[0])["said"] for child in begun]


def test_of_officers_who_approve_at_once_one_wins_and_the_others_are_told(office: Stand) -> None:
    run = str(do(office, "small")["run"])

    said = together(office, [("apply", run)] * OFFICERS)

    found = do(office, "tell")
    assert Counter(said) == {"applied": 1, "decided": OFFICERS - 1}
    assert (found["stage"], found["changes"], found["current"]) == ("applied", 6, 6)
    assert (found["state"], found["applied"], found["stale"]) == (1, 1, False)


def test_facts_that_move_while_an_officer_approves_are_never_lost(office: Stand) -> None:
    run = str(do(office, "small")["run"])

    officer, organiser = together(office, [("apply", run), ("move",)])

    found = do(office, "tell")
    whole = {"applied": ("applied", 6, 1), "overtaken": ("overtaken", 0, 0)}
    assert organiser == "moved"
    assert (found["stage"], found["changes"], found["state"]) == whole[officer]
    assert found["stale"] is True


def test_proposal_whose_facts_moved_is_refused(office: Stand) -> None:
    run = str(do(office, "small")["run"])
    do(office, "move", "0")

    said = do(office, "apply", run, "0")["said"]

    found = do(office, "tell")
    assert (said, found["stage"], found["changes"], found["proposals"]) == ("overtaken", "overtaken", 0, 0)


MOMENTS = {
    "claimed": "SELECT 1 FROM federation_job WHERE state = 'running'",
    "writing": "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'"
    " AND query LIKE 'INSERT INTO ratings_proposal%'",
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_worker_killed_in_mid_run_leaves_no_half_proposal_and_it_is_computed_again(
    moment: str, office: Stand
) -> None:
    do(office, "large")
    worker = office.start_worker()
    with psycopg.connect(office.environment["DATABASE_URL"], autocommit=True) as watch:
        wait_until(lambda: watch.execute(MOMENTS[moment]).fetchone() is not None, seconds=60)
    kill(worker)
    at_kill = do(office, "tell")

    office.start_worker()
    wait_until(lambda: do(office, "tell")["job"] == "done", seconds=90)

    found = do(office, "tell")
    assert (at_kill["stage"], at_kill["proposals"]) == ("requested", 0)
    assert (found["stage"], found["attempts"]) == ("proposed", 2)
    assert found["proposals"] == found["new"] > 0
