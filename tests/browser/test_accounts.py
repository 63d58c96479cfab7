"""Second factors and invitations in a real browser: what a person does with a telephone and a passkey."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import hotp_value
from django.contrib.auth.models import Group
from django.core import signing
from django.core.cache import cache
from django.urls import reverse
from playwright.sync_api import Browser, expect
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from federation.accounts import accounts, letters
from federation.models import Account
from tests.browser.visitors import Visitor, visitor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True, serialized_rollback=True)]
EMAIL, PASSWORD = "odile@example.org", "a long enough secret"


@pytest.fixture
def officer(db: None, settings: Settings) -> Account:
    """An officer as in production: a second factor is asked for."""
    cache.clear()
    settings.SECOND_FACTOR_REQUIRED = True
    made = Account.objects.create_user(EMAIL, PASSWORD, first_name="Odile")
    made.groups.add(Group.objects.get(name="officer"))
    return made


@pytest.fixture(params=[1280, 390])
def window(request: pytest.FixtureRequest, browser: Browser, live_server: LiveServer) -> Iterator[Visitor]:
    """A window on http://localhost, the only address without https where browsers offer passkeys."""
    url = live_server.url.replace("127.0.0.1", "localhost")
    with visitor(browser, url, width=request.param) as somebody:
        yield somebody
    assert somebody.complaints == []


def give_device(somebody: Visitor) -> None:
    """Add a device to the browser that keeps passkeys and always finds its owner's finger."""
    devtools = somebody.page.context.new_cdp_session(somebody.page)
    devtools.send("WebAuthn.enable")
    device: dict[str, Any] = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": device})


def enter(somebody: Visitor) -> None:
    """Fill in address and password."""
    somebody.go("/login/")
    somebody.page.fill("[name=login]", EMAIL)
    somebody.page.fill("[name=password]", PASSWORD)
    with somebody.page.expect_navigation():
        somebody.page.locator("main").get_by_role("button", name="Log in", exact=True).click()
    somebody.look()


def log_out(somebody: Visitor) -> None:
    somebody.page.locator("header").get_by_role("button", name="Log out").click()
    somebody.page.wait_for_url(somebody.url + "/")


def code(secret: str) -> str:
    """What an authenticator app shows now."""
    return f"{hotp_value(secret, int(time.time()) // 30):06d}"


def test_app_is_set_up_and_opens_the_desk(officer: Account, window: Visitor) -> None:
    enter(window)
    window.go("/desk/")
    expect(window.page.locator(".message.warning")).to_contain_text("Officers log in with a second factor")
    window.follow("Set up an app")
    secret = window.page.locator("code.secret").inner_text()
    drawn = window.page.locator(".qr img")
    assert drawn.evaluate("image => image.complete && image.naturalWidth > 0")
    window.page.fill("[name=code]", code(secret))
    window.press("Confirm")
    expect(window.page.locator(".codes li")).to_have_count(10)
    window.go("/desk/")
    expect(window.page.locator("h1")).to_have_text("Desk")
    log_out(window)

    enter(window)
    expect(window.page.locator("h1")).to_have_text("Second factor")
    window.page.fill("[name=code]", code(secret))
    window.page.locator("main").get_by_role("button", name="Log in", exact=True).click()
    window.page.wait_for_url("**/desk/queue/")
    window.go("/review/")

    expect(window.page.locator("h1")).to_have_text("Review")


def test_passkey_is_made_and_logs_in_alone(officer: Account, window: Visitor) -> None:
    give_device(window)
    enter(window)
    window.go("/account/second-factor/webauthn/add/")
    window.page.get_by_label("Passkey: log in with it alone").check()
    window.page.get_by_role("button", name="Add the key").click()
    window.page.wait_for_url("**/recovery-codes/")
    window.look()
    window.go("/account/second-factor/webauthn/")
    expect(window.page.locator("tbody tr")).to_have_count(1)
    log_out(window)

    window.go("/login/")
    window.page.get_by_role("button", name="Log in with a passkey").click()
    window.page.wait_for_url("**/desk/queue/")
    window.go("/desk/")

    expect(window.page.locator("h1")).to_have_text("Desk")


