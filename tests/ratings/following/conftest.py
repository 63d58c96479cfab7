"""An office that can be followed by e-mail; no queue, letters kept in memory."""

import pytest
from django.core.cache import cache
from pytest_django.fixtures import Settings

SITE = "https://ratings.example.org"


@pytest.fixture(autouse=True)
def mail_office(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Configure a mail server and an address of the office; jobs wait until a test runs them."""
    settings.FOLLOW_BY_EMAIL = True
    settings.CSRF_TRUSTED_ORIGINS = [SITE]
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    cache.clear()
