"""What tests of runs begin with: the main ladder, and a queue nobody listens to."""

import pytest

from ratings.models import RatingSystem


@pytest.fixture
def ffg() -> RatingSystem:
    return RatingSystem.objects.get(key="ffg")


@pytest.fixture
def quiet_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker listens here; what is sent is met in tests/faults."""
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
