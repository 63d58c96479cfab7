"""Heads of ratings: chess has texts of its own, which French translates otherwise than those of Go."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import translation
from django.utils.translation import trans_real

from ratings.lists.layouts.list_table import ListTable
from ratings.lists.list_words import is_elo, rating_head
from ratings.rulebook.systems import SYSTEMS
from tests.markup import html_of
from tests.ratings import small_federation
from tests.ratings.fide_pages import archived

OF_CHESS = {
    "Rating": "ELO",
    "Rating from": "ELO DE",
    "rating from %(rating)s": "elo à partir de %(rating)s",
    "rating to %(rating)s": "elo jusqu’à %(rating)s",
}


@pytest.fixture
def french(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Translate the texts of chess as no other text is; heads are made once for each language."""
    catalogue = vars(trans_real.translation("fr"))["_catalog"]._catalogs[0]
    for text, said in OF_CHESS.items():
        monkeypatch.setitem(catalogue, f"chess\x04{text}", said)
    ListTable.arranged.cache_clear()
    cache.clear()
    with translation.override("fr"):
        yield
    ListTable.arranged.cache_clear()


def test_systems_with_an_elo_are_those_with_lists_of_chess_federations() -> None:
    assert {key for key in SYSTEMS if is_elo(key)} == {"fide-standard", "fide-rapid", "fide-blitz"}
    assert not is_elo("unknown")


def test_ratings_of_several_systems_are_headed_for_all_of_them(french: None) -> None:
    heads = [rating_head("ffg"), rating_head("fide-rapid"), rating_head("fide-rapid", "fide-blitz")]

    assert [*heads, rating_head("ffg", "fide-blitz")] == ["Niveau", "ELO", "ELO", "Niveau"]


@pytest.mark.django_db
def test_list_of_chess_has_heads_and_filters_of_its_own(client: Client, french: None) -> None:
    archived()

    page = html_of(client.get("/lists/fide-standard/?min=2000&max=2600", HTTP_ACCEPT_LANGUAGE="fr"))

    assert ">ELO</a></th>" in page
    assert '<label for="list-min">ELO DE</label>' in page
    assert ">Elo à partir de 2000 <" in page
    assert ">Elo jusqu’à 2600 <" in page
    assert ">Niveau</a></th>" not in page


@pytest.mark.django_db
def test_list_of_go_has_the_heads_of_all(client: Client, french: None) -> None:
    small_federation.build(players=26, tournaments=2)

    page = html_of(client.get("/lists/ffg/?all=1&min=-2000", HTTP_ACCEPT_LANGUAGE="fr"))

    assert ">Niveau</a></th>" in page
    assert ">Niveau à partir de −2000 <" in page
    assert "ELO" not in page
