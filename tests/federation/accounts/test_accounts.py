"""Writes to accounts: invitations, joining, roles, a lost second factor, sessions, addresses."""

from datetime import timedelta
from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from federation.accounts import accounts
from federation.models import Account, Club, Federation, Invitation, JournalEntry

pytestmark = pytest.mark.django_db
NEW = accounts.Offer("Ines@Example.org", ("registrar",), None, "fr")
INES = accounts.Joining("Ines", "Neuve", "wet-paper-77")


@pytest.fixture
def officer() -> Account:
    made = Account.objects.create_user("odile@example.org", "a long enough secret")
    made.groups.add(Group.objects.get(name="officer"))
    return made


@pytest.fixture
def ines() -> Account:
    return Account.objects.create_user("ines@example.org", "wet-paper-77")


@pytest.fixture
def club() -> Club:
    home = Federation.objects.get_or_create(code="FR")[0]
    return Club.objects.create(code="38Gr", label="38Gr", name="Go de Grenoble", federation=home)


def acts() -> list[tuple[str, str | None]]:
    lines = JournalEntry.objects.order_by("pk").select_related("account")
    return [(line.act, line.account.email if line.account else None) for line in lines]


def test_invitation_becomes_an_account_with_its_roles_and_club(officer: Account, club: Club) -> None:
    offer = accounts.Offer("Ines@Example.org", ("organiser", "registrar"), club, "en")
    invitation, secret = accounts.invite(offer, by=officer)

    made = accounts.join(invitation, INES)

    made = Account.objects.get(pk=made.pk)
    assert (made.email, str(made), made.club) == ("ines@example.org", "Ines Neuve", club)
    assert sorted(made.groups.values_list("name", flat=True)) == ["organiser", "registrar"]
    assert made.check_password("wet-paper-77")
    assert (made.is_staff, made.is_superuser) == (False, False)
    assert acts() == [("account.invited", "odile@example.org"), ("account.joined", "ines@example.org")]
    assert secret not in str(list(Invitation.objects.values())) + str(list(JournalEntry.objects.values()))


def test_invitation_is_good_once(officer: Account) -> None:
    invitation, _ = accounts.invite(NEW, by=officer)
    accounts.join(invitation, INES)

    with pytest.raises(accounts.Refused):
        accounts.join(invitation, INES)

    assert Account.objects.count() == 2


def test_invitation_too_old_or_withdrawn_opens_nothing(officer: Account) -> None:
    old, _ = accounts.invite(NEW, by=officer)
    Invitation.objects.update(expires=timezone.now() - timedelta(seconds=1))
    gone, _ = accounts.invite(accounts.Offer("remi@example.org", (), None, "en"), by=officer)
    accounts.withdraw(gone, by=officer)

    for invitation in (old, gone):
        with pytest.raises(accounts.Refused):
            accounts.join(invitation, INES)

    assert list(Account.objects.all()) == [officer]
    assert accounts.withdraw(gone, by=officer) is False


def test_second_invitation_ends_the_first(officer: Account) -> None:
    first, _ = accounts.invite(NEW, by=officer)
    second, _ = accounts.invite(NEW, by=officer)

    assert list(Invitation.objects.open()) == [second]
    with pytest.raises(accounts.Refused):
        accounts.join(first, INES)


def test_address_with_an_account_is_not_invited(officer: Account, ines: Account) -> None:
    with pytest.raises(accounts.Refused):
        accounts.invite(NEW, by=officer)

    assert (Invitation.objects.count(), acts()) == (0, [])


def test_account_made_meanwhile_leaves_nothing_half_done(officer: Account) -> None:
    invitation, _ = accounts.invite(NEW, by=officer)
    Account.objects.create_user("ines@example.org", "another secret")

    with pytest.raises(accounts.Refused):
        accounts.join(invitation, INES)

    invitation.refresh_from_db()
    assert invitation.accepted is None


