"""Every address with a number in it, asked for one that no table holds."""

import re

import pytest
from django.test import Client
from django.urls import Resolver404, get_resolver, resolve
from pytest_django.fixtures import Settings

from federation.models import Account
from federation.vocabulary.keys import BIGGEST
from tests.flow.test_permissions_matrix import addresses

pytestmark = pytest.mark.django_db
_NUMBER = re.compile(r"<(?:int|key):\w+>")
_OF_PROGRAMS = re.compile(r"<(?:number|other)>")
_WORD = re.compile(r"<(?:\w+:)?(\w+)>")
KEY = f"/account/second-factor/webauthn/keys/{BIGGEST + 1}/"
_WORDS = {"date": "newest", "system": "fide-standard", "language": "en", "level": "0", "rest": "000"}


def filled(placeholder: re.Pattern[str]) -> list[str]:
    """Return every address with such a placeholder, the first number no table holds in its place."""
    with_numbers = (text for text in addresses(get_resolver().url_patterns) if placeholder.search(text))
    return sorted(
        {
            _WORD.sub(lambda word: _WORDS.get(word[1], "1"), placeholder.sub(str(BIGGEST + 1), text))
            for text in with_numbers
        }
    )


def is_an_address(path: str) -> bool:
    """Return whether something answers there, whatever it says."""
    try:
        resolve(path)
    except Resolver404:
        return False
    return True


def test_page_of_a_number_no_table_holds_is_no_address() -> None:
    found = filled(_NUMBER)

    assert len(found) > 100
    # allauth's own, which asks the ORM and leads to who has to log in or confirm first
    assert {path for path in found if is_an_address(path)} == {f"{KEY}edit/", f"{KEY}remove/"}
    assert is_an_address(f"/players/{BIGGEST}/")


@pytest.fixture
def administrator() -> Client:
    client = Client()
    client.force_login(Account.objects.create_superuser("ada@example.org", "a long enough secret"))
    return client


@pytest.mark.parametrize(
    "path",
    [
        "/players/{}/ffg/1/",
        "/me/{}/privacy/",
        "/me/{}/data.json",
        "/me/{}/error/",
        "/review/lists/{}/publish/",
        "/review/lists/{}/drop/",
    ],
)
def test_page_of_a_number_no_table_holds_is_not_found(path: str, administrator: Client) -> None:
    asked = path.format(BIGGEST + 1)

    assert [ask(asked).status_code for ask in (administrator.get, administrator.post)] == [404, 404]


def test_program_that_asks_for_a_number_no_table_holds_is_told_so(client: Client, settings: Settings) -> None:
    settings.API_RATE = 10**9  # all of them ask from one address
    found = [path for path in filled(_OF_PROGRAMS) if path.startswith("/api/v1/")]
    answers = {
        path: code for path in found for code in (client.get(path).status_code, client.post(path).status_code)
    }

    assert len(found) > 10
    assert {path for path, code in answers.items() if not 400 <= code < 500} == set()