def test_key_is_the_second_factor_beside_the_password(officer: Account, window: Visitor) -> None:
    give_device(window)
    enter(window)
    window.go("/account/second-factor/webauthn/add/")
    window.page.get_by_role("button", name="Add the key").click()
    window.page.wait_for_url("**/recovery-codes/")
    log_out(window)

    enter(window)
    window.page.get_by_role("button", name="Use a passkey or security key").click()
    window.page.wait_for_url("**/desk/queue/")
    window.go("/desk/")

    expect(window.page.locator("h1")).to_have_text("Desk")


def test_browser_without_the_passkey_says_so(officer: Account, window: Visitor) -> None:
    give_device(window)
    window.go("/login/")

    window.page.get_by_role("button", name="Log in with a passkey").click()

    expect(window.page.locator("[data-passkey-error]")).to_be_visible()


def test_invited_opens_a_working_account_with_a_password(officer: Account, window: Visitor) -> None:
    _, secret = accounts.invite(accounts.Offer("ines@example.org", ("organiser",), None, "en"), by=officer)
    window.go(f"/invitation/{secret}/")
    window.page.get_by_label("Given name").fill("Ines")
    window.page.get_by_label("Surname").fill("Neuve")
    window.page.get_by_label("Password").fill("wet-paper-77")
    window.press("Open the account")
    expect(window.page.locator("h1")).to_have_text("Ines Neuve")

    window.go("/desk/")

    expect(window.page.locator("h1")).to_have_text("Desk")


def test_invited_opens_an_account_with_a_passkey_alone(officer: Account, window: Visitor) -> None:
    give_device(window)
    _, secret = accounts.invite(accounts.Offer("ines@example.org", ("organiser",), None, "en"), by=officer)
    window.go(f"/invitation/{secret}/")
    window.page.get_by_label("Given name").fill("Ines")
    window.page.get_by_label("Surname").fill("Neuve")
    window.press("Use a passkey instead")
    expect(window.page.get_by_label("Passkey: log in with it alone")).to_be_checked()
    window.page.get_by_role("button", name="Add the key").click()
    window.page.wait_for_url("**/recovery-codes/")
    log_out(window)

    window.go("/login/")
    window.page.get_by_role("button", name="Log in with a passkey").click()
    window.page.wait_for_url("**/desk/")
    window.go("/account/")

    expect(window.page.locator("h1")).to_have_text("Ines Neuve")
    assert Account.objects.get(email="ines@example.org").has_usable_password() is False


def test_player_opens_an_account_with_a_passkey_alone(window: Visitor, settings: Settings) -> None:
    settings.SIGN_UP = True
    give_device(window)
    window.go(reverse("signup-open", args=[signing.dumps("ines@example.org", salt=letters.SALT)]))
    window.page.get_by_label("Given name").fill("Ines")
    window.page.get_by_label("Surname").fill("Neuve")
    window.press("Use a passkey instead")
    window.page.get_by_role("button", name="Add the key").click()
    window.page.wait_for_url("**/recovery-codes/")

    assert Account.objects.get(email="ines@example.org").has_usable_password() is False


def test_key_says_once_more_who_one_is(officer: Account, window: Visitor) -> None:
    give_device(window)
    enter(window)
    window.go("/account/second-factor/webauthn/add/")
    window.page.get_by_role("button", name="Add the key").click()
    window.page.wait_for_url("**/recovery-codes/")

    window.go("/account/second-factor/webauthn/reauthenticate/?next=/account/second-factor/")
    window.page.get_by_role("button", name="Use a passkey or security key").click()
    window.page.wait_for_url("**/account/second-factor/")

    expect(window.page.locator("h1")).to_have_text("Second factor")
