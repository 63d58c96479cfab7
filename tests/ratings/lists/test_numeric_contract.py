"""Lists keep the contract of the functions they were computed with, whatever their system goes on with."""

import json
from datetime import date
from importlib import import_module

import numpy as np
import pytest
from django.apps import apps
from django.core.management import call_command

from ratings.list_proof import archive
from ratings.list_proof.checking import Unproved, check, opened
from ratings.list_proof.package import RULES
from ratings.lists.publication import publish, verify
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.public_log.bundles import list_bundles
from tests.ratings import streams
from tests.ratings.histories import hold, people, recalculate, round_robin, stale

pytestmark = pytest.mark.django_db
DAY, FIRST_LIST, SECOND_LIST = date(2023, 3, 4), date(2023, 3, 31), date(2023, 4, 30)


def go(key: str, numeric: int, day: date) -> PublishedList:
    """Publish a list of a Go system under a contract, its whole history computed under it."""
    RatingSystem.objects.filter(key=key).update(numeric=numeric)
    recalculate(stale(RatingSystem.objects.get(key=key), DAY), whole=True)
    return publish(RatingSystem.objects.get(key=key), day, account=None)


def exact(published: PublishedList) -> dict[int, float]:
    return dict(ListEntry.objects.filter(list=published).values_list("player_id", "exact"))


def rules_of(published: PublishedList) -> dict[str, object]:
    files = archive.unpack(list_bundles.content(published))
    told: dict[str, object] = json.loads(files[RULES])
    return told


@pytest.mark.parametrize("key", ["ffg", "egf"])
def test_list_of_the_first_contract_is_verified_under_it_when_its_system_has_gone_on(key: str) -> None:
    hold(DAY, people(9), round_robin(9, chance=np.random.default_rng(3)), number=1)
    old = go(key, 1, FIRST_LIST)
    del old.report["numeric"]  # as lists made before there were contracts
    old.save()

    new = go(key, 2, SECOND_LIST)

    old = PublishedList.objects.get(pk=old.pk)
    moved = {player for player, value in exact(old).items() if exact(new)[player] != value}
    assert (old.numeric, new.numeric, new.report["numeric"]) == (1, 2, 2)
    assert [verify(one).differences for one in (old, new)] == [(), ()]
    old.report["numeric"] = 2
    assert {one.player for one in verify(old).differences} == moved
    assert exact(new) == pytest.approx(exact(old), abs=1e-9)


@pytest.mark.parametrize("key", ["fics-blitz", "ladder"])
def test_list_of_a_stream_is_verified_under_its_own_contract(key: str) -> None:
    RatingSystem.objects.filter(key=key).update(numeric=1)
    world = streams.world(key)
    world.arrive(*streams.chance_games(key, np.random.default_rng(2), 60))
    call_command("recalculate", key, verbosity=0)
    old = publish(RatingSystem.objects.get(key=key), date(2023, 12, 15), account=None)
    RatingSystem.objects.filter(key=key).update(numeric=2)

    found = verify(old)

    assert (found.differences, found.moved, old.report["numeric"]) == ((), False, 1)


def test_bundle_names_the_contract_of_its_list_and_the_first_not_at_all() -> None:
    hold(DAY, people(6), round_robin(6, chance=np.random.default_rng(3)), number=1)
    old, new = go("ffg", 1, FIRST_LIST), go("ffg", 2, SECOND_LIST)

    assert ["numeric" in rules_of(old), rules_of(new)["numeric"]] == [False, 2]
    assert check(opened(list_bundles.content(new))).differences == []


def test_bundle_made_under_the_first_contract_is_computed_under_it() -> None:
    hold(DAY, people(6), round_robin(6, chance=np.random.default_rng(3)), number=1)
    published = go("ffg", 1, FIRST_LIST)
    RatingSystem.objects.filter(key="ffg").update(numeric=2)

    said: list[str] = []
    checked = check(opened(list_bundles.content(published)), report=said.append)

    assert checked.differences == []
    assert "Numeric contract 1" in said[1]


@pytest.mark.parametrize("told", [3, 0, "2", None, True, 2.5, [2]])
def test_contract_there_is_none_of_is_refused(told: object) -> None:
    hold(DAY, people(4), round_robin(4), number=1)
    bundle = opened(list_bundles.content(go("ffg", 2, FIRST_LIST)))
    rules = json.loads(bundle.files[RULES]) | {"numeric": told}
    changed = type(bundle)(bundle.head, {**bundle.files, RULES: json.dumps(rules).encode()}, bundle.tables)

    with pytest.raises(Unproved, match="numeric contract"):
        check(changed)


def test_migration_leaves_systems_that_have_ratings_or_lists_with_the_library() -> None:
    hold(DAY, people(4), round_robin(4), number=1)
    recalculate(stale(RatingSystem.objects.get(key="ffg"), DAY), whole=True)
    PublishedList.objects.create(system=RatingSystem.objects.get(key="egf"), date=FIRST_LIST)

    import_module("ratings.migrations.0030_numeric_contract").keep_library(apps, None)

    kept = set(RatingSystem.objects.filter(numeric=1).values_list("key", flat=True))
    assert {"ffg", "egf"} == kept
