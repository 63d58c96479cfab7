"""Officers who decide at once, workers that die in mid-run: one clear outcome, nothing by halves."""

from collections import Counter
from typing import Any

import psycopg
import pytest

from tests.faults.conftest import POSTGRESQL
from tests.faults.stand import Stand, kill, wait_until

pytestmark = [
    pytest.mark.xdist_group("faults"),
    pytest.mark.postgresql,
    pytest.mark.skipif(not POSTGRESQL, reason="DATABASE_URL names no PostgreSQL"),
]
OFFICERS = 4


def do(office: Stand, *act: str) -> dict[str, Any]:
    """Do one act to its end; returns what came of it."""
    outcome: dict[str, Any] = office.do("office", *act)
    return outcome


def together(office: Stand, acts: list[tuple[str, ...]]) -> list[str]:
    """Do several acts at the same moment, each in its own process; returns what each said."""
    return [answer["said"] for answer in office.together([("office", *act) for act in acts])]


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
    do(office, "move")

    said = do(office, "apply", run)["said"]

    found = do(office, "tell")
    assert (said, found["stage"], found["changes"], found["proposals"]) == ("overtaken", "overtaken", 0, 0)


# What a worker has to wait for: before it has read the games, and once it has written two proposals of six.
MOMENTS = {
    "claimed": "LOCK TABLE tournaments_game IN ACCESS EXCLUSIVE MODE",
    "writing": "SELECT pg_advisory_xact_lock(1)",
}
THIRD = """
CREATE FUNCTION wait_for_the_third() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT count(*) FROM ratings_proposal) = 2 THEN PERFORM pg_advisory_xact_lock(1); END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER wait_for_the_third BEFORE INSERT ON ratings_proposal
    FOR EACH ROW EXECUTE FUNCTION wait_for_the_third();
"""
WAITS = """
SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()
"""


@pytest.mark.parametrize("moment", MOMENTS)
def test_worker_killed_in_mid_run_leaves_no_half_proposal_and_it_is_computed_again(
    moment: str, office: Stand
) -> None:
    do(office, "wanted")
    address = office.environment["DATABASE_URL"]
    with psycopg.connect(address, autocommit=True) as watch, psycopg.connect(address) as holding:
        watch.execute(THIRD)
        holding.execute(MOMENTS[moment].encode())
        worker = office.start_worker()
        wait_until(lambda: watch.execute(WAITS).fetchone() is not None)
        kill(worker)
    at_kill = do(office, "tell")

    office.let_time_pass()
    office.start_worker()
    wait_until(lambda: do(office, "tell")["job"] == "done")

    found = do(office, "tell")
    assert (at_kill["stage"], at_kill["proposals"]) == ("requested", 0)
    assert (found["stage"], found["attempts"]) == ("proposed", 2)
    assert found["proposals"] == found["new"] == 6
