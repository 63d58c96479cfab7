"""Coming in: second factors and who needs them, invitations by letter, new passwords and addresses."""

import re
import time
from smtplib import SMTPException
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret, hotp_value
from django.contrib.auth.models import Group
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from federation import accounts
from federation.browsers import browser_of
from federation.models import Account, Invitation, JournalEntry

pytestmark = pytest.mark.django_db
PASSWORD = "a long enough secret"


@pytest.fixture(autouse=True)
def forgotten() -> None:
    cache.clear()


@pytest.fixture
def strict(settings: Settings) -> None:
    """As in production."""
    settings.SECOND_FACTOR_REQUIRED = True


def person(email: str, *roles: str, **fields: Any) -> Account:
    made = Account.objects.create_user(email, PASSWORD, **fields)
    made.groups.set(Group.objects.filter(name__in=roles))
    return made


@pytest.fixture
def officer() -> Account:
    return person("odile@example.org", "officer")


def code(secret: str) -> str:
    """What an authenticator app shows now."""
    return f"{hotp_value(secret, int(time.time()) // 30):06d}"


def with_app(account: Account) -> str:
    """Give an account an authenticator app; returns the app's secret."""
    secret = generate_totp_secret()
    TOTP.activate(account, secret)
    return secret


def enter(email: str, password: str = PASSWORD, **more: str) -> tuple[Client, Any]:
    client = Client(headers={"accept-language": "en"})
    return client, client.post(reverse("login"), {"login": email, "password": password, **more})


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


@pytest.mark.parametrize(
    "path", ["/desk/", "/review/", "/accounts/", "/upload/", "/journal/", "/account/tokens/"]
)
def test_officer_without_second_factor_is_led_to_set_one_up(
    strict: None, officer: Account, path: str
) -> None:
    client, _ = enter("odile@example.org")

    answer = client.get(path)

    assert (answer.status_code, answer["Location"]) == (302, "/account/second-factor/")
    assert "Officers log in with a second factor" in client.get(answer["Location"]).content.decode()


def test_act_of_an_officer_without_second_factor_is_not_done(strict: None, officer: Account) -> None:
    client, _ = enter("odile@example.org")

    answer = client.post("/accounts/invite/", {"email": "ines@example.org", "language": "en"})

    assert (answer["Location"], Invitation.objects.count()) == ("/account/second-factor/", 0)


def test_organiser_and_reader_are_not_asked(strict: None, officer: Account) -> None:
    person("orla@example.org", "organiser")
    organiser, _ = enter("orla@example.org")
    office, _ = enter("odile@example.org")

    assert organiser.get("/desk/").status_code == 200
    assert [office.get(path).status_code for path in ("/", "/lists/", "/account/")] == [200] * 3


def test_officer_with_an_app_comes_in_with_its_code_only(strict: None, officer: Account) -> None:
    secret = with_app(officer)
    client, halfway = enter("odile@example.org", next="/review/")

    before = is_in(client)
    wrong = client.post(halfway["Location"], {"code": "000000"})
    right = client.post(halfway["Location"], {"code": code(secret)})

    assert (halfway["Location"].split("?")[0], before) == ("/account/second-factor/authenticate/", False)
    assert (wrong.status_code, right.status_code, right["Location"]) == (200, 302, "/review/")
    assert client.get("/review/").status_code == 200


def test_wrong_codes_lock_the_second_factor(strict: None, officer: Account) -> None:
    secret = with_app(officer)
    client, halfway = enter("odile@example.org")

    for _ in range(5):
        client.post(halfway["Location"], {"code": "000000"})
    client.post(halfway["Location"], {"code": code(secret)})

    assert is_in(client) is False


def test_recovery_code_opens_once(strict: None, officer: Account) -> None:
    with_app(officer)
    first = RecoveryCodes.activate(officer).get_unused_codes()[0]

    entered = []
    for _ in range(2):
        client, halfway = enter("odile@example.org")
        client.post(halfway["Location"], {"code": first})
        entered.append(is_in(client))

    assert entered == [True, False]


@pytest.mark.parametrize("path", ["/admin/", "/admin/federation/account/", "/admin/password_change/"])
def test_admin_is_behind_the_second_factor_too(strict: None, path: str) -> None:
    person("root@example.org", is_staff=True, is_superuser=True)
    client, _ = enter("root@example.org")

    assert client.get(path)["Location"] == "/account/second-factor/"
    assert client.post("/admin/logout/")["Location"] == "/"


def test_admin_has_no_entrance_of_its_own() -> None:
    person("root@example.org", is_staff=True, is_superuser=True)
    stranger = Client()

    answer = stranger.post("/admin/login/", {"username": "root@example.org", "password": PASSWORD})

    assert (answer["Location"], is_in(stranger)) == ("/login/?next=%2Fadmin%2Flogin%2F", False)


def test_superuser_with_an_app_uses_the_admin(strict: None) -> None:
    root = person("root@example.org", is_staff=True, is_superuser=True)
    secret = with_app(root)
    client, halfway = enter("root@example.org")
    client.post(halfway["Location"], {"code": code(secret)})

    assert client.get("/admin/federation/account/").status_code == 200


def test_job_of_somebody_else_waits_for_the_second_factor(strict: None, officer: Account) -> None:
    from federation.models import Job

    client, _ = enter("odile@example.org")

    answer = client.get(reverse("job", args=[Job.objects.create(kind="none").pk]))

    assert answer["Location"] == "/account/second-factor/"


