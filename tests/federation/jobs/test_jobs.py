"""Background work as rows: who may claim it, what is kept of it, and what the sweeper does."""

import sqlite3
from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from django.contrib.auth.models import Group
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone
from django.utils.module_loading import autodiscover_modules

from federation.database import bulk
from federation.jobs import jobs
from federation.models import Account, Job

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Collect what would go to the queue; the real queue is met in tests/faults."""
    numbers: list[int] = []
    monkeypatch.setattr(jobs, "enqueue", numbers.append)
    return numbers


@pytest.fixture
def kinds(monkeypatch: pytest.MonkeyPatch) -> dict[str, jobs.Work]:
    """Let a test register kinds of its own, beside the real ones."""
    autodiscover_modules("tasks")  # now, or the real ones would register in this test's copy only
    registry = dict(jobs._registered)
    monkeypatch.setattr(jobs, "_registered", registry)
    return registry


def silent_since(job: Job, seconds: float) -> None:
    Job.objects.filter(pk=job.pk).update(heartbeat=timezone.now() - timedelta(seconds=seconds))


def test_request_is_sent_only_after_commit(sent: list[int], django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        job = jobs.request("test.kind", arguments={"number": 7})
        jobs.enqueue_after_commit(job)
        before_commit = list(sent)
    assert (before_commit, sent, job.state, job.arguments) == ([], [job.pk], "queued", {"number": 7})


def test_claim_of_a_waiting_job_is_granted_once() -> None:
    job = jobs.request("test.kind")
    first, second = jobs.claim(job.pk), jobs.claim(job.pk)
    assert first is not None
    assert (first.state, first.attempts, len(first.claim), second) == ("running", 1, 36, None)


def test_run_keeps_result_and_progress(kinds: dict[str, jobs.Work]) -> None:
    seen: list[tuple[int, str]] = []

    @jobs.handler("test.kind")
    def double(progress: jobs.Progress, *, number: int) -> dict[str, Any]:
        progress.report(140, "half" * 100)
        row = Job.objects.get(pk=progress.job.pk)
        seen.append((row.progress, row.message))
        return {"double": 2 * number}

    done = jobs.run(jobs.request("test.kind", arguments={"number": 21}).pk)
    assert done is not None
    assert (done.state, done.progress, done.result, done.error) == ("done", 100, {"double": 42}, "")
    assert seen == [(100, "half" * 50)]


def test_run_of_a_failing_job_keeps_the_words_and_no_traceback(kinds: dict[str, jobs.Work]) -> None:
    @jobs.handler("test.kind")
    def refuse(progress: jobs.Progress) -> None:
        Job.objects.filter(pk=progress.job.pk).update(message="undone with the rest")
        raise ValueError("no such system")

    failed = jobs.run(jobs.request("test.kind").pk)
    assert failed is not None
    assert (failed.state, failed.error, failed.message) == ("failed", "no such system", "")


def test_run_of_an_unknown_kind_fails(kinds: dict[str, jobs.Work]) -> None:
    failed = jobs.run(jobs.request("test.nowhere").pk)
    assert failed is not None
    assert (failed.state, failed.error) == ("failed", "No work is registered as test.nowhere")


def test_run_whose_result_is_not_json_fails(kinds: dict[str, jobs.Work]) -> None:
    kinds["test.kind"] = lambda _: {"when": object()}
    failed = jobs.run(jobs.request("test.kind").pk)
    assert failed is not None
    assert (failed.state, failed.error) == ("failed", "Object of type object is not JSON serializable")


@pytest.mark.parametrize(("attempts", "state", "error"), [(0, "queued", ""), (2, "failed", jobs.GIVEN_UP)])
def test_run_without_database_waits_until_the_last_attempt(
    kinds: dict[str, jobs.Work], attempts: int, state: str, error: str
) -> None:
    def lose(progress: jobs.Progress) -> None:
        raise OperationalError("server closed the connection")

    kinds["test.kind"] = lose
    job = jobs.request("test.kind")
    Job.objects.filter(pk=job.pk).update(attempts=attempts)
    after = jobs.run(job.pk)
    assert after is not None
    assert (after.state, after.attempts, after.error) == (state, attempts + 1, error)


def full_disk(**marks: Any) -> OperationalError:
    """Make the error of a database whose disk is full, with the mark of its driver."""
    problem, cause = OperationalError("no space left on device"), Exception()
    vars(cause).update(marks)
    problem.__cause__ = cause
    return problem


@pytest.mark.parametrize("marks", [{"sqlstate": "53100"}, {"sqlite_errorcode": sqlite3.SQLITE_FULL}])
def test_run_on_a_full_disk_waits_for_a_day(kinds: dict[str, jobs.Work], marks: dict[str, Any]) -> None:
    def fill(progress: jobs.Progress) -> None:
        raise full_disk(**marks)

    kinds["test.kind"] = fill
    job = jobs.request("test.kind")
    states = []
    for _ in range(5):
        after = jobs.run(job.pk)
        assert after is not None
        states.append((after.state, after.attempts, after.message))
        assert list(jobs.waiting_for_room()) == [job]
    Job.objects.filter(pk=job.pk).update(requested=timezone.now() - timedelta(hours=25))
    last = jobs.run(job.pk)

    assert last is not None
    assert states == [("queued", 0, jobs.NO_ROOM)] * 5
    assert (last.state, last.error) == ("failed", jobs.GIVEN_UP)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="COPY is PostgreSQL's")
@pytest.mark.parametrize("way", ["read", "written"])
def test_run_whose_copy_loses_the_database_waits(kinds: dict[str, jobs.Work], way: str) -> None:
    def copy(progress: jobs.Progress) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = 50")
            if way == "written":  # the moment a row arrives, its trigger sleeps
                cursor.execute(
                    "CREATE FUNCTION pg_temp.nap() RETURNS trigger LANGUAGE plpgsql AS "
                    "$$ BEGIN PERFORM pg_sleep(99); RETURN NEW; END $$; CREATE TEMP TABLE napping (one int); "
                    "CREATE TRIGGER nap BEFORE INSERT ON napping FOR EACH ROW EXECUTE FUNCTION pg_temp.nap()"
                )
        if way == "written":
            bulk.write_columns("napping", {"one": [1]})
        else:
            bulk.read_columns("SELECT 1 FROM pg_sleep(120)", [], [np.dtype(np.int64)])

    kinds["test.kind"] = copy
    after = jobs.run(jobs.request("test.kind").pk)
    assert after is not None
    assert (after.state, after.attempts, after.error) == ("queued", 1, "")


def test_run_that_was_taken_over_writes_nothing() -> None:
    mine = jobs.claim(jobs.request("test.kind").pk)
    assert mine is not None
    Job.objects.filter(pk=mine.pk).update(claim="somebody else", message="his")
    progress = jobs.Progress(mine, inline=True)
    with pytest.raises(jobs.JobLost):
        progress.report(50, "mine")
    assert (jobs.finish(mine, {"mine": True}), jobs.fail(mine, "mine")) == (False, False)
    row = Job.objects.get(pk=mine.pk)
    assert (row.state, row.claim, row.message, row.result) == ("running", "somebody else", "his", {})


def test_work_registered_twice_is_refused(kinds: dict[str, jobs.Work]) -> None:
    jobs.handler("test.kind")(test_run_keeps_result_and_progress)
    jobs.handler("test.kind")(test_run_keeps_result_and_progress)
    with pytest.raises(ValueError, match="registered twice"):
        jobs.handler("test.kind")(test_work_registered_twice_is_refused)


def test_sweep_leaves_what_lives(sent: list[int]) -> None:
    jobs.request("test.kind")
    running = jobs.request("test.kind")
    jobs.claim(running.pk)
    assert (jobs.sweep(silent_seconds=30), sent) == (0, [])


def test_sweep_sends_a_lost_message_again_and_then_waits(sent: list[int]) -> None:
    job = jobs.request("test.kind")
    silent_since(job, 31)
    assert (jobs.sweep(silent_seconds=30), jobs.sweep(silent_seconds=30), sent) == (1, 0, [job.pk])


def test_sweep_takes_a_dead_run_from_its_worker(sent: list[int]) -> None:
    job = jobs.request("test.kind")
    dead = jobs.claim(job.pk)
    assert dead is not None
    silent_since(job, 31)
    swept = jobs.sweep(silent_seconds=30)
    again = jobs.claim(job.pk)
    assert again is not None
    assert (swept, sent, again.attempts, jobs.finish(dead, {})) == (1, [job.pk], 2, False)


def test_sweep_gives_up_after_the_third_attempt(sent: list[int]) -> None:
    job = jobs.request("test.kind")
    for _ in range(jobs.ATTEMPTS):
        assert jobs.claim(job.pk) is not None
        silent_since(job, 31)
        jobs.sweep(silent_seconds=30)
    job.refresh_from_db()
    assert (job.state, job.error, sent) == ("failed", jobs.GIVEN_UP, [job.pk, job.pk])


@pytest.fixture
def people() -> dict[str, Account]:
    """An organiser, an officer and a stranger."""
    found = {}
    for role in ("organiser", "officer", "stranger"):
        found[role] = Account.objects.create_user(f"{role}@example.org", "a long password")
        if role != "stranger":
            found[role].groups.add(Group.objects.get(name=role))
    return found


@pytest.mark.parametrize(("who", "status"), [("organiser", 200), ("officer", 200), ("stranger", 403)])
def test_job_page_is_for_its_requester_and_officers(
    client: Client, people: dict[str, Account], who: str, status: int
) -> None:
    job = jobs.request("test.kind", account=people["organiser"])
    client.force_login(people[who])
    assert client.get(f"/jobs/{job.pk}/", headers={"accept": "application/json"}).status_code == status


@pytest.mark.parametrize(
    ("result", "told"),
    [
        ({}, "It has finished; there is nothing to show."),
        ({"why": "Nothing was approved."}, "Nothing was approved."),
        ({"url": "/lists/"}, "View the result"),
    ],
)
def test_page_of_a_job_that_is_done_says_what_came_of_it(
    client: Client, people: dict[str, Account], result: dict[str, str], told: str
) -> None:
    client.force_login(people["officer"])
    job = jobs.request("test.kind")
    Job.objects.filter(pk=job.pk).update(state="done", result=result)

    page = client.get(f"/jobs/{job.pk}/", headers={"accept-language": "en"}).content.decode()

    assert told in page


def test_job_page_without_account_asks_to_log_in(client: Client) -> None:
    job = jobs.request("test.kind")
    assert client.get(f"/jobs/{job.pk}/").status_code == 302


def test_job_as_json_tells_state_and_result(client: Client, people: dict[str, Account]) -> None:
    job = jobs.request("test.kind", account=people["organiser"])
    Job.objects.filter(pk=job.pk).update(state="done", progress=100, result={"moved": 3})
    client.force_login(people["organiser"])
    told = client.get(f"/jobs/{job.pk}/", headers={"accept": "application/json"}).json()
    assert (told["state"], told["progress"], told["result"], told["error"]) == ("done", 100, {"moved": 3}, "")


@pytest.mark.parametrize(
    ("state", "url", "polls", "leads_to"),
    [
        ("queued", "", True, ""),
        ("running", "/review/1/", True, ""),
        ("done", "/review/1/", False, "/review/1/"),
        ("done", "//elsewhere.example/", False, ""),
    ],
)
def test_job_part_polls_until_the_end_and_leads_on_only_here(
    client: Client, people: dict[str, Account], *, state: str, url: str, polls: bool, leads_to: str
) -> None:
    job = jobs.request("test.kind", account=people["organiser"])
    Job.objects.filter(pk=job.pk).update(state=state, result={"url": url})
    client.force_login(people["organiser"])
    answer = client.get(f"/jobs/{job.pk}/", headers={"hx-request": "true"})

    part = answer.content.decode()
    assert (answer.headers.get("HX-Redirect", ""), "hx-get" in part) == (leads_to, polls)
    assert (f'href="{url}"' in part, "<html" in part) == (False, False)


# --- kinds of which one job of the same arguments runs at a time


@pytest.fixture
def alone(kinds: dict[str, jobs.Work], monkeypatch: pytest.MonkeyPatch) -> str:
    """Register a kind of which one job runs at a time."""
    monkeypatch.setattr(jobs, "_alone", {*jobs._alone})
    jobs.handler("test.alone", is_alone=True)(lambda progress, **_: {})
    return "test.alone"


def test_job_waits_while_one_of_the_same_work_runs_and_another_work_begins(alone: str) -> None:
    runs, same, other = (jobs.request(alone, arguments={"system": key}) for key in ("a", "a", "b"))

    claimed = [jobs.claim(one.pk) for one in (runs, same, other)]

    assert [one is not None for one in claimed] == [True, False, True]
    assert Job.objects.get(pk=same.pk).state == "queued"


def test_jobs_of_any_other_kind_run_beside_each_other(kinds: dict[str, jobs.Work]) -> None:
    first, second = (jobs.request("test.kind", arguments={"system": "a"}) for _ in range(2))

    assert [jobs.claim(one.pk) is not None for one in (first, second)] == [True, True]


def test_job_begins_when_the_one_that_ran_has_fallen_silent(alone: str) -> None:
    runs, waits = (jobs.request(alone, arguments={"system": "a"}) for _ in range(2))
    jobs.claim(runs.pk)
    silent_since(runs, jobs.alone_seconds() + 1)

    assert jobs.claim(waits.pk) is not None


def test_job_kept_waiting_is_sent_once_the_one_that_ran_is_silent_and_not_twice(
    alone: str, sent: list[int]
) -> None:
    runs, waits, other = (jobs.request(alone, arguments={"system": key}) for key in ("a", "a", "b"))
    jobs.claim(runs.pk)
    for one in (waits, other):
        silent_since(one, jobs.alone_seconds() + 1)
    assert jobs.sweep(silent_seconds=30) == 0
    silent_since(runs, jobs.alone_seconds() + 1)

    assert [jobs.sweep(silent_seconds=30) for _ in range(2)] == [1, 0]
    assert sent == [waits.pk]
    assert jobs.run(waits.pk) is not None


@pytest.mark.parametrize("fails", [False, True])
def test_job_that_waited_is_sent_when_the_one_that_ran_ends(
    alone: str, fails: bool, kinds: dict[str, jobs.Work], sent: list[int]
) -> None:
    runs, waits, _other = (jobs.request(alone, arguments={"system": key}) for key in ("a", "a", "b"))

    def work(_progress: jobs.Progress, **_: Any) -> dict[str, Any]:
        assert jobs.run(waits.pk) is None
        if fails:
            raise ValueError("no")
        return {}

    kinds[alone] = work
    jobs.run(runs.pk)

    assert sent == [waits.pk]
    assert Job.objects.get(pk=waits.pk).state == "queued"


def test_job_that_has_to_wait_is_not_sent_before(
    alone: str, sent: list[int], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        runs = jobs.request(alone, arguments={"system": "a"})
        jobs.enqueue_alone_after_commit(runs)
    jobs.claim(runs.pk)
    with django_capture_on_commit_callbacks(execute=True):
        waits, other = (jobs.request(alone, arguments={"system": key}) for key in ("a", "b"))
        jobs.enqueue_alone_after_commit(waits)
        jobs.enqueue_alone_after_commit(other)

    assert sent == [runs.pk, other.pk]
