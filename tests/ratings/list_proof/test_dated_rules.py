"""Activity and rounding are rules of a day: lists follow them, bundles tell them, the verifier recomputes."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from federation.models import DeclaredGrade, Licence
from ratings.list_proof import archive
from ratings.list_proof.checking import check, opened
from ratings.list_proof.package import RULES, in_json
from ratings.list_proof.rules import OtherRules, Rules, document, read
from ratings.lists.publication import publish, verify
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.public_log import verifier
from ratings.public_log.bundles import list_bundles
from ratings.rulebook.editions import parameters_of
from ratings.rulebook.policy import policy_of
from ratings.rulebook.systems import SYSTEMS, Chosen, _editions_read, edition_in_force
from tests import declared
from tests.ratings.histories import hold, people, recalculate, round_robin, stale
from tests.ratings.list_proof.test_bundles import stream

pytestmark = pytest.mark.django_db
PLAYED = date(2023, 3, 4)
LISTED, AMENDED, LATER = date(2023, 7, 31), date(2023, 8, 1), date(2023, 8, 2)


@pytest.fixture
def amendment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let weak kyu players leave the lists of the EGF after three months, from a day on."""
    later = ((AMENDED, "inactive_weak_months", 3.0),)
    editions = tuple(replace(one, later=later) for one in declared.EGF)
    with monkeypatch.context() as patch:
        patch.setitem(SYSTEMS, "egf", replace(SYSTEMS["egf"], editions=editions))
        _editions_read.cache_clear()
        yield
    _editions_read.cache_clear()


def rated(key: str = "egf", parameters: Mapping[str, object] | None = None) -> RatingSystem:
    """Rate a tournament of four players of 15 kyu; the second is of 5 kyu."""
    players = people(4)
    DeclaredGrade.objects.filter(player__in=players).delete()
    for place, player in enumerate(players):
        grade = "5k" if place == 1 else "15k"
        DeclaredGrade.objects.create(player=player, grade=grade, since=date(2020, 1, 1))
    hold(PLAYED, players, round_robin(4), number=1)
    RatingSystem.objects.filter(key=key).update(parameters=parameters or {})
    recalculate(stale(RatingSystem.objects.get(key=key), PLAYED), whole=True)
    return RatingSystem.objects.get(key=key)


def listed(system: RatingSystem, day: date = LISTED) -> PublishedList:
    return publish(system, day, account=None, note="by the rules of its day")


def active(published: PublishedList) -> list[bool]:
    """Return who is active, by player."""
    return list(ListEntry.objects.filter(list=published).order_by("player").values_list("active", flat=True))


def rules_of(data: bytes) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(archive.unpack(data)[RULES])
    return told


