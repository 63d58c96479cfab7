"""A conversion after the last event is refused by form, interface for programs and command alike."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from ratings.cadence.by_game.update_ratings import rate_pending
from ratings.cadence.facts import facts_of
from ratings.laboratory import SCOPE, grounds, stored_simulations
from ratings.laboratory.figures.variant import UnfitVariant, read
from ratings.laboratory.models import Simulation
from ratings.models import ManualEvent, RatingSystem
from tests.ratings.api.test_api_simulations import post, program_of
from tests.ratings.chess_months import masters, system, year
from tests.ratings.laboratory.small_history import as_in_force, published
from tests.ratings.streams import chance_games, world
from tests.tournaments.conftest import account

pytestmark = pytest.mark.django_db
SAID = "is after 2023-09-02, the last day on which ratings move; choose that day or an earlier one"


def plus(day: str, key: str = "egf") -> dict[str, Any]:
    return {"name": "Plus 50", "system": key, "conversion": {"date": day, "offset": 50}}


def test_form_names_the_last_day_beside_the_field(officer: Client) -> None:
    published("egf")
    at = "/review/laboratory/new/egf/"
    filled = as_in_force(officer.get(at).context["form"])
    filled |= {"name": "Plus 50", "conversion_date": "2023-09-03", "conversion_offset": 50}

    refused = officer.post(at, filled, headers={"accept-language": "en"})
    taken = officer.post(at, {**filled, "conversion_date": "2023-09-02"})

    assert refused.status_code == 422
    assert refused.context["form"].errors == {
        "conversion_date": [SAID.replace("2023-09-02", "2\xa0September 2023")]
    }
    assert taken.status_code == 302
    assert Simulation.objects.count() == 1


@pytest.mark.parametrize("parts", [{"conversion_offset": 50}, {"conversion_factor": "1.1"}])
def test_form_asks_for_the_day_of_a_conversion(officer: Client, parts: dict[str, Any]) -> None:
    at = "/review/laboratory/new/egf/"
    filled = as_in_force(officer.get(at).context["form"]) | {"name": "Plus 50"}

    alone = officer.post(at, {**filled, **parts})
    beside_others = officer.post(at, {**filled, **parts, "k_factor": "2"})
    no_day = officer.post(at, {**filled, **parts, "conversion_date": "soon"})

    assert alone.status_code == beside_others.status_code == no_day.status_code == 422
    for answer in (alone, beside_others):
        assert answer.context["form"].errors == {"conversion_date": ["Give the day of the conversion."]}
    assert no_day.context["form"].errors == {"conversion_date": ["Enter a valid date."]}
    assert not Simulation.objects.exists()


def test_program_is_told_the_place_and_the_last_day() -> None:
    published("egf")
    program = program_of(account("odile@example.org", "officer"), SCOPE)

    status, told = post(program, plus("2024-01-01"))

    assert (status, told["code"]) == (422, "unfit-variant")
    assert told["errors"] == [{"where": "body", "name": "conversion.date", "message": SAID}]
    assert not Simulation.objects.exists()


def test_command_refuses_it(tmp_path: Path) -> None:
    published("egf")
    (tmp_path / "variant.json").write_text(json.dumps(plus("2023-09-03")))

    with pytest.raises(CommandError, match=SAID):
        call_command("simulate", str(tmp_path / "variant.json"))


def test_conversion_on_the_last_day_moves_somebody() -> None:
    published("egf")

    kept = stored_simulations.compute(stored_simulations.request(read(plus("2023-09-02")), account=None))

    assert kept.result["report"]["persons"]["moved"] == 6


def test_without_any_event_nothing_is_refused() -> None:
    assert facts_of("egf").last_day(RatingSystem.objects.get(key="egf")) is None
    assert stored_simulations.request(read(plus("2023-09-03")), account=None).pk


def test_decision_of_the_office_is_an_event_too() -> None:
    published("egf")
    rated = RatingSystem.objects.get(key="egf")
    ManualEvent.objects.create(system=rated, kind="adjustment", date=date(2024, 5, 1), factor=1.0, offset=1.0)

    assert facts_of(rated.key).last_day(rated) == date(2024, 5, 1)


@pytest.mark.parametrize("key", ["egf", "fide-standard", "fics-blitz"])
def test_last_day_is_that_of_the_replay(key: str) -> None:
    if key == "egf":
        published("egf")
    elif key == "fide-standard":
        year(system(), masters(14))
    else:
        made = world(key)
        made.arrive(*chance_games(key, np.random.default_rng(4), 40))
        rate_pending(key)
    rated = RatingSystem.objects.get(key=key)
    last = date.fromordinal(int(grounds.load(rated).ground.days[-1]))

    assert facts_of(rated.key).last_day(rated) == last
    with pytest.raises(UnfitVariant):
        stored_simulations.request(
            read(plus(date.fromordinal(last.toordinal() + 1).isoformat(), key)), account=None
        )
    assert stored_simulations.request(read(plus(last.isoformat(), key)), account=None).pk
