"""The rating a player of Go played like."""

from datetime import date

import pytest
from django.core.cache import cache
from django.test import Client

from ratings.cadence.by_event.explain import explain_event
from ratings.models import RatingSystem
from ratings.rulebook.editions import Edition, edition_on
from ratings.rulebook.expected_score import Strength, expected_score, played_like
from ratings.rulebook.systems import SYSTEMS
from tests.ratings import small_federation
from tournaments.models import Tournament


def edition(key: str) -> Edition:
    found = edition_on(SYSTEMS[key].editions, date(2026, 11, 1))
    assert found is not None
    return found


@pytest.mark.parametrize("key", ["ffg", "egf"])
@pytest.mark.parametrize("rating", [-820.0, 100.0, 355.5])
def test_rating_played_like_is_the_one_that_expects_the_score(key: str, rating: float) -> None:
    rating += 2050.0 * (key == "egf")
    opponents = [rating - 240.0, rating + 30.0, rating + 110.0]
    score = sum(expected_score(edition(key), Strength(rating), Strength(one)) for one in opponents)

    assert played_like(edition(key), opponents, score) == pytest.approx(rating, abs=0.01)


def test_half_of_the_points_against_equals_is_their_rating() -> None:
    assert played_like(edition("ffg"), [150.0, 150.0], 1.0) == pytest.approx(150.0, abs=0.01)


@pytest.mark.parametrize(("opponents", "score"), [([1.0, 2.0], 0.0), ([1.0, 2.0], 2.0), ([], 0.0)])
def test_who_won_or_lost_everything_played_like_no_rating(opponents: list[float], score: float) -> None:
    assert played_like(edition("ffg"), opponents, score) is None


@pytest.mark.django_db
def test_page_of_a_change_says_the_rating_played_like_and_leads_to_its_edition(client: Client) -> None:
    cache.clear()
    small_federation.build(players=26, tournaments=1)
    ffg = RatingSystem.objects.get(key="ffg")
    explained = explain_event(ffg, Tournament.objects.get(number=1))

    for player, one in explained.items():
        page = client.get(f"/players/{player}/ffg/1/", HTTP_ACCEPT_LANGUAGE="en")
        scored = sum(game.score for game in one.games)
        assert ("Played like" in page.content.decode()) is (0 < scored < len(one.games))
        if page.context["played_like"] is not None:
            against = [game.before - game.difference for game in one.games]
            strength = Strength(page.context["played_like"])
            expected = sum(expected_score(edition("ffg"), strength, Strength(each)) for each in against)
            assert expected == pytest.approx(scored, abs=1e-6)
    assert f"/rules/ffg/{one.edition}/" in page.content.decode()
    assert client.get(f"/rules/ffg/{one.edition}/").status_code == 200
