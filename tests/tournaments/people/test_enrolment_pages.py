"""The pages of enrolments: who finds them, what is shown before it is undone, what is said afterwards."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from federation.models import Account, Club, Federation, Licence, Player
from tests.tournaments.conftest import account, logged_in
from tests.tournaments.congresses import call_all_new, drafted
from tournaments.models import Enrolment, Tournament
from tournaments.submission import steps, undo_enrolment

pytestmark = pytest.mark.django_db


@pytest.fixture
def approved(organiser: Account, officer: Account) -> Tournament:
    made = call_all_new(drafted(organiser, "First"))
    steps.submit(made, account=organiser)
    steps.approve(made, account=officer)
    return made


@pytest.fixture
def enrolment(approved: Tournament, officer: Account) -> Enrolment:
    steps.revoke(approved, account=officer, reason="Wrong file")
    return approved.enrolment


def read(client: Client, path: str) -> str:
    return client.get(path, headers={"accept-language": "en"}).content.decode()


def test_officer_finds_it_on_the_page_of_the_tournament(approved: Tournament, officer: Account) -> None:
    page = read(logged_in(officer), reverse("desk-tournament", args=[1, 1]))

    assert approved.enrolment.get_absolute_url() in page
    assert "4 players enrolled with revision 1" in page


def test_organiser_is_not_shown_it(approved: Tournament, organiser: Account) -> None:
    page = read(logged_in(organiser), reverse("desk-tournament", args=[1, 1]))

    assert approved.enrolment.get_absolute_url() not in page


def test_registrar_finds_it_in_the_register(enrolment: Enrolment) -> None:
    client = logged_in(account("remi@example.org", "registrar"))

    assert reverse("register-enrolments") in read(client, reverse("register"))
    assert enrolment.get_absolute_url() in read(client, reverse("register-enrolments"))
    assert enrolment.get_absolute_url() in read(client, reverse("register-enrolments") + "?q=fir")
    assert "No such tournament" in read(client, reverse("register-enrolments") + "?q=second")


def test_registrar_of_a_club_is_kept_out(enrolment: Enrolment) -> None:
    person = account("cleo@example.org", "registrar")
    home = Federation.objects.get_or_create(code="FR", defaults={"name": "France"})[0]
    person.club = Club.objects.create(code="CLEO", label="Cleo", name="Cleo", federation=home)
    person.save()
    client = logged_in(person)

    assert reverse("register-enrolments") not in read(client, reverse("register"))
    assert client.get(enrolment.get_absolute_url()).status_code == 403
    assert client.post(reverse("register-enrolment-undo", args=[enrolment.pk])).status_code == 403
    assert Player.objects.count() == 4


def test_page_names_who_goes_and_who_stays_and_why(enrolment: Enrolment, officer: Account) -> None:
    Licence.objects.create(player=Player.objects.get(surname="Ravenel"), season=2023, status="L")

    page = read(logged_in(officer), enrolment.get_absolute_url())

    going, staying = page.split("1 player will stay")
    assert "3 players will be removed" in going
    assert all(name in going for name in ("Tessier", "Quéméner", "Zubiri"))
    assert "Ravenel" in staying
    assert "has a licence" in staying


def test_page_of_what_counts_has_no_button(approved: Tournament, officer: Account) -> None:
    page = read(logged_in(officer), approved.enrolment.get_absolute_url())

    assert "The tournament counts: its players stay." in page
    assert "Undo the enrolment" not in page


def test_button_does_what_the_page_has_shown(enrolment: Enrolment, officer: Account) -> None:
    client = logged_in(officer)
    seen = undo_enrolment.foresee(enrolment).seen
    assert f'name="seen" value="{seen}"' in read(client, enrolment.get_absolute_url())

    answer = client.post(
        reverse("register-enrolment-undo", args=[enrolment.pk]),
        {"seen": seen},
        follow=True,
        headers={"accept-language": "en"},
    )

    page = answer.content.decode()
    assert "Undone. 4 players are no longer in the register. 4 entries can be matched again." in page
    assert "No players from this enrolment are left in the register." in page
    assert not Player.objects.exists()


def test_second_click_is_told_why(enrolment: Enrolment, officer: Account) -> None:
    client, seen = logged_in(officer), undo_enrolment.foresee(enrolment).seen
    path = reverse("register-enrolment-undo", args=[enrolment.pk])
    client.post(path, {"seen": seen})

    page = client.post(path, {"seen": seen}, follow=True, headers={"accept-language": "en"}).content.decode()

    assert "Nothing was undone" in page


def test_pages_of_the_tournament_open_after_it(enrolment: Enrolment, officer: Account) -> None:
    client = logged_in(officer)
    client.post(
        reverse("register-enrolment-undo", args=[enrolment.pk]),
        {"seen": undo_enrolment.foresee(enrolment).seen},
    )

    for name in ("desk-tournament", "desk-match", "desk-review"):
        assert client.get(reverse(name, args=[1, 1])).status_code == 200
    assert "enrolment of new players undone" in read(client, reverse("journal"))


def test_list_asks_as_often_for_many_as_for_few(
    enrolment: Enrolment, officer: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = logged_in(officer)
    client.get(reverse("register-enrolments"))

    with django_assert_num_queries(5):
        client.get(reverse("register-enrolments"))
