"""Bundles of release 1.0.0 hold today, and its verifier checks those of today that chose nothing newer."""

import json
import lzma
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.apps import apps

from ratings.list_proof import archive
from ratings.list_proof.checking import Unproved, check, opened
from ratings.list_proof.package import RULES, in_json
from ratings.list_proof.rules import OtherRules, Rules, document, read
from ratings.lists.publication import publish, verify
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.public_log.bundles import list_bundles
from ratings.rulebook.systems import as_in_1_0
from ratings.runs.manual_events import enter_base
from tests.ratings.histories import Played, hold, people, recalculate, round_robin, stale
from tests.ratings.list_proof.test_bundles import MADE

pytestmark = pytest.mark.django_db
RELEASED = Path(__file__).parent / "released"
OLD: Mapping[str, dict[str, Any]] = {
    "ffg": {"exempt_counts_all": False},
    "ffg-hybrid": {"exempt_counts_all": False},
    "egf": {"least_minutes": 0},
}
DAY, LISTED = date(2023, 3, 4), date(2023, 3, 31)
BEFORE_2011 = date(2009, 3, 7)
NAMES = {"ffg": "exempt_counts_all", "ffg-hybrid": "exempt_counts_all", "egf": "least_minutes"}


def of_1_0(key: str) -> bytes:
    """Return the bundle release 1.0.0 made."""
    return (RELEASED / f"1.0.0_{key}.zip").read_bytes()


def verified_by_1_0(data: bytes, folder: Path) -> tuple[int, str]:
    """Let the verifier of 1.0.0 check a bundle on a bare Python; return its exit status and what it says."""
    packed = (RELEASED / "1.0.0_palmares-verify.pyz.xz").read_bytes()
    (folder / "verify.pyz").write_bytes(lzma.decompress(packed))
    (folder / "list.zip").write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(folder / "verify.pyz"), str(folder / "list.zip")],
        capture_output=True,
        text=True,
        env={},
        cwd=folder,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def fast(key: str) -> PublishedList:
    """Publish a list of a tournament that counts by the newer rules otherwise than by those of 1.0."""
    system, players = RatingSystem.objects.get(key=key), people(26)
    day = BEFORE_2011 if key == "egf" else DAY
    hold(day, players, round_robin(3), number=1, adjusted_minutes=60.0)
    weak = [Played(number, 19 + number, 25 - number, 2) for number in (1, 2)]
    hold(day, players, weak, number=2, adjusted_minutes=10.0)
    recalculate(stale(system, day), whole=True)
    return publish(RatingSystem.objects.get(key=key), LISTED, account=None)


def rules_of(data: bytes) -> dict[str, Any]:
    """Return rules.json of a bundle."""
    told: dict[str, Any] = json.loads(archive.unpack(data)[RULES])
    return told


@pytest.mark.parametrize("key", MADE)
def test_bundle_of_1_0_0_is_proved(key: str) -> None:
    said: list[str] = []

    checked = check(opened(of_1_0(key)), report=said.append)

    assert checked.differences == []
    assert checked.computed.rows
    assert ("as in release 1.0" in said[0]) == (key in OLD)


@pytest.mark.parametrize("key", MADE)
def test_verifier_of_1_0_0_proves_bundles_without_a_newer_choice(key: str, tmp_path: Path) -> None:
    for one, parameters in OLD.items():
        RatingSystem.objects.filter(key=one).update(parameters=parameters)

    data = list_bundles.content(MADE[key]())

    status, said = verified_by_1_0(data, tmp_path)
    assert (status, "PROVED: every row follows" in said) == (0, True), said
    assert archive.unpack(data)[RULES] == archive.unpack(of_1_0(key))[RULES]


@pytest.mark.parametrize("key", NAMES)
def test_verifier_of_1_0_0_names_the_newer_choice_it_does_not_know(key: str, tmp_path: Path) -> None:
    published = MADE[key]()
    data = list_bundles.content(published)

    status, said = verified_by_1_0(data, tmp_path)

    assert status == 1
    assert f"unknown parameter {NAMES[key]}" in said
    assert NAMES[key] in rules_of(data)["replaced"]
    assert check(opened(data)).differences == []


@pytest.mark.parametrize("key", ["ffg", "egf"])
def test_newer_rules_change_who_is_on_the_list_and_each_choice_is_proved(key: str) -> None:
    new = fast(key)
    RatingSystem.objects.filter(key=key).update(parameters=OLD[key])
    recalculate(stale(RatingSystem.objects.get(key=key), date(2000, 1, 1)), whole=True)
    old = publish(RatingSystem.objects.get(key=key), LISTED, account=None, note="as before")

    rows = {
        one.revision: set(ListEntry.objects.filter(list=one).values_list("player_id")) for one in (new, old)
    }
    assert rows[1] != rows[2]
    for one in (new, old):
        assert verify(one).differences == ()
        assert check(opened(list_bundles.content(one))).differences == []


@pytest.mark.parametrize("key", ["ffg", "egf"])
def test_published_list_keeps_the_choice_it_was_made_by(key: str) -> None:
    new = fast(key)
    before = list_bundles.content(new)
    RatingSystem.objects.filter(key=key).update(parameters=OLD[key])

    again = PublishedList.objects.get(pk=new.pk)

    assert (verify(again).differences, list_bundles.content(again)) == ((), before)
    assert RatingSystem.objects.get(key=key).parameters == OLD[key]
    again.report.pop("choices")  # as lists made by 1.0.0
    assert verify(again).differences


