"""Coming in: second factors, and who needs them."""

import os
import re
from pathlib import Path

import pytest
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from federation.accounts import letters
from federation.management.commands import serve
from federation.models import Account, Invitation, Job, JournalEntry
from tests.federation.accounts.entering import PASSWORD, code, enter, is_in, person, with_app

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def forgotten() -> None:
    cache.clear()


@pytest.fixture
def officer() -> Account:
    return person("odile@example.org", "officer")


@pytest.fixture
def strict(settings: Settings) -> None:
    """As in production."""
    settings.SECOND_FACTOR_REQUIRED = True


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
    client, _ = enter("odile@example.org")

    answer = client.get(reverse("job", args=[Job.objects.create(kind="none").pk]))

    assert answer["Location"] == "/account/second-factor/"


def test_demonstration_says_that_it_does_not_ask(officer: Account) -> None:
    office, _ = enter("odile@example.org")
    said = "Demonstration: no second factor is required."

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
    letters.AccountMail.send_waiting()
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


@pytest.mark.parametrize(
    ("invented", "said", "asked"),
    [(True, None, "False"), (True, "True", "True"), (False, None, None)],
)
def test_only_an_invented_federation_goes_without(
    invented: bool,
    said: str | None,
    asked: str | None,
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.DATA_DIR = tmp_path
    monkeypatch.setenv("SECOND_FACTOR_REQUIRED", said or "")
    if said is None:
        monkeypatch.delenv("SECOND_FACTOR_REQUIRED")
    if invented:
        (tmp_path / serve.DEMO_MARK).touch()

    for name in ("FOLLOW_BY_EMAIL", "CSRF_TRUSTED_ORIGINS"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)

    serve.settle_demo(8123)

    assert os.environ.get("SECOND_FACTOR_REQUIRED") == asked
    followed = [os.environ.get(name) for name in ("FOLLOW_BY_EMAIL", "CSRF_TRUSTED_ORIGINS")]
    assert followed == (["True", "http://localhost:8123"] if invented else [None, None])
