"""Many variants at once: the figures of one after the other, whatever the number of processes."""

import json
from datetime import date
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from ratings.laboratory.figures.variant import UnfitVariant, Variant, read
from ratings.laboratory.many_variants import simulate_many
from ratings.laboratory.simulating import simulate_variant
from ratings.lists.publication import publish
from ratings.models import ListEntry, RatingSystem
from tests.ratings.histories import hold, people, recalculate, round_robin, stale

pytestmark = pytest.mark.django_db
DAYS = [date(2023, month, 4) for month in range(1, 13)]


@pytest.fixture
def system() -> RatingSystem:
    """A system of six players who met twelve times, recalculated and published."""
    found, chance = people(6), np.random.default_rng(3)
    for number, day in enumerate(DAYS, 1):
        hold(day, found, round_robin(6, chance=chance), number=number)
    system = RatingSystem.objects.get(key="ffg")
    recalculate(stale(system, DAYS[0]))
    system.refresh_from_db()
    publish(system, DAYS[-1], account=None, force=True, note="Small")
    return system


def documents(count: int) -> list[dict[str, Any]]:
    return [
        {"name": f"Divisor {n}", "system": "ffg", "constants": {"2022-10": {"divisor": n}}}
        for n in range(8, 8 + count)
    ]


def variants(count: int) -> list[Variant]:
    return [read(one) for one in documents(count)]


def test_summaries_are_those_of_the_whole_reports(system: RatingSystem) -> None:
    found = simulate_many(system, variants(4), draws=20)

    assert found["base"]["sound"]
    for one, variant in zip(found["variants"], variants(4), strict=True):
        alone = simulate_variant(system, variant, draws=20)
        report, summary = alone["report"], one["summary"]
        assert one["fingerprint"] == alone["fingerprint"]
        assert summary["forecasts"] == report["forecasts"][0]
        assert summary["persons"] == {name: report["persons"][name] for name in summary["persons"]}
        assert summary["rules"] == report["rules"]
    assert len({one["summary"]["forecasts"]["log_loss"][1] for one in found["variants"]}) > 1


def test_number_of_processes_changes_nothing(system: RatingSystem) -> None:
    told: list[float] = []
    one, three = (
        simulate_many(
            system,
            variants(7),
            draws=5,
            processes=count,
            report_progress=lambda percent, _message: told.append(percent),
        )
        for count in (1, 3)
    )

    assert one == three
    assert told[: len(told) // 2] == sorted(told[: len(told) // 2])
    assert max(told) == 99.0


def test_nothing_is_compared_where_the_lists_are_not_those_of_the_rules(system: RatingSystem) -> None:
    ListEntry.objects.filter(position=1).update(exact=1.0)

    assert simulate_many(system, variants(2))["variants"] is None


def test_command_prints_a_line_a_variant_the_lowest_loss_first(
    system: RatingSystem, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said, to = tmp_path / "many.json", tmp_path / "found.json"
    said.write_text(json.dumps(documents(3)))

    call_command("simulate", str(said), to=to, draws=5)

    printed = capsys.readouterr()
    kept = json.loads(to.read_text())["variants"]
    losses = {one["variant"]["name"]: one["summary"]["forecasts"]["log_loss"][1] for one in kept}
    lines = [line for line in printed.out.splitlines() if line.startswith("Divisor")]
    assert [line[:40].strip() for line in lines] == sorted(losses, key=lambda name: losses[name])
    assert "99 % calculating" in printed.err


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ([], "1 to 1000 variants"),
        ([{"name": "x", "system": "ffg"}, {"name": "y", "system": "egf"}], "of one system"),
        ([{"name": "x", "system": "ffg"}, 7], "Variant 2"),
        ([{"name": "x", "system": "ffg", "constants": {"2022-10": {"divisor": -1}}}], "divisor"),
        ([*documents(2), {"name": "x", "system": "ffg"}], "3: variant changes nothing"),
    ],
)
def test_list_that_cannot_be_simulated_is_refused(
    system: RatingSystem, tmp_path: Path, given: list[object], why: str
) -> None:
    said = tmp_path / "many.json"
    said.write_text(json.dumps(given))

    with pytest.raises(CommandError, match=why):
        call_command("simulate", str(said))
    assert system


def test_simulation_that_is_stopped_says_so_and_leaves_no_process(
    system: RatingSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(_self: object, text: str, **_: object) -> None:
        if float(text.split()[0]) > 40:
            raise KeyboardInterrupt

    monkeypatch.setattr("django.core.management.base.OutputWrapper.write", stop)
    said = tmp_path / "many.json"
    said.write_text(json.dumps(documents(8)))

    with pytest.raises(CommandError, match="Stopped"):
        call_command("simulate", str(said), to=tmp_path / "found.json", draws=5)
    assert not active_children()
    assert not (tmp_path / "found.json").exists()
    assert system


def test_conversion_behind_the_last_day_is_refused(system: RatingSystem) -> None:
    late = {"date": "2030-01-01", "factor": 1.0, "offset": 50}

    with pytest.raises(UnfitVariant):
        simulate_many(system, [read({"name": "Late", "system": "ffg", "conversion": late})])
