"""Variants simulated over a small history: the ground, the figures, the pages; nothing rated moves."""

import json
import re
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from federation.models import Player
from ratings.cadence.by_event import replay
from ratings.laboratory import stored_simulations
from ratings.laboratory.figures import report
from ratings.laboratory.figures.by_event import EventGround
from ratings.laboratory.figures.rules import Dated, Rules, rules_of
from ratings.laboratory.figures.simulation import Outcome, editions_on, simulate
from ratings.laboratory.figures.variant import read
from ratings.laboratory.grounds import reader_of
from ratings.laboratory.models import Simulation
from ratings.laboratory.simulating import simulate_variant
from ratings.lists.publication import publish
from ratings.models import ListEntry, ManualEvent, RatingSystem
from ratings.rulebook.systems import editions_of
from tests.ratings.histories import hold, people, recalculate, round_robin, stale
from tests.ratings.laboratory.small_history import as_in_force

pytestmark = pytest.mark.django_db
FIRST, LATER, LAST = date(2023, 3, 4), date(2023, 5, 6), date(2023, 9, 2)
SIX = {"name": "Divisor 6", "system": "ffg", "constants": {"2022-10": {"divisor": 6}}}


@pytest.fixture
def players() -> list[Player]:
    """Six who played three times, recalculated and published."""
    found, chance = people(6), np.random.default_rng(3)
    for number, day in enumerate((FIRST, LATER, LAST), 1):
        hold(day, found, round_robin(6, chance=chance), number=number)
    for key in ("ffg", "egf"):
        system = RatingSystem.objects.get(key=key)
        recalculate(stale(system, FIRST))
        system.refresh_from_db()
        publish(system, LAST, account=None, force=True, note="Small")
    return found


def ground_of(key: str) -> EventGround:
    found = reader_of(key).load(RatingSystem.objects.get(key=key), in_force(key)).ground
    assert isinstance(found, EventGround)
    return found


def in_force(key: str) -> list[Dated]:
    return editions_of(key, edition="", parameters={})


def rules(key: str, **parts: Any) -> Rules:
    return rules_of(read({"name": "Trial", "system": key, **parts}), in_force(key))


def rows() -> dict[str, int]:
    """Count the rows of every table but the laboratory's own and its jobs'."""
    own = {"Simulation", "Job"}
    return {
        one._meta.label: one._default_manager.count()
        for one in apps.get_models()
        if one.__name__ not in own
        and one._meta.app_label in ("federation", "tournaments", "ratings", "laboratory")
    }


def states() -> list[tuple[Any, ...]]:
    return list(RatingSystem.objects.order_by("pk").values_list("pk", "state", "facts", "stale_from"))


def same(one: Outcome, other: Outcome) -> bool:
    """Compare everything but the rows of a conversion, which moves nobody here."""
    columns = [
        (one.rating, other.rating),
        (one.forecasts.expected, other.forecasts.expected),
        (one.first_games, other.first_games),
        (one.moves.after[one.moves.played], other.moves.after[other.moves.played]),
    ]
    return all(np.array_equal(left, right, equal_nan=left.dtype.kind == "f") for left, right in columns)


def test_rules_in_force_are_those_of_the_run(players: list[Player]) -> None:
    found = simulate_variant(RatingSystem.objects.get(key="ffg"), read(SIX), draws=5)

    base = found["base"]
    assert (base["checked"], base["reproduced"], base["sound"], base["standing"]) == (1, 1, True, 0)
    assert found["report"]["persons"]["compared"] == len(players)
    assert found["report"]["persons"]["moved"] == len(players)


def test_variant_is_what_the_office_would_get_by_changing_its_parameters(players: list[Player]) -> None:
    system = RatingSystem.objects.get(key="ffg")
    found = simulate_variant(system, read(SIX), draws=5)
    RatingSystem.objects.filter(pk=system.pk).update(parameters={"divisor": 6})
    system.refresh_from_db()

    rated = replay.rate(replay.load(system))[1].rating

    movers = {row[0]: row[2] for row in found["report"]["persons"]["movers"]}
    assert movers == dict(zip(sorted(player.pk for player in players), rated.tolist(), strict=True))


