"""Places among fewer than a whole list, as a list stores them, are those one counts on it."""

from datetime import date
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from pytest_django import DjangoAssertNumQueries

from federation.models import Player
from federation.privacy import privacy
from federation.privacy.policy import Level
from ratings.lists import build, group_ranks
from ratings.lists.group_ranks import Places
from ratings.lists.selection import AGES, born
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.people import personal_data
from ratings.players import group_places
from tests import seeds
from tests.privacy_rows import turned
from tests.ratings import small_federation

YEAR = 2026


def people(chance: Random, count: int) -> dict[str, list[Any]]:
    """Invent the columns of a list, strongest first, with ties and with inactive players between."""
    active = [chance.random() < 0.8 for _ in range(count)]
    rows: dict[str, list[Any]] = {
        "player_id": list(range(1, count + 1)),
        "federation": [chance.choice(("FR", "BE", "DE")) for _ in range(count)],
        "region": [chance.choice(("", "ALP", "IDF")) for _ in range(count)],
        "club": [chance.choice(("", "38Gr", "75Op", "69Ly")) for _ in range(count)],
        "sex": [chance.choice(("f", "m", "")) for _ in range(count)],
        "birth_year": [chance.choice((None, *range(1940, 2026))) for _ in range(count)],
        "active_position": [],
        "active_rank": [],
    }
    place = rank = 0
    for is_active in active:
        place += is_active
        rank = place if chance.random() < 0.6 or not rank else rank
        rows["active_position"].append(place if is_active else None)
        rows["active_rank"].append(rank if is_active else None)
    return rows


def one_by_one(rows: dict[str, list[Any]], own: int) -> Places:
    """Count the same in Python, one entry after the other."""
    of = [dict(zip(rows, values, strict=True)) for values in zip(*rows.values(), strict=True)]
    me = of[own]
    year = me["birth_year"] or 0
    groups = {"federation": [one for one in of if one["federation"] == me["federation"]]}
    if me["sex"] == "f":
        groups["women"] = [one for one in groups["federation"] if one["sex"] == "f"]
    ages = [age for age in group_ranks.narrowest_first() if born(age, YEAR)[0] <= year <= born(age, YEAR)[1]]
    if year and ages:
        first, last = born(ages[0], YEAR)
        groups["age"] = [one for one in groups["federation"] if first <= (one["birth_year"] or 0) <= last]
    for kind in ("region", "club"):
        if me[kind]:
            groups[kind] = [one for one in of if one[kind] == me[kind]]
    among = {
        kind: [one for one in group if one["active_position"] is not None] for kind, group in groups.items()
    }
    return {
        kind: (
            sum(one["active_position"] <= me["active_position"] for one in group),
            1 + sum(one["active_rank"] < me["active_rank"] for one in group),
        )
        for kind, group in among.items()
    }


@pytest.mark.parametrize("seed", range(5))
def test_places_are_those_one_counts(seed: int) -> None:
    rows = people(Random(seeds.of_run(seed)), 120)

    found = group_ranks.packed(rows, YEAR)

    for at, place in enumerate(rows["active_position"]):
        assert group_ranks.unpacked(found[at]) == (one_by_one(rows, at) if place is not None else {})


def test_anonymous_players_have_no_place_among_women_or_an_age_and_take_nobodys() -> None:
    rows = people(Random(9), 80)
    hidden = [number for number, year in zip(rows["player_id"], rows["birth_year"], strict=True) if year][::2]
    blank = [
        None if number in hidden else year
        for number, year in zip(rows["player_id"], rows["birth_year"], strict=True)
    ]

    of_no_sex = [
        "" if number in hidden else sex for number, sex in zip(rows["player_id"], rows["sex"], strict=True)
    ]

    assert group_ranks.packed(rows, YEAR, unknown=hidden) == group_ranks.packed(
        rows | {"birth_year": blank, "sex": of_no_sex}, YEAR
    )


def test_players_without_a_club_have_no_place_in_it_and_take_nobodys() -> None:
    rows = people(Random(9), 80)
    hidden = set(rows["player_id"][::3])
    blank = [
        "" if number in hidden else club for number, club in zip(rows["player_id"], rows["club"], strict=True)
    ]

    assert group_ranks.packed(rows, YEAR, clubless=hidden) == group_ranks.packed(rows | {"club": blank}, YEAR)


def test_nobody_has_no_places() -> None:
    assert group_ranks.packed(people(Random(1), 0), YEAR) == []
    assert group_ranks.unpacked(b"") == {}


def test_narrowest_ages_come_first() -> None:
    assert sorted(group_ranks.narrowest_first()) == sorted(AGES)
    assert group_ranks.narrowest_first()[-2:] == ["o65", "o50"]


def frozen() -> PublishedList:
    """Play in a small federation and publish a list of it as the office does."""
    small_federation.build(players=60, tournaments=2)
    system = RatingSystem.objects.get(key="ffg")
    made = PublishedList.objects.create(system=system, date=date(2026, 11, 13))
    build.write_entries(made.pk)
    PublishedList.objects.filter(pk=made.pk).update(ready=True)
    return PublishedList.objects.select_related("system").get(pk=made.pk)


def entries_of(published: PublishedList) -> list[ListEntry]:
    return list(ListEntry.objects.filter(list=published).select_related("list__system").order_by("position"))


@pytest.mark.django_db
def test_stored_places_are_what_two_queries_count(
    django_assert_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    turned(monkeypatch, "sex", "other", to=Level.SHOWN)
    turned(monkeypatch, "age", "other", to=Level.SHOWN)
    cache.clear()
    entries = entries_of(frozen())

    with django_assert_num_queries(0):
        stored = [group_places.scopes([entry]) for entry in entries]
    for entry in entries:
        entry.list.scoped = False
    counted = [group_places.scopes([entry]) for entry in entries]

    assert stored == counted
    assert {scope.kind for each in stored for one in each.values() for scope in one} == {
        "federation", "women", "age", "region", "club",
    }  # fmt: skip


@pytest.mark.django_db
def test_list_on_which_somebody_was_erased_is_counted_anew() -> None:
    published = frozen()
    entry = ListEntry.objects.filter(list=published, sex="f")[0]

    personal_data.erase([Player.objects.get(pk=entry.player_id)])

    assert not PublishedList.objects.get(pk=published.pk).scoped


@pytest.mark.django_db
def test_year_that_is_hidden_or_comes_back_is_counted_anew() -> None:
    published = frozen()
    entry = ListEntry.objects.filter(list=published, birth_year__lt=1970, active_position__gt=0)[0]
    player = Player.objects.get(pk=entry.player_id)

    privacy.choose(player, "initials", account=None)
    assert PublishedList.objects.get(pk=published.pk).scoped
    privacy.choose(player, "anonymous", account=None)
    assert not PublishedList.objects.get(pk=published.pk).scoped
    PublishedList.objects.update(scoped=True)
    privacy.choose(player, "public", account=None)
    assert not PublishedList.objects.get(pk=published.pk).scoped
