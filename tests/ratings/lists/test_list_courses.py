"""The ratings beside a page: of the lists that are named and in their order, whatever their keys are."""

from datetime import date, timedelta

import pytest

from ratings.lists import queries
from ratings.models import ListEntry, PublishedList, RatingSystem
from tests.ratings import small_federation

pytestmark = pytest.mark.django_db


def listed(system: str, day: date, ratings: dict[int, int]) -> int:
    """Publish a list with ratings of some players; return its key."""
    made = PublishedList.objects.create(system=RatingSystem.objects.get(key=system), date=day, ready=True)
    for position, (player, rating) in enumerate(ratings.items(), start=1):
        ListEntry.objects.create(
            list=made,
            player_id=player,
            position=position,
            rank=position,
            rating=rating,
            exact=rating,
            games=1,
            events=1,
            active=True,
        )
    return made.pk


def test_course_is_that_of_the_lists_named_in_their_order_not_in_that_of_keys() -> None:
    first, second = (
        player.pk for player in small_federation.build(players=2, tournaments=0, systems=("egf",)).players[:2]
    )
    newest = date(2026, 3, 1)
    late = listed("ffg", newest, {first: 30})
    other = listed("egf", newest, {first: 99, second: 99})  # its key lies between those of the others
    early = listed("ffg", newest - timedelta(days=30), {first: 20, second: 40})
    assert late < other < early

    found = queries.courses([early, late], [first, second])

    assert found == {first: [20, 30], second: [40]}


def test_player_on_none_of_the_lists_has_an_empty_course_or_none() -> None:
    small = small_federation.build(players=2, tournaments=0, systems=("egf",))
    first, second = (player.pk for player in small.players[:2])
    only = listed("ffg", date(2026, 3, 1), {first: 30})

    found = queries.courses([only], [first, second])

    assert (found[first], found.get(second, [])) == ([30], [])