def test_list_made_by_1_0_0_is_computed_as_it_was_when_the_office_takes_the_newer_rules() -> None:
    RatingSystem.objects.filter(key="ffg").update(parameters=OLD["ffg"] | {"divisor": 6})
    old = fast("ffg")
    assert "choices" not in old.report
    RatingSystem.objects.filter(key="ffg").update(parameters={"divisor": 6})

    old = PublishedList.objects.get(pk=old.pk)

    assert verify(old).differences == ()
    assert rules_of(list_bundles.content(old))["replaced"] == {"divisor": 6}
    assert check(opened(list_bundles.content(old))).differences == []


def test_list_keeps_what_imported_ratings_replaced() -> None:
    RatingSystem.objects.filter(key="ffg").update(imported_replace=False)
    system, players = RatingSystem.objects.get(key="ffg"), people(3)
    hold(date(2022, 12, 3), players, round_robin(3), number=1)
    enter_base(system, [(players[0].pk, -1850.0)], DAY)
    recalculate(stale(system, date(2022, 12, 3)), whole=True)
    old = publish(RatingSystem.objects.get(key="ffg"), LISTED, account=None)
    RatingSystem.objects.filter(key="ffg").update(imported_replace=True)
    recalculate(stale(RatingSystem.objects.get(key="ffg"), date(2022, 12, 3)), whole=True)
    new = publish(RatingSystem.objects.get(key="ffg"), LISTED, account=None, note="imported")

    kinds = [
        archive.unpack(list_bundles.content(one))["base_levels.csv"].split(b",")[7] for one in (old, new)
    ]
    assert [kind.split(b"\n")[0] for kind in kinds] == [b"base", b"replace"]
    for one in (old, new):
        assert verify(PublishedList.objects.get(pk=one.pk)).differences == ()
        assert check(opened(list_bundles.content(one))).differences == []


def test_verifier_of_1_0_0_says_that_it_does_not_know_replacing_levels(tmp_path: Path) -> None:
    RatingSystem.objects.filter(key="ffg").update(parameters=OLD["ffg"])
    system, players = RatingSystem.objects.get(key="ffg"), people(3)
    hold(date(2022, 12, 3), players, round_robin(3), number=1)
    enter_base(system, [(players[0].pk, -1850.0)], DAY)
    recalculate(stale(system, date(2022, 12, 3)), whole=True)

    status, said = verified_by_1_0(
        list_bundles.content(publish(RatingSystem.objects.get(key="ffg"), LISTED, account=None)), tmp_path
    )

    assert status in (1, 2)
    assert "base_levels.csv, line 2" in said
    assert "Traceback" not in said


def test_rules_are_read_as_they_were_written() -> None:
    for key, name in NAMES.items():
        for parameters in ({}, OLD[key], {name: True if key != "egf" else 45}):
            for edition in ("", "2013" if key != "egf" else "1998"):
                told = in_json(document(key, Rules(edition, parameters), LISTED))
                found = read(key, told, LISTED)
                assert in_json(document(key, found, LISTED)) == told
                assert found.parameters == as_in_1_0(key, json.loads(told)["replaced"], edition=edition)


def test_newer_constant_is_told_twice_or_not_at_all() -> None:
    told = document("egf", Rules("2021"), LISTED)
    assert told["replaced"] == {"least_minutes": 30.0}
    assert told["editions"][0]["constants"]["least_minutes"] == 30.0
    old = document("egf", Rules("2021", OLD["egf"]), LISTED)
    assert "least_minutes" not in json.dumps(old)

    without = json.loads(in_json(told))
    without["replaced"] = {}
    with pytest.raises(OtherRules, match="least_minutes of edition 2021 is no constant such a bundle tells"):
        read("egf", in_json(without), LISTED)
    needless = json.loads(in_json(old)) | {"replaced": {"least_minutes": 0}}
    with pytest.raises(OtherRules, match="editions"):
        read("egf", in_json(needless), LISTED)


def test_other_choice_than_the_list_was_made_by_is_found_out() -> None:
    published = fast("ffg")
    bundle = opened(list_bundles.content(published))
    told = document("ffg", Rules("", OLD["ffg"], published.numeric), LISTED)
    files = {**bundle.files, RULES: in_json(told)}

    with pytest.raises(Unproved, match="tournament 2 does not count for this list"):
        check(replace(bundle, files=files))


def test_migration_leaves_systems_that_have_ratings_or_lists_with_the_rules_of_1_0_0() -> None:
    hold(DAY, people(4), round_robin(4, chance=np.random.default_rng(1)), number=1)
    recalculate(stale(RatingSystem.objects.get(key="ffg"), DAY), whole=True)
    PublishedList.objects.create(system=RatingSystem.objects.get(key="egf"), date=LISTED)
    RatingSystem.objects.filter(key="egf").update(parameters={"e": 0.01})

    import_module("ratings.migrations.0040_rules_since_1_0").keep_as_in_1_0(apps, None)

    found = dict(RatingSystem.objects.filter(key__in=OLD).values_list("key", "parameters"))
    assert found == {"ffg": OLD["ffg"], "ffg-hybrid": {}, "egf": {"e": 0.01, "least_minutes": 0}}
