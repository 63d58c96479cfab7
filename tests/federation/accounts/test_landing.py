"""Who logs in comes to the page where his role works."""

import pytest
from django.contrib.auth.models import Group
from django.test import RequestFactory

from federation.accounts.allauth_adapters import AccountAdapter
from federation.models import Account

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("roles", "address"),
    [
        (["officer"], "/desk/queue/"),
        (["officer", "registrar"], "/desk/queue/"),
        (["organiser"], "/desk/"),
        (["organiser", "registrar"], "/desk/"),
        (["registrar"], "/register/"),
        ([], "/"),
    ],
)
def test_account_lands_where_its_role_works(rf: RequestFactory, roles: list[str], address: str) -> None:
    account = Account.objects.create_user("anna@example.org", "secret")
    account.groups.set(Group.objects.filter(name__in=roles))
    request = rf.get("/")
    request.user = account

    assert AccountAdapter(request).get_login_redirect_url(request) == address