def test_roles_club_and_leave_change_with_what_stood_before(
    officer: Account, ines: Account, club: Club
) -> None:
    Client().force_login(ines)
    standing = accounts.Standing(("organiser",), club, active=False)

    assert accounts.decide(ines, standing, by=officer) is True
    assert accounts.decide(ines, standing, by=officer) is False

    line = JournalEntry.objects.get()
    assert line.detail == {
        "before": {"roles": [], "club": None, "active": True},
        "after": {"roles": ["organiser"], "club": "38Gr", "active": False},
    }
    assert Session.objects.count() == 0


@pytest.mark.parametrize("about", ["himself", "superuser"])
def test_officer_decides_neither_about_himself_nor_about_an_administrator(
    about: str, officer: Account
) -> None:
    whom = officer if about == "himself" else Account.objects.create_superuser("root@example.org", "x")
    Authenticator.objects.create(user=whom, type=Authenticator.Type.TOTP, data={})

    with pytest.raises(accounts.Refused):
        accounts.decide(whom, accounts.Standing((), None, active=False), by=officer)
    with pytest.raises(accounts.Refused):
        accounts.reset_second_factor(whom, by=officer)

    whom.refresh_from_db()
    assert (whom.is_active, Authenticator.objects.count(), acts()) == (True, 1, [])


def test_lost_second_factor_is_taken_away_with_every_session(officer: Account, ines: Account) -> None:
    for kind in (Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES):
        Authenticator.objects.create(user=ines, type=kind, data={})
    Client().force_login(ines)
    Client().force_login(officer)

    assert accounts.reset_second_factor(ines, by=officer) == 2

    (session,) = Session.objects.all()
    assert session.get_decoded()["_auth_user_id"] == str(officer.pk)
    assert Authenticator.objects.count() == 0
    line = JournalEntry.objects.get()
    assert (line.act, line.account, line.detail) == (
        "account.second-factor-reset",
        officer,
        {"before": ["recovery_codes", "totp"]},
    )


def test_command_resets_where_no_officer_is_left(officer: Account) -> None:
    Authenticator.objects.create(user=officer, type=Authenticator.Type.TOTP, data={})
    said = StringIO()

    call_command("reset_second_factor", "Odile@example.org", stdout=said)

    assert (Authenticator.objects.count(), acts()) == (0, [("account.second-factor-reset", None)])
    assert said.getvalue().startswith("1 ")
    with pytest.raises(CommandError):
        call_command("reset_second_factor", "nobody@example.org")


def test_other_sessions_end_and_this_one_stays(ines: Account) -> None:
    here, there = Client(), Client()
    for client in (here, there):
        client.force_login(ines)

    ended = accounts.end_sessions(ines, but=here.session.session_key)

    assert ended == 1
    assert [client.get("/account/").status_code for client in (here, there)] == [200, 302]


def rows(account: Account) -> list[tuple[str, bool, bool]]:
    found = EmailAddress.objects.filter(user=account).order_by("email")
    return [(one.email, one.primary, one.verified) for one in found]


def test_addresses_follow_the_account(ines: Account) -> None:
    waiting = EmailAddress.objects.create(user=ines, email="later@example.org")
    assert rows(ines) == [("ines@example.org", True, True), ("later@example.org", False, False)]

    ines.email = "new@example.org"
    ines.save()
    assert rows(ines) == [("later@example.org", False, False), ("new@example.org", True, True)]

    waiting.verified = True
    waiting.save()
    waiting.set_as_primary()
    ines.refresh_from_db()
    assert ines.email == "later@example.org"
    assert ("later@example.org", True, True) in rows(ines)


def test_superuser_of_the_command_line_has_a_confirmed_address() -> None:
    call_command("createsuperuser", email="root@example.org", interactive=False, verbosity=0)

    assert rows(Account.objects.get()) == [("root@example.org", True, True)]
