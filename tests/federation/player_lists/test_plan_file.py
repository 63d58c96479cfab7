"""A list planned by command, looked at, decided about and applied; refused where it is overtaken."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from federation.models import JournalEntry, KnownName, Player
from federation.register import register
from federation.register.register import Newcomer
from tests.federation.player_lists.fide_list_samples import FOA_HEAD, text
from tests.federation.player_lists.test_go_lists import ladder, ladder_line
from tests.federation.player_lists.test_import_fide_list import line as fide_line

pytestmark = pytest.mark.django_db

HOLM = ladder_line("HOLM Anna", 243, "L", "0712345", "38Gr")
QUIST = ladder_line("Quist Olaf", 512, "e", "-------", "xxxx", "NO")
LATER = "#Echelle au 5/03/2024 05:00:00"


@pytest.fixture(autouse=True)
def at_home(settings: Settings) -> None:
    settings.FEDERATION_CODE = "FR"
    settings.LANGUAGE_CODE = "en"


class Console:
    """Writes lists to files, plans them and applies the plans."""

    def __init__(self, folder: Path) -> None:
        self.list, self.plan_path = folder / "list.txt", folder / "plan.json"

    def plan(self, data: bytes) -> dict[str, Any]:
        self.list.write_bytes(data)
        self.run(plan=self.plan_path)
        return self.read()

    def read(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.plan_path.read_text())
        return found

    def decide(self, said: object) -> None:
        told = self.read()
        told["resembling"][0]["decision"] = said
        self.plan_path.write_text(json.dumps(told))

    def apply(self) -> list[str]:
        return self.run(apply=self.plan_path)

    def run(self, **options: Any) -> list[str]:
        out = StringIO()
        call_command("import_players", self.list, stdout=out, stderr=StringIO(), **options)
        return out.getvalue().splitlines()


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path)


def enrol(surname: str, given_name: str, country: str, grade: str, **numbers: str) -> Player:
    newcomer = Newcomer(surname, given_name, country, "", grade, numbers)
    return Player.objects.get(pk=register.enrol_many([newcomer], account=None)[0])


def test_plan_writes_nothing_but_its_file(console: Console) -> None:
    told = console.plan(ladder(HOLM, QUIST))

    assert not Player.objects.exists()
    assert not JournalEntry.objects.exists()
    assert [one["name"] for one in told["new"]] == ["HOLM Anna", "Quist Olaf"]
    assert told["counts"]["created"] == 2


def test_plan_that_was_looked_at_is_applied_once(console: Console) -> None:
    console.plan(ladder(HOLM, QUIST))

    console.apply()

    assert Player.objects.count() == 2
    told = console.plan(ladder(HOLM, QUIST))
    assert not any(told[kind] for kind in ("new", "changed", "resembling", "gone", "refused"))
    assert told["counts"]["unchanged"] == 2
    lines = JournalEntry.objects.count()
    console.apply()
    assert JournalEntry.objects.count() == lines


def test_changes_are_told_by_what_was_and_would_be(console: Console) -> None:
    console.plan(ladder(HOLM))
    console.apply()

    told = console.plan(ladder(HOLM.replace("HOLM Anna ", "HOLMS Anna"), head=LATER))

    (changed,) = told["changed"]
    assert changed["player"] == Player.objects.get().pk
    assert changed["changes"] == [["name", "HOLM Anna", "HOLMS Anna"]]


def test_who_is_not_on_the_list_is_told_and_left_alone(console: Console) -> None:
    console.plan(ladder(HOLM, QUIST))
    console.apply()

    told = console.plan(ladder(QUIST, head=LATER))
    console.apply()

    assert [(one["name"], one["number"]) for one in told["gone"]] == [("HOLM Anna", "FFG 0712345")]
    assert Player.objects.filter(surname="HOLM").exists()


def test_older_list_tells_nobody_gone(console: Console) -> None:
    console.plan(ladder(HOLM, QUIST, head=LATER))
    console.apply()

    assert console.plan(ladder(QUIST))["gone"] == []


def test_resembling_row_is_left_out_until_it_is_decided(console: Console) -> None:
    known = enrol("Quisst", "Olaf", "NO", "6d")

    (row,) = console.plan(ladder(QUIST))["resembling"]
    console.apply()

    assert [one["player"] for one in row["candidates"]] == [known.pk]
    assert row["why"] == ["player-similar", {"name": "Quist Olaf", "other": "Quisst Olaf"}]
    assert Player.objects.get() == known


def test_row_decided_to_be_a_player_gives_him_its_spelling_and_is_known_next_time(console: Console) -> None:
    known = enrol("Quisst", "Olaf", "NO", "6d", egd="99000001")
    console.plan(ladder(QUIST))
    console.decide(known.pk)

    console.apply()

    assert Player.objects.get() == known
    assert KnownName.objects.get().name == "Quist Olaf"
    assert console.plan(ladder(QUIST, head=LATER))["resembling"] == []


def test_namesake_of_another_country_decided_to_be_the_player_is_asked_about_once(console: Console) -> None:
    known = enrol("Quist", "Olaf", "SE", "15k", egd="99000001")
    (row,) = console.plan(ladder(QUIST))["resembling"]
    assert row["why"][0] == "player-unclear"
    console.decide(known.pk)

    console.apply()

    assert console.plan(ladder(QUIST, head=LATER))["resembling"] == []
    assert Player.objects.get() == known


def test_row_decided_to_be_new_is_enrolled_and_known_next_time(console: Console) -> None:
    enrol("Quisst", "Olaf", "NO", "6d")
    console.plan(ladder(QUIST))
    console.decide("new")

    console.apply()

    assert sorted(Player.objects.values_list("surname", flat=True)) == ["Quisst", "Quist"]
    told = console.plan(ladder(QUIST, head=LATER))
    assert told["resembling"] == []
    assert told["counts"]["created"] == 0


def test_new_number_of_somebody_who_resembles_a_player_may_be_his(console: Console) -> None:
    known = enrol("HOLMS", "Anna", "FR", "3d", egd="99000001")
    (row,) = console.plan(ladder(HOLM))["resembling"]
    assert (row["why"][0], row["decision"]) == ("number-similar", "new")
    console.decide(known.pk)

    console.apply()

    assert Player.objects.get() == known
    assert known.identifiers.get(scheme="ffg").value == "0712345"


def test_new_number_is_somebody_new_where_nobody_decides(console: Console) -> None:
    enrol("HOLMS", "Anna", "FR", "3d", egd="99000001")
    console.plan(ladder(HOLM))

    console.apply()

    assert Player.objects.count() == 2


@pytest.mark.parametrize("said", [1_000_000, "nobody", "-1"])
def test_decision_for_somebody_who_was_not_offered_is_refused(console: Console, said: object) -> None:
    enrol("Quisst", "Olaf", "NO", "6d")
    console.plan(ladder(HOLM, QUIST))
    console.decide(said)

    with pytest.raises(CommandError, match='neither "new" nor the number of a candidate'):
        console.apply()

    assert Player.objects.count() == 1


def test_plan_overtaken_by_an_act_is_refused(console: Console) -> None:
    console.plan(ladder(HOLM, QUIST))
    enrol("HOLM", "Anna", "FR", "5d", ffg="0712345")

    with pytest.raises(CommandError, match="outdated"):
        console.apply()

    assert Player.objects.count() == 1


def test_plan_is_not_overtaken_by_what_does_not_touch_it(console: Console) -> None:
    console.plan(ladder(HOLM))
    enrol("Wolgast", "Ottilie", "DE", "2k")

    console.apply()

    assert Player.objects.count() == 2


def test_plan_of_another_list_is_refused(console: Console) -> None:
    console.plan(ladder(HOLM))
    console.list.write_bytes(ladder(QUIST))

    with pytest.raises(CommandError, match="another list"):
        console.apply()


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{}", b'{"fingerprint": 1, "list": 1, "resembling": 5}', b"\xff"]
)
def test_file_that_is_no_plan_is_refused(console: Console, data: bytes) -> None:
    console.list.write_bytes(ladder(HOLM))
    console.plan_path.write_bytes(data)

    with pytest.raises(CommandError):
        console.apply()

    assert not Player.objects.exists()


def test_list_of_fide_has_no_plan(console: Console) -> None:
    with pytest.raises(CommandError, match="without a plan"):
        console.plan(text(FOA_HEAD, fide_line(1500001, "Nordlicht, Ida")))
