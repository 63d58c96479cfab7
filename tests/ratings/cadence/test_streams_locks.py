"""A job that waits is kept from beginning until what found it is committed."""

import threading
from collections.abc import Iterator

import pytest
from django.db import connection, transaction

from federation.jobs import jobs
from federation.models import Job
from ratings.models import StreamLedger
from tests import waiting
from tests.ratings.streams import NOON, world
from tournaments.online_games.arrivals import Arrival
from tournaments.online_games.intake import receive

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time"),
]


@pytest.fixture
def worker() -> Iterator[list[threading.Thread]]:
    """Threads of a test, ended before its tables are emptied."""
    begun: list[threading.Thread] = []
    yield begun
    for thread in begun:
        thread.join(120)


def test_job_found_waiting_begins_only_when_the_games_that_found_it_are_there(
    worker: list[threading.Thread], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda _job: None)
    made = world()
    receive(made.server, "fics-blitz", [Arrival("a", NOON, ("anna", "ben"), 2)], account=None)
    job, over = Job.objects.get(), threading.Event()

    def rate() -> None:
        jobs.run(job.pk)
        over.set()
        connection.close()

    with transaction.atomic():
        receive(made.server, "fics-blitz", [Arrival("b", NOON + 60_000, ("anna", "ben"), 2)], account=None)
        worker.append(threading.Thread(target=rate))
        worker[0].start()
        waiting.until(lambda: over.is_set() or waiting.is_somebody_waiting_for_a_lock(), "the job")
        began_before_the_commit = over.is_set()

    assert over.wait(120)
    assert (began_before_the_commit, Job.objects.count()) == (False, 1)
    assert StreamLedger.objects.get().games == 2
