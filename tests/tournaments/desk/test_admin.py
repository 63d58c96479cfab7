"""The admin shows uploads and tournaments and changes nothing."""

import pytest
from django.urls import reverse

from federation.models import Account
from tests.tournaments import reports
from tests.tournaments.conftest import logged_in
from tournaments.intake import intake

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("table", ["upload", "tournament"])
def test_admin_looks_and_does_not_touch(table: str) -> None:
    root = Account.objects.create_superuser("root@example.org", "a long enough secret")
    upload = intake.receive(reports.tou(), filename="moulin.tou", account=root)
    made = {"upload": upload, "tournament": intake.draft(upload, account=root)}
    client = logged_in(root)
    place = f"admin:tournaments_{table}"

    answers = [
        client.get(reverse(f"{place}_changelist")),
        client.get(reverse(f"{place}_change", args=[made[table].pk])),
        client.get(reverse(f"{place}_add")),
        client.get(reverse(f"{place}_delete", args=[made[table].pk])),
    ]

    assert [answer.status_code for answer in answers] == [200, 200, 403, 403]
