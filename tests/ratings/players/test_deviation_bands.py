"""The bands of one, two and three deviations on a player's page, and as programs get them."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.ratings.stream_pages import page, played, text

pytestmark = pytest.mark.django_db
_BAND = re.compile(r"± (\d) RD \((\d+(?:\.\d)?)%\) (\S+) – (\S+)")


@pytest.fixture(autouse=True)
def forgotten() -> None:
    cache.clear()


def number(text: str) -> int:
    return int(text.replace("\N{MINUS SIGN}", "-"))


def test_page_shows_the_bands_that_follow_from_rating_and_deviation_as_shown(client: Client) -> None:
    player = played().players[0]

    shown = text(page(client, f"/players/{player.pk}/"))

    found = re.search(r" RD (\d+\.\d) ", shown)
    rating = re.search(r"(\d+) ± \d+", shown)
    assert found
    assert rating
    reach = [round(float(found[1]) * 10) * count for count in (1, 2, 3)]
    ends = [tuple((10 * int(rating[1]) + sign * one + 5) // 10 for sign in (-1, 1)) for one in reach]
    bands = _BAND.findall(shown)
    assert [(count, share) for count, share, _, _ in bands] == [("1", "67"), ("2", "95"), ("3", "99.7")]
    assert [(number(low), number(high)) for _, _, low, high in bands] == ends
    assert "The true rating lies within each of these bands" in shown


def test_programs_get_the_bands_of_the_page(client: Client) -> None:
    player = played().players[0]

    shown = _BAND.findall(text(page(client, f"/players/{player.pk}/")))
    answer: Any = client.get(f"/api/v1/players/{player.pk}").json()
    (place,) = [one for one in answer["standings"] if one["system"] == "fics-blitz"]
    live = place["live"]["bands"]

    assert [(one["deviations"], one["probability"]) for one in live] == [(1, 0.67), (2, 0.95), (3, 0.997)]
    assert [(one["low"], one["high"]) for one in live] == [
        (number(low), number(high)) for *_, low, high in shown
    ]
    listed = place["listed"]
    reach = round(10 * listed["deviation"])
    assert listed["bands"][0]["high"] == (10 * listed["rating"] + reach + 5) // 10


def test_ladder_has_no_bands(client: Client) -> None:
    player = played("ladder").players[0]

    assert not _BAND.findall(text(page(client, f"/players/{player.pk}/")))
    (place,) = client.get(f"/api/v1/players/{player.pk}").json()["standings"]
    assert (place["live"]["bands"], place["listed"]["bands"]) == ([], [])


def test_glossary_and_rules_name_the_three_probabilities(client: Client) -> None:
    played()
    for path in (reverse("rules-glossary"), reverse("rules-system", args=["fics-blitz"])):
        shown = text(page(client, path))
        assert all(words in shown for words in ("67%", "within 2 RD", "99.7%")), path
