"""The officer's page of accounts: who has one, who is invited, roles, a lost second factor."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from federation.accounts import accounts
from federation.models import Account, Club, Federation, Invitation
from tests.federation.accounts.entering import person, with_app
from tests.markup import html_of

pytestmark = pytest.mark.django_db
QUERIES = 7  # session, account, roles; how many accounts, these, their groups; invitations


@pytest.fixture
def officer() -> Account:
    return person("odile@example.org", "officer", first_name="Odile", last_name="Office")


@pytest.fixture
def office(officer: Account) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(officer)
    return client


def rows(html: str) -> list[list[str]]:
    """Return the texts of the cells of every row."""
    found = re.findall(r"<tr><td.*?</tr>", html, re.S)
    return [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<td.*?</td>", row, re.S)]
        for row in found
    ]


@pytest.mark.parametrize("more", [0, 2])
def test_list_costs_the_same_whatever_it_holds(
    more: int, office: Client, officer: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(more):
        person(f"p{number}@example.org", "organiser", "registrar")
        accounts.invite(accounts.Offer(f"i{number}@example.org", (), None, "en"), by=officer)

    with django_assert_num_queries(QUERIES):
        page = html_of(office.get(reverse("accounts")))

    assert len(rows(page)) == 1 + 2 * more


def test_list_says_roles_second_factor_and_who_may_not_come_in(office: Client, officer: Account) -> None:
    with_app(officer)
    person("orla@example.org", "organiser", last_name="Aubert", is_active=False)
    person("root@example.org", last_name="Zola", is_superuser=True)

    page = html_of(office.get(reverse("accounts")))

    assert [row[:3] + row[4:5] for row in rows(page)] == [
        ["Odile Office", "odile@example.org", "rating officer", "yes"],
        ["Zola", "root@example.org", "administrator", "no"],
        ["Aubert", "orla@example.org", "Closed organiser", "no"],
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [("aub", ["Aubert"]), ("ORLA@", ["Aubert"]), ("office odi", ["Odile Office"]), ("nobody", [])],
)
def test_accounts_are_found_by_name_and_address(text: str, found: list[str], office: Client) -> None:
    person("orla@example.org", last_name="Aubert")

    page = html_of(office.get(reverse("accounts"), {"q": text}))

    assert [row[0] for row in rows(page)] == found
    assert ("No account with this name." in page) is (not found)


def test_roles_are_given_on_the_page(office: Client) -> None:
    home = Federation.objects.get_or_create(code="FR")[0]
    club = Club.objects.create(code="75Xa", label="75Xa", name="Pont", federation=home)
    orla = person("orla@example.org")
    path = reverse("account-of", args=[orla.pk])

    answer = office.post(path, {"roles": ["organiser", "registrar"], "club": club.pk, "active": "on"})
    wrong = office.post(path, {"roles": ["emperor"], "active": "on"})

    orla.refresh_from_db()
    assert (answer.status_code, wrong.status_code) == (302, 422)
    assert sorted(orla.groups.values_list("name", flat=True)) == ["organiser", "registrar"]
    assert (orla.club, orla.is_active) == (club, True)


def test_lost_second_factor_is_reset_on_the_page(office: Client) -> None:
    orla = person("orla@example.org", "officer")
    with_app(orla)
    path = reverse("account-of", args=[orla.pk])
    assert "Reset the second factor" in html_of(office.get(path))

    office.post(reverse("second-factor-reset", args=[orla.pk]))

    assert Authenticator.objects.count() == 0
    assert "Reset the second factor" not in html_of(office.get(path))


def test_officer_sees_why_he_decides_nothing_about_himself(office: Client, officer: Account) -> None:
    path = reverse("account-of", args=[officer.pk])

    page = html_of(office.get(path))
    office.post(path, {"roles": [], "active": ""})

    officer.refresh_from_db()
    assert "You cannot change its roles" in page
    assert (officer.is_active, officer.groups.count()) == (True, 1)


def test_open_invitation_is_listed_and_withdrawn(office: Client, officer: Account) -> None:
    offer = accounts.Offer("ines@example.org", ("registrar",), None, "en")
    invitation, secret = accounts.invite(offer, by=officer)
    assert rows(html_of(office.get(reverse("accounts"))))[0][:2] == ["ines@example.org", "registrar"]

    office.post(reverse("invitation-withdraw", args=[invitation.pk]))

    assert not Invitation.objects.open().exists()
    assert "ines@example.org" not in html_of(office.get(reverse("accounts")))
    assert Client().get(reverse("invitation", args=[secret])).status_code == 410
