"""Keys of rating systems may hold digits: a system of an invented key on pages and by the interface."""

from dataclasses import replace
from typing import Any, cast

import pytest
from django.core.cache import cache
from django.test import Client

from federation.vocabulary.systems.catalogue import CATALOGUE
from federation.vocabulary.systems.declaration import KEY, Declaration
from ratings.models import RatingSystem
from ratings.rulebook.systems import SYSTEMS
from tests.ratings import small_federation

pytestmark = pytest.mark.django_db
INVENTED = "elo2"


@pytest.fixture(autouse=True)
def _invented(monkeypatch: pytest.MonkeyPatch) -> None:
    """Declare the EGF rating once more, by another key, and keep the lists of the office under it."""
    cache.clear()
    small_federation.build(players=26, tournaments=1, systems=("egf",))
    entry = replace(CATALOGUE["egf"], key=INVENTED)
    monkeypatch.setitem(cast(dict[str, Declaration], CATALOGUE), INVENTED, entry)
    monkeypatch.setitem(SYSTEMS, INVENTED, replace(SYSTEMS["egf"], entry=entry))
    RatingSystem.objects.filter(key="egf").update(key=INVENTED)


@pytest.mark.parametrize(
    "address",
    [
        "/api/v1/lists?system={key}",
        "/api/v1/lists/{key}/newest",
        "/api/v1/lists/{key}/newest/entries",
        "/api/v1/systems/{key}/statistics",
        "/api/v1/players/1/history?system={key}",
        "/lists/{key}/",
        "/lists/{key}/latest/download.csv",
        "/lists/{key}/number-ones/",
        "/statistics/{key}/",
        "/calculators/{key}/",
        "/tournaments/?system={key}",
    ],
)
def test_system_with_a_digit_in_its_key_answers_as_any_other(address: str, client: Client) -> None:
    answer: Any = client.get(address.format(key=INVENTED), follow=True)

    assert KEY.fullmatch(INVENTED)
    assert answer.status_code == 200
    assert b"Ignored filter" not in answer.content


@pytest.mark.parametrize("key", ["Elo2", "2elo", "-elo", "elo_2", "e" * 21])
def test_what_is_no_key_is_refused_before_anything_is_read(key: str, client: Client) -> None:
    assert client.get(f"/api/v1/lists?system={key}").status_code == 422
    assert client.get(f"/api/v1/players/1/history?system={key}").status_code == 422
