"""What the active of a list are called: by the rules of its day, as the office chose them."""

from datetime import date

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import translation

from ratings.lists import list_words
from ratings.models import PublishedList, RatingSystem
from tests.ratings import small_federation

pytestmark = pytest.mark.django_db


def no_licence_needed() -> RatingSystem:
    RatingSystem.objects.filter(key="ffg").update(parameters={"licence_needed": False})
    return RatingSystem.objects.get(key="ffg")


@pytest.mark.parametrize(("key", "words"), [("ffg", "Licensed"), ("egf", "Active"), ("ladder", "Active")])
def test_systems_have_the_words_of_their_rules(key: str, words: str) -> None:
    with translation.override("en"):
        assert list_words.active(key) == words
        assert list_words.active(RatingSystem.objects.get(key=key)) == words


def test_office_that_needs_no_licence_says_active_from_its_edition_on() -> None:
    system = no_licence_needed()
    earlier, later = (PublishedList(system=system, date=date(year, 12, 1)) for year in (2021, 2025))

    assert [list_words.is_by_licence(of) for of in (earlier, later, system, "ffg")] == [
        True, False, False, True,
    ]  # fmt: skip
    assert not list_words.is_by_licence("nothing")


def test_page_of_a_list_has_the_words_of_its_day(client: Client) -> None:
    small_federation.build(players=26, tournaments=1)
    with_licences = client.get("/lists/ffg/", headers={"accept-language": "en"}, follow=True)
    no_licence_needed()
    cache.clear()
    without = client.get("/lists/ffg/", headers={"accept-language": "en"}, follow=True)

    assert ("licensed player" in with_licences.content.decode()) is True
    assert ("licensed player" in without.content.decode()) is False
