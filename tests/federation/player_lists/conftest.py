"""An officer at the page of lists, and two players who are in the lists of FIDE."""

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from federation.models import Account, Player
from tests.federation.player_lists import fide_by_page
from tests.tournaments.conftest import account, logged_in


@pytest.fixture
def at_home(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """An office in France that reads English; no worker listens."""
    settings.FEDERATION_CODE = "FR"
    settings.LANGUAGE_CODE = "en"
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)


@pytest.fixture
def officer() -> Account:
    return account("odile@example.org", "officer")


@pytest.fixture
def client(at_home: None, officer: Account) -> Client:
    return logged_in(officer)


@pytest.fixture
def anna() -> Player:
    return fide_by_page.enrol("Holm", "Anna", fide_by_page.ANNA)


@pytest.fixture
def olaf() -> Player:
    return fide_by_page.enrol("Quist", "Olaf", fide_by_page.OLAF)
