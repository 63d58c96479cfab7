"""The page that asks for a list."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.web.caches import pages

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No worker listens here, and files are made in a folder of the test; nothing is kept of other tests."""
    pages.clear()
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    monkeypatch.setattr("django.conf.settings.DATA_DIR", tmp_path)


def test_date_too_far_ahead_is_refused_with_the_last_possible_one(officer: Client) -> None:
    last = timezone.localdate() + timedelta(days=31)
    far = {"date": (last + timedelta(days=1)).isoformat(), "preview": "1"}
    address = reverse("list-publish", args=["ffg"])

    english = officer.post(address, far, headers={"accept-language": "en"}).content.decode()
    french = officer.post(address, far, headers={"accept-language": "fr"}).content.decode()
    near = officer.post(address, far | {"date": last.isoformat()})

    assert f"the latest possible date is {last.day}\xa0{last:%B} {last.year}." in english
    assert f" {last.year}." in french.partition("la dernière date possible est le")[2][:30]
    assert last.isoformat() not in french.partition("Trop loin")[2][:100]
    assert near.status_code == 302
