"""Simulations by program: an officer's token alone, every problem named with its place, limits kept."""

from typing import Any

import pytest
from django.test import Client

from federation.accounts import tokens
from federation.models import Account, JournalEntry, Player
from ratings.laboratory import SCOPE, stored_simulations
from ratings.laboratory.figures.variant import read
from ratings.laboratory.models import Simulation
from tests.ratings.laboratory.small_history import SIX, published
from tests.tournaments.conftest import account

pytestmark = pytest.mark.django_db
API = "/api/v1/simulations"


def program_of(person: Account, scope: str = SCOPE) -> Client:
    secret = tokens.issue(person, name="program", scopes=[scope])[1]
    return Client(headers={"Authorization": f"Bearer {secret}", "Accept-Language": "en"})


@pytest.fixture
def program() -> Client:
    return program_of(account("odile@example.org", "officer"))


def post(program: Client, body: Any, path: str = API) -> tuple[int, dict[str, Any]]:
    answer = program.post(path, body, content_type="application/json")
    return answer.status_code, answer.json()


def test_simulation_is_asked_for_read_and_deleted(program: Client) -> None:
    players = published()
    Player.objects.filter(pk=players[0].pk).update(privacy="anonymous")

    status, asked = post(program, SIX)
    waiting = program.get(f"{API}/{asked['number']}").json()
    stored_simulations.compute(Simulation.objects.get())
    made = program.get(f"{API}/{asked['number']}").json()
    deleted = program.delete(f"{API}/{asked['number']}").json()

    assert (status, asked["state"], waiting["report"], waiting["base"]) == (202, "queued", None, None)
    assert (made["state"], made["base"]["reproduced"], made["variant"]) == ("done", 1, SIX)
    movers = {one["number"]: one for one in made["report"]["persons"]["movers"]}
    assert set(movers) == {player.pk for player in players}
    assert "Surname0" not in movers[players[0].pk]["name"]
    assert movers[players[1].pk]["name"].startswith("Surname1")
    assert isinstance(movers[players[1].pk]["in_force"], float)
    assert deleted == {"deleted": True}
    assert program.get(f"{API}/{asked['number']}").json()["code"] == "no-simulation"
    assert JournalEntry.objects.get(act="simulation.deleted").detail["variant"] == SIX


def test_every_problem_of_a_variant_is_named_with_its_place(program: Client) -> None:
    wrong = {
        "name": "",
        "system": "ffg",
        "k_factor": 99,
        "wish": 1,
        "conversion": {"date": "soon", "offset": "x"},
    }

    status, told = post(program, wrong)

    assert (status, told["code"]) == (422, "unfit-variant")
    places = {one["name"] for one in told["errors"]}
    assert places == {"name", "k_factor", "wish", "conversion.date", "conversion.offset"}
    assert all(one["message"] for one in told["errors"])
    status, told = post(program, {**SIX, "constants": {"2022-10": {"divisor": 0}, "1950": {}}})
    assert status == 422
    assert {one["name"] for one in told["errors"]} == {"constants.1950", "constants.2022-10.divisor"}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ("[", 422, "not-json"),
        ([], 422, "unfit-variant"),
        ({"name": "x", "system": "ffg", "k_factor": 1e400}, 422, "not-json"),
        ({"name": "x" * 70_000, "system": "ffg"}, 413, "too-large"),
        ({f"part{n}": n for n in range(300)}, 422, "unfit-variant"),
    ],
)
def test_what_is_no_variant_is_refused(program: Client, body: Any, status: int, code: str) -> None:
    answered, told = post(program, body)

    assert (answered, told["code"]) == (status, code)
    assert len(told.get("errors", ())) <= 100
    assert not Simulation.objects.exists()


def test_simulations_have_limits(program: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_simulations, "MOST_OPEN", 1)
    first = post(program, SIX)
    open_too_many = post(program, SIX)
    cancelled = post(program, {}, f"{API}/{first[1]['number']}/cancel")
    again = post(program, {}, f"{API}/{first[1]['number']}/cancel")
    monkeypatch.setattr(stored_simulations, "MOST_KEPT", 1)
    kept_too_many = post(program, SIX)

    assert first[0] == 202
    assert (open_too_many[0], open_too_many[1]["code"]) == (409, "too-many-open")
    assert cancelled == (200, {"cancelled": True})
    assert again == (200, {"cancelled": False})
    assert (kept_too_many[0], kept_too_many[1]["code"]) == (409, "too-many-simulations")
    assert program.get(f"{API}/{first[1]['number']}").json()["state"] == "stopped"


def test_simulations_are_listed_by_pages(program: Client) -> None:
    numbers = [stored_simulations.request(read(SIX), account=None).pk for _n in range(3)]

    first = program.get(f"{API}?limit=2").json()
    second = program.get(f"{API}?limit=2&cursor={first['next']}").json()

    assert [one["number"] for one in first["items"] + second["items"]] == numbers[::-1]
    assert second["next"] is None


@pytest.mark.parametrize("path", ["", "/1", "/1/cancel"])
def test_only_officers_are_let_in(path: str) -> None:
    organiser = program_of(account("olga@example.org", "organiser"))
    other_scope = program_of(account("odile@example.org", "officer"), tokens.GAMES_WRITE)
    call = "post" if path.endswith("cancel") else "get"

    refused, scope, nobody = (getattr(one, call)(API + path) for one in (organiser, other_scope, Client()))

    assert (refused.status_code, refused.json()["code"]) == (403, "not-an-officer")
    assert (scope.status_code, scope.json()["code"]) == (403, "missing-scope")
    assert nobody.status_code == 401


def test_officer_without_the_second_factor_the_office_asks_for_is_refused(settings: Any) -> None:
    settings.SECOND_FACTOR_REQUIRED = True

    answer = program_of(account("odile@example.org", "officer")).get(API)

    assert answer.json()["code"] == "not-an-officer"
