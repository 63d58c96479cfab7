"""Invitations, forgotten passwords and new addresses: what travels by e-mail."""

import re
from smtplib import SMTPException

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from federation.accounts import accounts
from federation.models import Account, Invitation, JournalEntry
from tests.federation.accounts.entering import code, enter, is_in, person, with_app

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def forgotten() -> None:
    cache.clear()


@pytest.fixture
def officer() -> Account:
    return person("odile@example.org", "officer")


def letter() -> str:
    (sent,) = mail.outbox
    mail.outbox.clear()
    return str(sent.body)


def link_in(body: str) -> str:
    found = re.search(r"http://testserver(/\S+)", body)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(("language", "word"), [("en", "invites you"), ("fr", "vous invite")])
def test_invitation_travels_by_letter_and_opens_an_account(
    officer: Account, language: str, word: str, settings: Settings
) -> None:
    settings.EMAIL_URL = "smtp://mail.example.org:25"
    office, _ = enter("odile@example.org")
    offer = {"email": "ines@example.org", "language": language, "roles": ["organiser"], "club": ""}

    sent = office.post(reverse("invite"), offer)
    body = letter()
    guest = Client()
    page = guest.get(link_in(body))
    joined = guest.post(
        link_in(body),
        {"first_name": "Ines", "last_name": "Neuve", "password": "wet-paper-77", "by": "password"},
    )

    assert (sent["Location"], page.status_code, joined["Location"]) == ("/accounts/", 200, "/account/")
    assert word in body
    assert guest.get("/desk/").status_code == 200
    assert Client().get(link_in(body)).status_code == 410
    assert str(Account.objects.get(email="ines@example.org")) == "Ines Neuve"


def test_without_mail_server_the_officer_sees_the_link_once(officer: Account) -> None:
    office, _ = enter("odile@example.org")

    page = office.post(reverse("invite"), {"email": "ines@example.org", "language": "en"}).content.decode()

    link = link_in(letter())
    assert f"http://testserver{link}" in page
    assert link not in office.get(reverse("accounts")).content.decode()


def test_mail_server_that_fails_loses_nothing(officer: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise SMTPException("greylisted")

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", fail)
    office, _ = enter("odile@example.org")

    answer = office.post(reverse("invite"), {"email": "ines@example.org", "language": "en"})
    forgotten = Client().post(reverse("account_reset_password"), {"email": "odile@example.org"})

    page = answer.content.decode()
    found = re.search(r"http://testserver(/invitation/[^\"]+)", page)
    assert (answer.status_code, found is not None) == (200, True)
    assert "The mail server rejected the e-mail" in page
    assert Client().get(found[1] if found else "").status_code == 200
    assert forgotten.status_code == 302


def test_invitation_sent_again_has_another_link(officer: Account) -> None:
    office, _ = enter("odile@example.org")
    office.post(reverse("invite"), {"email": "ines@example.org", "language": "en", "roles": ["registrar"]})
    first = link_in(letter())

    office.post(reverse("invite-again", args=[Invitation.objects.get().pk]))

    second = link_in(letter())
    assert [Client().get(link).status_code for link in (first, second)] == [410, 200]
    assert Invitation.objects.open().get().roles == ["registrar"]


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ({"first_name": "", "last_name": "Neuve", "password": "wet-paper-77"}, "This field is required."),
        ({"first_name": "Ines", "last_name": "Neuve", "password": ""}, "Choose a password"),
        ({"first_name": "Ines", "last_name": "Neuve", "password": "12345678"}, "too common"),
        ({"first_name": "Ines", "last_name": "Neuve", "password": "ines@example"}, "too similar"),
    ],
)
def test_bad_answers_to_an_invitation_are_told(
    officer: Account, said: dict[str, str], complaint: str
) -> None:
    _, secret = accounts.invite(accounts.Offer("ines@example.org", (), None, "en"), by=officer)
    guest = Client(headers={"accept-language": "en"})

    answer = guest.post(reverse("invitation", args=[secret]), {**said, "by": "password"})

    assert (answer.status_code, complaint in answer.content.decode()) == (422, True)
    assert Account.objects.count() == 1


@pytest.mark.parametrize("email", ["", "nobody", "odile@example.org", "ODILE@example.org"])
def test_bad_address_is_not_invited(officer: Account, email: str) -> None:
    office, _ = enter("odile@example.org")

    answer = office.post(reverse("invite"), {"email": email, "language": "en"})

    assert (answer.status_code, Invitation.objects.count(), mail.outbox) == (422, 0, [])


def test_forgotten_password_is_set_anew_by_letter(officer: Account) -> None:
    old, _ = enter("odile@example.org")
    guest = Client()
    guest.post(reverse("account_reset_password"), {"email": "Odile@example.org"})

    page = guest.get(link_in(letter()), follow=True)
    path = page.redirect_chain[-1][0]
    new = {"password1": "dry-stone-wall-3", "password2": "dry-stone-wall-3"}
    done = guest.post(path, new)

    assert done["Location"] == "/account/password/forgotten/done/"
    assert is_in(enter("odile@example.org", "dry-stone-wall-3")[0])
    assert old.get("/account/").status_code == 302
    assert JournalEntry.objects.exclude(act="account.logged-in").get().act == "account.password-reset"


def test_strangers_address_gets_no_letter_and_the_same_answer(officer: Account) -> None:
    EmailAddress.objects.create(user=officer, email="mistyped@example.org")

    answers = [
        Client().post(reverse("account_reset_password"), {"email": email})["Location"]
        for email in ("nobody@example.org", "mistyped@example.org", "odile@example.org")
    ]

    assert answers == ["/account/password/forgotten/sent/"] * 3
    assert [one.to for one in mail.outbox] == [["odile@example.org"]]


def test_new_address_counts_once_it_is_confirmed(officer: Account) -> None:
    secret = with_app(officer)
    client, halfway = enter("odile@example.org")
    client.post(halfway["Location"], {"code": code(secret)})

    client.post(reverse("account_email"), {"email": "Omega@example.org", "action_add": ""})
    officer.refresh_from_db()
    before = officer.email
    client.post(link_in(letter()))

    officer.refresh_from_db()
    assert (before, officer.email) == ("odile@example.org", "omega@example.org")
    assert enter("omega@example.org")[1]["Location"].startswith("/account/second-factor/authenticate/")
    assert enter("odile@example.org")[1].status_code == 200
    line = JournalEntry.objects.exclude(act="account.logged-in").get()
    assert (line.act, line.detail) == (
        "account.address",
        {"before": "odile@example.org", "after": "omega@example.org"},
    )