def test_conversion_is_the_general_correction_of_the_office(players: list[Player]) -> None:
    ground = ground_of("egf")
    day = date(2023, 6, 1)
    other = simulate(
        ground, rules("egf", conversion={"date": day.isoformat(), "factor": 1.01, "offset": -30.0})
    )
    ManualEvent.objects.create(
        system=RatingSystem.objects.get(key="egf"), kind="adjustment", date=day, factor=1.01, offset=-30.0
    )

    rated = replay.rate(replay.load(RatingSystem.objects.get(key="egf")))[1].rating

    assert other.rating.tolist() == rated.tolist()
    assert len(players) == rated.size


def test_moved_edition_rules_from_its_new_day_on() -> None:
    days = np.array([date(2023, 3, 3).toordinal(), date(2023, 3, 4).toordinal()])

    assert editions_on(days, (date(2013, 1, 13), date(2023, 3, 4))).tolist() == [0, 1]
    assert editions_on(days, (date(2023, 3, 4), date(2013, 1, 13))).tolist() == [1, 0]
    assert editions_on(days, (date(2030, 1, 1), date(2040, 1, 1))).tolist() == [0, 0]


def test_replay_in_two_parts_is_the_replay(players: list[Player]) -> None:
    ground = ground_of("ffg")
    for day in ("2020-01-01", "2023-05-06", "2030-01-01"):
        still = rules("ffg", k_factor=1.5, conversion={"date": day, "factor": 1.0, "offset": 0.0})

        assert same(simulate(ground, still), simulate(ground, rules("ffg", k_factor=1.5)))
    assert players


def test_nothing_is_compared_where_the_list_is_not_reproduced(players: list[Player]) -> None:
    entry = ListEntry.objects.filter(list__system__key="ffg", player=players[0])
    entry.update(exact=entry.get().exact + 0.001)

    found = simulate_variant(RatingSystem.objects.get(key="ffg"), read(SIX), draws=5)

    assert found["report"] is None
    assert found["base"]["differing"][0]["causes"] == {"no cause found": 1}


def test_without_any_list_there_is_no_ground() -> None:
    found = simulate_variant(RatingSystem.objects.get(key="ffg"), read(SIX), draws=5)

    assert (found["report"], found["base"]["sound"]) == (None, False)


def test_without_events_there_is_nothing_to_compare() -> None:
    ground = ground_of("ffg")
    one = simulate(ground, ground.base)

    assert report.compare(ground, one, one, draws=5) == {"events": 0}


def test_the_laboratory_touches_nothing_that_is_rated_or_published(
    players: list[Player], officer: Client
) -> None:
    before, stood = rows(), states()
    asked = as_in_force(officer.get("/review/laboratory/new/ffg/").context["form"])

    answer = officer.post("/review/laboratory/new/ffg/", {**asked, "name": "Two", "k_factor": "2"})
    kept = Simulation.objects.get()
    waiting = officer.get(answer["Location"])
    stored_simulations.compute(kept)
    page = officer.get(kept.get_absolute_url())
    files = [
        officer.get(f"{kept.get_absolute_url()}{name}.csv").status_code
        for name in (
            "level",
            "ranks",
            "players",
            "log-loss",
            "brier",
            "calibration",
            "moved",
            "rules",
            "movers",
        )
    ]

    assert (answer.status_code, waiting.status_code, page.status_code) == (302, 200, 200)
    assert kept.variant == {"name": "Two", "system": "ffg", "k_factor": 2.0}
    assert files == [200] * 9
    assert "1 of 1 published lists are reproduced" in page.content.decode()
    assert (rows(), states()) == (before, stood)
    assert officer.get(f"/review/laboratory/{kept.pk}/{'0' * 16}/").status_code == 404
    assert players