def newest(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return the constants of the newest edition told."""
    constants: dict[str, Any] = told["editions"][-1]["constants"]
    return constants


def test_office_chooses_when_weak_players_leave_and_the_list_keeps_it() -> None:
    system = rated()
    usual = listed(system)
    RatingSystem.objects.filter(pk=system.pk).update(parameters={"inactive_weak_months": 2})
    sooner = listed(RatingSystem.objects.get(pk=system.pk))
    RatingSystem.objects.filter(pk=system.pk).update(parameters={})

    assert active(usual) == [True] * 4
    assert active(sooner) == [False, True, False, False]
    for published in (usual, sooner):
        kept = PublishedList.objects.get(pk=published.pk)
        assert verify(kept).differences == ()
        assert check(opened(list_bundles.content(kept))).differences == []
    told, before = (rules_of(list_bundles.content(one)) for one in (sooner, usual))
    assert told["replaced"]["inactive_weak_months"] == newest(told)["inactive_weak_months"] == 2.0
    assert "inactive" not in json.dumps(before)


def test_stand_alone_verifier_recomputes_who_is_active_and_says_what_was_replaced(tmp_path: Path) -> None:
    chosen = {"inactive_weak_months": 2, "weak_kyu_from": 20, "inactive_kyu_months": 3, "rounding": "floor"}
    published = listed(rated("egf", chosen))
    assert active(published) == [False] * 4
    (tmp_path / "verify.pyz").write_bytes(verifier.content())
    (tmp_path / "list.zip").write_bytes(list_bundles.content(published))

    done = subprocess.run(
        [sys.executable, "-I", "-S", str(tmp_path / "verify.pyz"), str(tmp_path / "list.zip")],
        capture_output=True,
        text=True,
        env={},
        cwd=tmp_path,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert "inactive_kyu_months replaced by 3" in done.stdout
    assert "rounding replaced by floor" in done.stdout


@pytest.mark.parametrize("rounding", ["half-up", "half-even", "floor"])
def test_list_of_a_stream_is_rounded_as_the_office_chose(rounding: str) -> None:
    RatingSystem.objects.filter(key="ladder").update(parameters={"rounding": rounding})

    published = stream("ladder")

    rows = ListEntry.objects.filter(list=published).values_list("rating", "exact")
    whole = [(shown, int(exact // 1)) for shown, exact in rows]
    assert all(shown in (below, below + 1) for shown, below in whole)
    assert all(shown == below for shown, below in whole) == (rounding == "floor")
    assert check(opened(list_bundles.content(published))).differences == []


def test_office_without_licences_shows_every_level_and_ranks_everyone() -> None:
    system = rated("ffg")
    Licence.objects.all().delete()
    without = listed(system)
    RatingSystem.objects.filter(pk=system.pk).update(parameters={"licence_needed": False})
    shown = listed(RatingSystem.objects.get(pk=system.pk))

    assert (active(without), active(shown)) == ([False] * 4, [True] * 4)
    for published, is_foot in ((without, True), (shown, False)):
        ratings = ListEntry.objects.filter(list=published).values_list("rating", flat=True)
        assert all(rating % 100 == 0 for rating in ratings) == is_foot
        assert check(opened(list_bundles.content(published))).differences == []


@pytest.mark.usefixtures("amendment")
def test_amendment_changes_lists_from_its_day_on_and_is_told_by_them_alone() -> None:
    system = rated()
    before, after = listed(system), listed(system, LATER)

    assert (active(before), active(after)) == ([True] * 4, [False, True, False, False])
    data = [list_bundles.content(one) for one in (before, after)]
    assert all(check(opened(one)).differences == [] for one in data)
    assert "later" not in newest(rules_of(data[0]))
    assert newest(rules_of(data[1]))["later"] == [[AMENDED.isoformat(), "inactive_weak_months", 3.0]]


@pytest.mark.usefixtures("amendment")
def test_office_s_own_value_outlives_an_amendment_and_no_engine_sees_either() -> None:
    own = Chosen("egf", "2021", {"inactive_weak_months": 9})
    plain = policy_of("egf", edition="2021", parameters={}).parameters

    values = [parameters_of(edition_in_force(own, day))["inactive_weak_months"] for day in (LISTED, LATER)]

    assert values == [9.0, 9.0]
    assert policy_of("egf", edition="2021", parameters=own.parameters).parameters.tobytes() == plain.tobytes()
    told = document("egf", Rules("2021", own.parameters), LATER)
    assert newest(told)["later"] == [[AMENDED.isoformat(), "inactive_weak_months", 3.0]]
    assert read("egf", in_json(told), LATER).parameters["inactive_weak_months"] == 9.0


@pytest.mark.usefixtures("amendment")
def test_rules_that_leave_an_amendment_out_or_tell_a_later_one_are_named() -> None:
    told = document("egf", Rules("2021"), LATER)
    early = in_json(document("egf", Rules("2021"), LISTED))

    with pytest.raises(OtherRules, match="later of edition 2021 is None"):
        read("egf", early, LATER)
    with pytest.raises(OtherRules, match="later of edition 2021 is no constant such a bundle tells"):
        read("egf", in_json(told), LISTED)
