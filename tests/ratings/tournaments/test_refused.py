"""A tournament that counts for no rating says why on its page, and says it no longer once one takes it."""

from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from federation.vocabulary.systems.counting import TOO_FAST, WAS_TOO_FAST
from ratings.models import RatingSystem
from tests.ratings.histories import Played, hold, people

pytestmark = pytest.mark.django_db
NOWHERE = "This tournament does not count for any rating."
NOT_YET = "Approved, not rated yet"


def page(client: Client, number: int) -> str:
    cache.clear()
    response = client.get(f"/tournaments/{number}/", HTTP_ACCEPT_LANGUAGE="en")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


@pytest.mark.parametrize(
    ("key", "day", "parameters", "said"),
    [
        ("egf", date(2009, 3, 7), {"least_minutes": 0}, WAS_TOO_FAST),
        ("ffg", date(2022, 12, 3), {"exempt_counts_all": True}, TOO_FAST),
    ],
)
def test_fast_tournament_says_why_it_counts_nowhere(
    client: Client, key: str, day: date, parameters: dict[str, Any], said: str
) -> None:
    RatingSystem.objects.filter(key__in=("ffg", "ffg-hybrid")).update(parameters={"exempt_counts_all": False})
    hold(day, people(2), [Played(1, 0, 1, 2)], number=1, adjusted_minutes=10.0, rated_for=[key])

    content = page(client, 1)
    assert (NOWHERE in content, said in content, NOT_YET in content) == (True, True, False)

    RatingSystem.objects.filter(key=key).update(parameters=parameters)
    content = page(client, 1)
    assert (NOWHERE in content, said in content, NOT_YET in content) == (False, False, True)