def test_names_are_those_shown_in_public(players: list[Player], officer: Client) -> None:
    Player.objects.filter(pk=players[0].pk).update(privacy="anonymous")
    kept = stored_simulations.compute(stored_simulations.request(read(SIX), account=None))

    page = officer.get(kept.get_absolute_url()).content.decode()

    assert "Surname0" not in page
    assert "Surname1" in page


def test_form_refuses_what_the_rulebook_refuses(officer: Client) -> None:
    asked = as_in_force(officer.get("/review/laboratory/new/ffg/").context["form"])

    answer = officer.post("/review/laboratory/new/ffg/", {**asked, "name": "x", "2022-10:divisor": "0"})
    same_rules = officer.post("/review/laboratory/new/ffg/", {**asked, "name": "x"})

    assert answer.status_code == same_rules.status_code == 422
    assert list(answer.context["form"].errors) == ["2022-10:divisor"]
    assert list(same_rules.context["form"].errors) == ["__all__"]
    assert not Simulation.objects.exists()


@pytest.mark.parametrize(
    ("key", "typed", "field", "error"),
    [
        (
            "fide-standard",
            {"k_factor": "1.03"},
            "k_factor",
            "makes “K of most players” (k) of edition 2014 20.6; it must be a whole number",
        ),
        (
            "ffg",
            {"2013:floor": "5000"},
            "2013:floor",
            "must be below “highest level, 9 dan” (ceiling), which is 850",
        ),
        (
            "ffg",
            {"2022-10:": "2012-05-01"},
            "2022-10:",
            "must be after 13\xa0January 2013, the first day of the edition 2013",
        ),
    ],
)
def test_form_names_constants_in_words_and_writes_days_out(
    officer: Client, key: str, typed: dict[str, str], field: str, error: str
) -> None:
    at = f"/review/laboratory/new/{key}/"
    asked = as_in_force(officer.get(at).context["form"])

    answer = officer.post(at, {**asked, "name": "x", **typed})

    assert answer.context["form"].errors[field][0] == error


def test_form_answers_what_a_browser_sends_as_nothing(officer: Client) -> None:
    at = "/review/laboratory/new/ffg/"
    blank = officer.get(at)
    asked = as_in_force(blank.context["form"])
    emptied = ("k_factor", "conversion_factor", "conversion_offset", "2013:", "2013:divisor", "2022-10:floor")

    assert '<form class="form" method="post" novalidate>' in blank.content.decode()
    assert "autofocus" not in blank.content.decode()
    for name in emptied:
        answer = officer.post(at, {**asked, "name": "x", name: ""})
        page = answer.content.decode()
        opened = [
            edition.name for edition, _fields, is_open in answer.context["form"].by_edition() if is_open
        ]
        (field,) = re.findall(r"<[^>]* autofocus[^>]*>", page)

        assert answer.status_code == 422
        assert answer.context["form"].errors == {name: ["This field is required."]}
        assert opened == (["2022-10", "2013"] if name.startswith("2013") else ["2022-10"])
        assert f'name="{name}"' in field
        assert 'aria-invalid="true"' in field
    assert not Simulation.objects.exists()


def test_command_prints_and_writes_the_report(
    players: list[Player], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said, to = tmp_path / "six.json", tmp_path / "report.json"
    said.write_text(json.dumps(SIX))

    call_command("simulate", str(said), to=to, draws=5)

    assert "reproduce 1 of 1 published lists" in capsys.readouterr().out
    assert json.loads(to.read_text())["report"]["events"] == 3
    said.write_text("{")
    with pytest.raises(CommandError, match="no JSON"):
        call_command("simulate", str(said))
    with pytest.raises(CommandError):
        call_command("simulate", str(tmp_path / "none.json"))
    assert players
