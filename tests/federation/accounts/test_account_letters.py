"""Invitations, forgotten passwords and new addresses: what travels by e-mail."""

import re
from datetime import timedelta
from smtplib import SMTPException, SMTPRecipientsRefused

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from federation.accounts import accounts, letters
from federation.mail.outbox import UnsentError
from federation.models import Account, AccountLetter, Invitation, Job, JournalEntry
from tests.federation.accounts.entering import code, enter, is_in, person, with_app

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def forgotten() -> None:
    cache.clear()


@pytest.fixture
def officer() -> Account:
    return person("odile@example.org", "officer")


def letter() -> str:
    letters.AccountMail.send_waiting()
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

    sent = office.post(reverse("invite"), offer).content.decode()
    body = letter()
    guest = Client()
    page = guest.get(link_in(body))
    joined = guest.post(
        link_in(body),
        {"first_name": "Ines", "last_name": "Neuve", "password": "wet-paper-77", "by": "password"},
    )

    assert (page.status_code, joined["Location"]) == (200, "/account/")
    assert "The e-mail is being sent." in sent
    assert f'value="http://testserver{link_in(body)}"' in sent
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


def refuse(monkeypatch: pytest.MonkeyPatch, problem: Exception) -> None:
    def fail(*_: object, **__: object) -> None:
        raise problem

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", fail)


def test_mail_server_that_fails_keeps_nobody_waiting_and_loses_nothing(
    officer: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as away:
        refuse(away, SMTPException("greylisted"))
        office, _ = enter("odile@example.org")
        answer = office.post(reverse("invite"), {"email": "ines@example.org", "language": "en"})
        Client().post(reverse("account_reset_password"), {"email": "odile@example.org"})
        with pytest.raises(UnsentError):
            letters.AccountMail.send_waiting()
    waits = office.get(reverse("accounts")).content.decode()

    letters.AccountMail.send_waiting()

    assert [one.to for one in mail.outbox] == [["ines@example.org"], ["odile@example.org"]]
    assert Client().get(link_in(str(mail.outbox[0].body))).status_code == 200
    assert link_in(str(mail.outbox[0].body)) in answer.content.decode()
    assert (">waiting<" in waits, AccountLetter.objects.exists()) == (True, False)
    assert ">sent<" in office.get(reverse("accounts")).content.decode()


def test_refused_invitation_is_named_as_such(officer: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    office, _ = enter("odile@example.org")
    office.post(reverse("invite"), {"email": "ines@example.org", "language": "en"})
    refuse(monkeypatch, SMTPRecipientsRefused({"ines@example.org": (550, b"no such mailbox")}))

    letters.AccountMail.send_waiting()

    assert "refused by the mail server" in office.get(reverse("accounts")).content.decode()


def test_letter_that_could_not_leave_for_a_day_is_forgotten_but_for_an_invitation(
    officer: Account,
) -> None:
    office, _ = enter("odile@example.org")
    office.post(reverse("invite"), {"email": "ines@example.org", "language": "en"})
    Client().post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    AccountLetter.objects.update(noted=timezone.now() - timedelta(hours=25))

    letters.forget_old()

    assert [one.email for one in AccountLetter.objects.all()] == ["ines@example.org"]
    Invitation.objects.update(expires=timezone.now())
    letters.forget_old()
    assert not AccountLetter.objects.exists()


def done(client: Client, name: str, email: str, **sent: str) -> tuple[object, ...]:
    """Ask for a letter; return the answer, the statements without what they are about, and the rows made."""
    cache.clear()
    before = AccountLetter.objects.count(), Job.objects.count()
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(reverse(name), {"email": email, **sent})
    statements = [re.sub(r"'[^']*'|\d+", "?", one["sql"]) for one in queries]
    rows = AccountLetter.objects.count() - before[0], Job.objects.count() - before[1]
    return answer.status_code, answer["Location"], answer.content, statements, rows


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("account_reset_password", {}),
        ("account_signup", {}),
        ("account_email", {"action_add": ""}),
    ],
)
def test_address_with_an_account_is_answered_as_any_other_with_the_same_work(
    officer: Account, name: str, sent: dict[str, str], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SIGN_UP = True
    refuse(monkeypatch, AssertionError("no page speaks to a mail server"))
    known, unknown = "karl@example.org", "nobody@example.org"
    person(known)
    client = enter("odile@example.org")[0] if name == "account_email" else Client()
    done(client, name, "first@example.org", **sent)  # of several in a row the first makes the job

    found = [done(client, name, email, **sent) for email in (known, unknown)]

    assert found[0] == found[1]
    assert found[0][-1] == (1, 0)


def test_address_that_is_too_long_is_told_so() -> None:
    answer = Client(headers={"accept-language": "en"}).post(
        reverse("account_reset_password"), {"email": f"{'x' * 60}@{'example.' * 28}org"}
    )

    assert (answer.status_code, "at most 254 characters" in answer.content.decode()) == (200, True)
    assert not AccountLetter.objects.exists()


def test_no_row_has_the_secret_of_a_link(officer: Account, settings: Settings) -> None:
    settings.SIGN_UP = True
    office, _ = enter("odile@example.org")
    office.post(reverse("invite"), {"email": "ines@example.org", "language": "en"})
    office.post(reverse("account_email"), {"email": "omega@example.org", "action_add": ""})
    Client().post(reverse("account_reset_password"), {"email": "odile@example.org"})
    Client().post(reverse("account_signup"), {"email": "anna@example.org"})
    rows = str(list(AccountLetter.objects.values())) + str(list(Job.objects.values()))

    letters.AccountMail.send_waiting()

    links = [link_in(str(one.body)) for one in mail.outbox]
    assert len(links) == 4
    assert [link for link in links if link.strip("/").rpartition("/")[2] in rows] == []


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
    letters.AccountMail.send_waiting()
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
