"""What the office sees of followers: counts, and an address when its owner asks; the journal never has it."""

import json

import pytest
from django.test import Client

from federation.models import JournalEntry
from ratings.models import Follow, Follower
from tests.ratings.following.office import follower, system
from tests.ratings.histories import people
from tests.tournaments.conftest import account, logged_in

pytestmark = pytest.mark.django_db
EMAIL = "ann@example.org"


@pytest.fixture
def officer() -> Client:
    return logged_in(account("odile@example.org", "officer"))


@pytest.fixture
def ann() -> Follower:
    players = people(2)
    follower("bob@example.org", players[0])
    return follower(EMAIL, *players, system("ffg"))


def test_officer_sees_how_many_follow_and_nobody_s_address(officer: Client, ann: Follower) -> None:
    response = officer.get("/review/followers/")

    assert (response.context["addresses"], response.context["players"]) == (2, 3)
    assert dict(response.context["systems"])["ffg"] == 1
    assert "@example.org" not in response.content.decode().replace("odile@example.org", "")


def test_address_is_looked_up_in_any_case_and_only_counted(officer: Client, ann: Follower) -> None:
    found = officer.post("/review/followers/", {"email": "Ann@Example.org"})
    unknown = officer.post("/review/followers/", {"email": "eve@example.org"})

    assert (found.context["found"], found.context["follows"]) == (ann, 3)
    assert unknown.context["found"] is None
    assert "We hold nothing about this address." in unknown.content.decode()
    assert "Surname0" not in found.content.decode()


def test_owner_gets_a_copy_of_everything_kept(officer: Client, ann: Follower) -> None:
    told = json.loads(officer.post(f"/review/followers/{ann.pk}/data.json").content)

    assert (told["email"], told["language"], len(told["follows"])) == (EMAIL, "en", 3)
    assert told["follows"][2]["system__key"] == "ffg"


def test_address_is_deleted_with_all_it_follows(officer: Client, ann: Follower) -> None:
    officer.post(f"/review/followers/{ann.pk}/erase/")

    assert list(Follower.objects.values_list("email", flat=True)) == ["bob@example.org"]
    assert Follow.objects.count() == 1


def test_journal_has_a_line_without_the_address(officer: Client, ann: Follower) -> None:
    officer.post(f"/review/followers/{ann.pk}/data.json")
    officer.post(f"/review/followers/{ann.pk}/erase/")
    lines = JournalEntry.objects.order_by("pk")

    assert [(one.act, one.subject, one.subject_id) for one in lines] == [
        ("follower.exported", "follower", str(ann.pk)),
        ("follower.erased", "follower", str(ann.pk)),
    ]
    assert not any(EMAIL in json.dumps(one.detail) for one in lines)
    assert "follower" in officer.get("/journal/").content.decode()
