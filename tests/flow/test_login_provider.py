"""Other sites let people log in here: three client libraries, and what is refused."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from authlib.integrations.requests_client import OAuth2Session
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client as Browser
from django.urls import reverse
from django.utils import timezone
from joserfc import jwt
from joserfc.jwk import KeySet
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer
from requests_oauthlib import OAuth2Session as OAuthlibSession

from federation.accounts import login_provider
from federation.models import Account, JournalEntry, LoginKey
from tests.federation.claims.claimants import held, holm, vera

BACK = "http://localhost:1/back"
PASSWORD = "a long enough secret"
SCOPE = "openid profile email palmares"


@pytest.fixture(autouse=True)
def without_tls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let both sides speak without encryption: oauthlib would refuse to."""
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")


@dataclass
class Provider:
    """The site as another one knows it."""

    url: str
    client: str
    secret: str
    player: int

    @property
    def about(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = requests.get(
            f"{self.url}/.well-known/openid-configuration", timeout=99
        ).json()
        return found


def registered(settings: Settings) -> tuple[str, str, int]:
    cache.clear()
    settings.LANGUAGE_CODE = "en"
    login_provider.make_key()
    client, secret = login_provider.register_client("Club site", [BACK], is_public=False)
    player, person = holm(), vera()
    held(player, person)
    return client.pk, secret, player.pk


@pytest.fixture
def provider(live_server: LiveServer, settings: Settings) -> Iterator[Provider]:
    yield Provider(live_server.url, *registered(settings))
    cache.clear()


def token_of(page: str) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert found
    return found[1]


def allowed(address: str, *scopes: str, act: str = "grant") -> str:
    """Log in and allow what a site asks, as a person in a browser; return where that leads."""
    browser = requests.Session()
    browser.headers["Accept-Language"] = "en"
    page = browser.get(address, timeout=99)
    said = {"login": "vera@example.org", "password": PASSWORD, "csrfmiddlewaretoken": token_of(page.text)}
    said["next"] = parse_qs(urlsplit(page.url).query)["next"][0]
    page = browser.post(page.url, said, timeout=99)
    assert "Log in to Club site" in page.text
    signed = re.search(r'name="request" value="([^"]+)"', page.text)
    assert signed
    form = {"request": signed[1], "scopes": ["openid", *scopes], "action": act}
    form["csrfmiddlewaretoken"] = token_of(page.text)
    there = browser.post(
        f"{address.partition('?')[0]}",
        form,
        headers={"Referer": page.url},
        allow_redirects=False,
        timeout=120,
    )
    assert there.status_code == 302, there.text
    return there.headers["Location"]


SCOPES = ("profile", "email", "palmares")
live = pytest.mark.django_db(transaction=True, serialized_rollback=True)


@live
def test_authlib_logs_in_and_reads_the_records(provider: Provider) -> None:
    about = provider.about
    session = OAuth2Session(
        provider.client, provider.secret, scope=SCOPE, redirect_uri=BACK, code_challenge_method="S256"
    )
    address, state = session.create_authorization_url(
        about["authorization_endpoint"], code_verifier="v" * 48, nonce="once"
    )
    token = session.fetch_token(
        about["token_endpoint"],
        authorization_response=allowed(address, *SCOPES),
        code_verifier="v" * 48,
        state=state,
    )
    keys = KeySet.import_key_set(requests.get(about["jwks_uri"], timeout=120).json())
    claims = jwt.decode(token["id_token"], keys, algorithms=["RS256"]).claims
    told = session.get(about["userinfo_endpoint"]).json()

    assert (claims["iss"], claims["aud"], claims["nonce"]) == (about["issuer"], provider.client, "once")
    assert (told["email"], told["email_verified"], told["name"]) == ("vera@example.org", True, "Vera")
    assert told["palmares"] == [{"number": provider.player, "grade": ""}]
    assert told["sub"] == claims["sub"]


@live
def test_requests_oauthlib_logs_in_and_gets_what_was_allowed_alone(
    provider: Provider, settings: Settings
) -> None:
    about = provider.about
    session = OAuthlibSession(provider.client, redirect_uri=BACK, scope=SCOPE.split(), pkce="S256")
    address, _state = session.authorization_url(about["authorization_endpoint"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OAUTHLIB_RELAX_TOKEN_SCOPE", "1")  # less was allowed than asked for
        session.fetch_token(
            about["token_endpoint"],
            authorization_response=allowed(address, "palmares"),
            client_secret=provider.secret,
        )
        told = session.get(about["userinfo_endpoint"]).json()

    assert set(told) == {"sub", "palmares"}


@live
def test_mozilla_django_oidc_logs_in(provider: Provider, settings: Settings) -> None:
    from mozilla_django_oidc.auth import OIDCAuthenticationBackend
    from mozilla_django_oidc.utils import generate_code_challenge

    about = provider.about
    settings.OIDC_OP_TOKEN_ENDPOINT = about["token_endpoint"]
    settings.OIDC_OP_USER_ENDPOINT = about["userinfo_endpoint"]
    settings.OIDC_OP_JWKS_ENDPOINT = about["jwks_uri"]
    settings.OIDC_RP_CLIENT_ID, settings.OIDC_RP_CLIENT_SECRET = provider.client, provider.secret
    settings.OIDC_RP_SIGN_ALGO = "RS256"
    verifier = "w" * 48
    query = {
        "response_type": "code",
        "client_id": provider.client,
        "redirect_uri": BACK,
        "scope": SCOPE,
        "state": "s",
        "nonce": "once",
        "code_challenge": generate_code_challenge(verifier, "S256"),
        "code_challenge_method": "S256",
    }
    address = requests.Request("GET", about["authorization_endpoint"], params=query).prepare().url or ""
    code = parse_qs(urlsplit(allowed(address, *SCOPES)).query)["code"][0]
    backend = OIDCAuthenticationBackend()
    payload = {
        "client_id": provider.client,
        "client_secret": provider.secret,
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": BACK,
        "code_verifier": verifier,
    }
    token = backend.get_token(payload)
    verified = backend.verify_token(token["id_token"], nonce="once")
    told = backend.get_userinfo(token["access_token"], token["id_token"], verified)

    assert told["sub"] == verified["sub"] == str(Account.objects.get().pk)
    assert told["palmares"][0]["number"] == provider.player


@live
def test_a_wrong_verifier_gets_no_token(provider: Provider) -> None:
    about = provider.about
    session = OAuth2Session(
        provider.client, provider.secret, scope=SCOPE, redirect_uri=BACK, code_challenge_method="S256"
    )
    address, _state = session.create_authorization_url(
        about["authorization_endpoint"], code_verifier="v" * 48
    )
    code = parse_qs(urlsplit(allowed(address, "email")).query)["code"][0]
    said = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": BACK,
        "code_verifier": "x" * 48,
    }
    answer = requests.post(about["token_endpoint"], said, auth=(provider.client, provider.secret), timeout=99)

    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")


@live
def test_who_declines_sends_the_site_away(provider: Provider) -> None:
    session = OAuth2Session(provider.client, scope=SCOPE, redirect_uri=BACK, code_challenge_method="S256")
    address, state = session.create_authorization_url(
        provider.about["authorization_endpoint"], code_verifier="v" * 48
    )

    assert allowed(address, act="cancel") == f"{BACK}?error=access_denied&state={state}"


# --- without a server


@pytest.fixture
def here(db: None, settings: Settings) -> Provider:
    return Provider("", *registered(settings))


def ask(provider: Provider, **more: str) -> Any:
    browser = Browser(headers={"accept-language": "en"})
    browser.force_login(Account.objects.get())
    said = {
        "response_type": "code",
        "client_id": provider.client,
        "redirect_uri": BACK,
        "scope": SCOPE,
        "state": "s",
        "code_challenge": "c" * 43,
        "code_challenge_method": "S256",
        **more,
    }
    return browser.get(reverse("idp:oidc:authorization"), said)


def test_the_consent_page_lets_its_form_lead_to_the_site_and_nowhere_else(here: Provider) -> None:
    answer = ask(here)
    policy = answer["Content-Security-Policy"]

    assert answer.status_code == 200
    assert "form-action 'self' http://localhost:1;" in policy + ";"


@pytest.mark.parametrize("more", [{"code_challenge": ""}, {"code_challenge_method": "plain"}])
def test_a_request_without_pkce_is_refused(here: Provider, more: dict[str, str]) -> None:
    answer = ask(here, **more)

    assert answer.status_code == 400
    assert "PKCE" in answer.content.decode()


def test_another_place_to_come_back_to_is_refused_and_nobody_is_sent_there(here: Provider) -> None:
    answer = ask(here, redirect_uri="https://evil.example/back")

    assert answer.status_code == 400
    assert "Location" not in answer


def test_a_scope_nobody_offers_is_refused(here: Provider) -> None:
    assert "error=invalid_scope" in ask(here, scope="openid admin")["Location"]


def test_the_consent_form_needs_its_token(here: Provider) -> None:
    browser = Browser(enforce_csrf_checks=True)
    browser.force_login(Account.objects.get())
    answer = browser.post(reverse("idp:oidc:authorization"), {"request": "x", "action": "grant"})

    assert answer.status_code == 403


def test_without_a_key_nothing_is_there(db: None) -> None:
    names = ("configuration", "jwks", "authorization", "token", "userinfo", "revoke", "logout")

    assert [Browser().get(reverse(f"idp:oidc:{name}")).status_code for name in names] == [404] * 7


def test_a_second_key_signs_after_two_hours_and_the_first_is_shown_a_day_longer(here: Provider) -> None:
    call_command("login_key")
    first, second = LoginKey.objects.all()
    adapter = login_provider.Provider()

    assert len(adapter.list_private_keys(is_active=True)) == 2
    assert adapter.get_signing_key().not_before == first.begins
    assert first.ends == second.begins + login_provider.KEPT
    LoginKey.objects.filter(pk=second.pk).update(begins=timezone.now())
    assert adapter.get_signing_key().pem != adapter.list_private_keys()[0].pem


def test_a_leaked_key_is_ended_at_once(here: Provider) -> None:
    before = login_provider.Provider().get_signing_key().pem
    call_command("login_key", "--now")

    assert [one.pem for one in login_provider.Provider().list_private_keys()] != [before]
    assert LoginKey.objects.count() == 1


def test_a_key_is_sealed_and_the_journal_does_not_have_it(here: Provider) -> None:
    assert "PRIVATE" not in LoginKey.objects.get().sealed
    assert "PRIVATE" not in str([line.detail for line in JournalEntry.objects.all()])


def test_the_command_registers_lists_and_removes_a_site(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("login_client", "add", "League", "--redirect", "https://league.example/back", "--public")
    client = re.search(r"client_id: (\w+)", capsys.readouterr().out)
    assert client
    call_command("login_client", "list")
    assert "League  https://league.example/back" in capsys.readouterr().out
    call_command("login_client", "remove", client[1])
    call_command("login_client", "list")
    assert capsys.readouterr().out == ""


def test_six_hundred_requests_a_minute_are_answered_from_one_place(
    here: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("federation.views.login_provider.time.time", lambda: 1_700_000_000.0)
    address = reverse("idp:oidc:token")
    codes = [Browser().post(address).status_code for _ in range(601)]

    assert codes.count(429) == 1
    assert codes[-1] == 429
