"""Searching a player: by any word or number, while one types; what is offered where nobody is called so."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import KnownName
from federation.register import register
from federation.vocabulary.names import fold
from tests.ratings import small_federation
from tests.ratings.small_federation import Small

pytestmark = pytest.mark.django_db
ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}


@pytest.fixture
def small() -> Small:
    cache.clear()
    return small_federation.build(players=26, tournaments=1)


def search(client: Client, typed: str, **more: str) -> Any:
    return client.get("/players/", {"q": typed, **more}, **ENGLISH)


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def found(response: Any) -> list[int]:
    return [player.pk for player, _ in response.context["found"].lines]


@pytest.mark.parametrize("typed", ["celik", "Damien ÇELIK", "çel dam", "9900002"])
def test_search_finds_by_any_order_and_number(client: Client, small: Small, typed: str) -> None:
    response = search(client, typed)

    assert found(response) == [small.players[2].pk]
    assert "Nobody" not in text(response)


def test_name_written_otherwise_finds_the_nearest_and_says_so(client: Client, small: Small) -> None:
    response = search(client, "kowalzcynski")

    assert [line[0].surname for line in response.context["found"].lines] == ["Kowalczyński"]
    assert "No player is called “kowalzcynski”" in text(response)


def test_name_of_which_only_one_word_is_known_offers_who_has_that_word(client: Client, small: Small) -> None:
    response = search(client, "Lacombe Barnabé")

    assert [line[0].surname for line in response.context["found"].lines] == ["Lacombe"]
    assert "These are the closest names." in text(response)


def test_name_of_former_days_finds_its_player(client: Client, small: Small) -> None:
    KnownName.objects.create(player=small.players[3], name="Zyx Wvu", key=fold("Zyx Wvu"))

    assert found(search(client, "zyx")) == [small.players[3].pk]


def test_search_for_nobody_says_what_to_try(client: Client, small: Small) -> None:
    assert "Try the surname alone" in text(search(client, "zzzzqqq"))


def test_search_shows_what_was_typed_escaped(client: Client, small: Small) -> None:
    content = search(client, '"><script>x').content.decode()

    assert content.count("<script>x") == 0


@pytest.mark.parametrize("typed", ["abel", "a"])
def test_search_costs_five_queries(client: Client, small: Small, typed: str) -> None:
    with CaptureQueriesContext(connection) as queries:
        search(client, typed)

    assert len(queries) == 5


def test_namesakes_come_by_rank(client: Client, small: Small) -> None:
    listed = small.lists[2].entries.filter(active_rank__isnull=False).order_by("active_rank")
    best, *_rest, other = (entry.player for entry in listed)
    for player, given in ((best, "Zoé"), (other, "Aaron")):
        register.rename(player, "Quelin", given, account=None)

    assert found(search(client, "quelin")) == [best.pk, other.pk]
