"""Ratings of a list handed in on the page: what players start from where that is chosen, said where not."""

import pytest
from django.test import Client

from ratings.models import ManualEvent
from tests.federation.player_lists.handing_in import apply, page, planned
from tests.federation.player_lists.test_go_lists import ladder, ladder_line

pytestmark = pytest.mark.django_db

HOLM = ladder_line("HOLM Anna", 243, "L", "0712345", "38Gr")


def test_ratings_of_a_list_are_said_not_to_be_used(client: Client) -> None:
    held = planned(client, ladder(HOLM))

    assert "1 rating of the list is not used." in page(client, held)
    apply(client, held)
    assert not ManualEvent.objects.exists()


def test_ratings_of_a_list_are_the_start_where_that_is_chosen(client: Client) -> None:
    held = planned(client, ladder(HOLM), start="1")

    assert "1 rating of the list is what its player starts from." in page(client, held)
    held = apply(client, held)

    event = ManualEvent.objects.get()
    assert (event.system.key, event.kind, event.value, str(event.date)) == ("ffg", "base", 243, "2024-02-05")
    assert held.counts["levels"] == 1
