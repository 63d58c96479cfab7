"""The process of the job, a real one: it reads what is committed, and only files and their note are left."""

from pathlib import Path
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from pytest_django.fixtures import Settings

from federation.jobs import jobs
from ratings.models import Snapshot
from ratings.snapshots import public_snapshot
from ratings.snapshots.noted import current
from tests.ratings.small_federation import Small
from tests.ratings.snapshots.reading import rows

pytestmark = pytest.mark.django_db(transaction=True)


def address() -> str:
    """Return where a process finds the database of the test."""
    place = connection.settings_dict
    user, password, host = (quote(str(place[part]), safe="") for part in ("USER", "PASSWORD", "HOST"))
    return f"postgres://{user}:{password}@{host}:{place['PORT'] or 5432}/{place['NAME']}"


@pytest.mark.postgresql
def test_job_has_the_files_made_by_a_process_of_its_own(
    small: Small, client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("a database in memory is nobody else's")
    monkeypatch.setenv("DATABASE_URL", address())
    monkeypatch.setenv("PALMARES_DATA", str(settings.DATA_DIR))
    monkeypatch.setenv("SECRET_KEY", "of the process alone, which seals nothing: fifty characters")
    Path(settings.DATA_DIR).mkdir(parents=True, exist_ok=True)

    done = jobs.run(public_snapshot.request().pk)

    assert done is not None
    assert (done.state, done.result) == ("done", {"url": "/public-data/"})
    assert Snapshot.objects.count() == 1
    assert {"players", "entries-ffg-2026", "games"} <= set(current().files)
    assert len(rows(client, "players")) == 10
    assert [path.name for path in Path(settings.DATA_DIR).glob("lists/*")] == [public_snapshot.FOLDER]
