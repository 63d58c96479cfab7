"""The figure of e-mails that wait: one of every outbox."""

import pytest

from federation.claims import claims, letters, office
from ratings.models import LogAlarm
from ratings.monitoring import figures
from tests.federation.claims.claimants import holm, vera

pytestmark = pytest.mark.django_db


def counts() -> dict[str, float]:
    return {one.labels["outbox"]: one.value for one in figures.mail_waiting().samples if one.value}


def test_letters_are_counted_until_they_have_left() -> None:
    LogAlarm.objects.create(origin="log.example.org", kind=LogAlarm.Kind.SHRUNK, before="9", after="5")
    claims.ask_for_code(holm(), account=vera(), language="en")
    before = counts()

    letters.ClaimMail.send_waiting()

    assert before == {"claims": 1, "alerts about logs": 1}
    assert counts() == {"alerts about logs": 1}


def test_letters_to_the_office_are_counted_until_they_have_left() -> None:
    vera("odile@example.org", "officer")
    claims.ask_office(holm(), "I am Anna", account=vera(), language="en")
    office.note_letters()
    before = counts()

    office.OfficeMail.send_waiting()

    assert (before, counts()) == ({"office": 1}, {})