def test_demonstration_says_that_it_does_not_ask(officer: Account) -> None:
    office, _ = enter("odile@example.org")
    said = "Demonstration: the second factor is not asked for."

    assert office.get("/desk/").status_code == 200
    assert said in office.get("/desk/").content.decode()
    assert said not in Client(headers={"accept-language": "en"}).get("/").content.decode()


def test_app_is_set_up_with_its_first_code_and_recovery_codes_follow(strict: None, officer: Account) -> None:
    client, _ = enter("odile@example.org")
    page = client.get("/account/second-factor/totp/activate/").content.decode()
    secret = re.search(r'<code class="secret">(\w+)</code>', page)
    assert secret is not None

    done = client.post("/account/second-factor/totp/activate/", {"code": code(secret[1])})

    assert done["Location"] == "/account/second-factor/recovery-codes/"
    assert len(re.findall(r"<li><code>\d{8}</code>", client.get(done["Location"]).content.decode())) == 10


@pytest.mark.django_db(transaction=True)
def test_first_second_factor_logs_the_others_out(strict: None, officer: Account) -> None:
    elsewhere, _ = enter("odile@example.org")
    client, _ = enter("odile@example.org")
    page = client.get("/account/second-factor/totp/activate/").content.decode()
    secret = re.search(r'<code class="secret">(\w+)</code>', page)
    assert secret is not None

    client.post("/account/second-factor/totp/activate/", {"code": code(secret[1])})

    assert [one.get("/account/").status_code for one in (client, elsewhere)] == [200, 302]
    lines = JournalEntry.objects.exclude(act="account.logged-in").order_by("detail__after")
    assert list(lines.values_list("act", "detail__after")) == [
        ("account.second-factor-added", "recovery_codes"),
        ("account.second-factor-added", "totp"),
    ]
    assert {one.subject.partition(" - ")[0] for one in mail.outbox} == {"Palmares"}


def test_secret_of_an_app_is_sealed_in_the_database(officer: Account, settings: Settings) -> None:
    secret = with_app(officer)
    kept = Authenticator.objects.get().data["secret"]
    opened = get_adapter().decrypt(kept)
    settings.SECRET_KEY = "quite another key"

    assert (secret in kept, opened) == (False, secret)
    first, second = (get_adapter().decrypt(kept) for _ in range(2))
    assert len({first, second, secret}) == 3  # no code fits, and none can be worked out

    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    assert get_adapter().decrypt(get_adapter().encrypt("x")) == "x"


@pytest.mark.parametrize(("role", "left"), [("officer", 1), ("organiser", 0)])
def test_only_officers_keep_their_last_second_factor(strict: None, role: str, left: int) -> None:
    secret = with_app(person("one@example.org", role))
    client, halfway = enter("one@example.org")
    client.post(halfway["Location"], {"code": code(secret)})

    client.post("/account/second-factor/totp/deactivate/")

    assert Authenticator.objects.filter(type="totp").count() == left


def test_officers_last_key_is_not_removed(strict: None, officer: Account) -> None:
    client, _ = enter("odile@example.org")
    key = Authenticator.objects.create(user=officer, type="webauthn", data={"name": "ring"})
    path = reverse("mfa_remove_webauthn", args=[key.pk])

    client.post(path)
    assert Authenticator.objects.filter(pk=key.pk).exists()

    with_app(officer)
    client.post(path)
    assert not Authenticator.objects.filter(pk=key.pk).exists()


def test_what_protects_the_account_asks_again_after_a_while(officer: Account) -> None:
    client, _ = enter("odile@example.org")
    path = "/account/second-factor/totp/activate/"
    fresh = client.get(path).status_code
    session = client.session
    for record in session["account_authentication_methods"]:
        record["at"] -= 301
    session.save()

    later = client.get(path)
    client.post(later["Location"], {"password": PASSWORD})

    assert (fresh, later["Location"].split("?")[0]) == (200, "/account/confirm/")
    assert client.get(path).status_code == 200


def test_closed_account_is_told_so(officer: Account) -> None:
    officer.is_active = False
    officer.save()

    client, answer = enter("odile@example.org")

    assert (is_in(client), answer.status_code) == (False, 200)


# letters


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
    assert "The mail server did not take the e-mail" in page
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


# sessions


def test_sessions_are_listed_with_browser_and_this_one_first(officer: Account) -> None:
    firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0"
    phone = Client(headers={"user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS) AppleWebKit Safari/604.1"})
    desk = Client(headers={"user-agent": firefox, "accept-language": "en"})
    for client in (phone, desk):
        client.post(reverse("login"), {"login": "odile@example.org", "password": PASSWORD})

    page = desk.get(reverse("sessions")).content.decode()
    rows = [re.sub(r"<[^>]+>", " ", row).split() for row in re.findall(r"<tr><td.*?</tr>", page)]

    assert [(row[0], row[-1]) for row in rows] == [("Firefox,", "session"), ("Safari,", "127.0.0.1")]
    desk.post(reverse("sessions"))
    assert [client.get("/account/").status_code for client in (desk, phone)] == [200, 302]


@pytest.mark.parametrize(
    ("described", "words"),
    [
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36", "Chrome, Windows"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36 Edg/142.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 16) Chrome/142.0 Mobile Safari/537.36", "Chrome, Android"),
        ("curl/8.5.0", "curl/8.5.0"),
        ("", ""),
    ],
)
def test_browser_is_named_in_two_words(described: str, words: str) -> None:
    assert browser_of(described) == words
