"""Programs send rating jobs: answered at once, within limits the description states."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from ratings.rating_job import reading

pytestmark = pytest.mark.django_db
API = "/api/v1"


@pytest.fixture(autouse=True)
def _nobody_asked_before() -> None:
    cache.clear()


JOB: dict[str, Any] = {
    "system": "ffg",
    "players": [{"id": "A", "rating": -1720, "games": 12}, {"id": "B", "rating": -1650, "games": 40}],
    "events": [
        {
            "id": "T1",
            "start": "2023-03-16",
            "games": [{"white": "A", "black": "B", "result": "1-0"}],
        }
    ],
}


def send(client: Client, job: object) -> Any:
    return client.post(f"{API}/rate", json.dumps(job), content_type="application/json")


def test_rating_job_is_answered_at_once_without_the_database(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        answer = send(client, JOB)

    told = {one["id"]: one for one in answer.json()["players"]}
    assert answer.status_code == 200
    assert (told["A"]["change"] > 0, told["B"]["change"] < 0, told["A"]["rated_games"]) == (True, True, 1)
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"system": "nosuch"}, "system"),
        ({"colour": "green"}, "colour"),
        ({"players": [{"id": "A", "rating": "strong"}]}, "players[0].rating"),
        ({"parameters": {"passes_most": 1e12}}, "parameters.passes_most"),
        ({"parameters": {"threshold_slope": 1e308}}, "parameters.threshold_slope"),
        ({"players": [{"id": "A", "rating": 1e308}, {"id": "B"}]}, "players[0].rating"),
    ],
)
def test_job_with_an_error_gives_its_findings(client: Client, change: dict[str, Any], path: str) -> None:
    answer = send(client, JOB | change)

    told = answer.json()
    assert (answer.status_code, told["code"]) == (422, "not-a-job")
    assert path in [one["path"] for one in told["findings"]]
    assert all(one["message"] and "{" not in one["message"] for one in told["findings"])


def test_job_that_is_none_is_refused(client: Client) -> None:
    answer = client.post(f"{API}/rate", b"\xff", content_type="application/json")

    assert (answer.status_code, answer.json()["findings"][0]["path"]) == (422, "$")


@pytest.mark.parametrize(
    ("change", "french", "russian"),
    [
        (
            {"players": [{"id": "A", "rating": "strong"}, {"id": "B"}]},
            "doit être un nombre fini",
            "должно быть конечным числом",
        ),
        ({"players": [{"id": "A"}]}, "joueur inconnu : B", "неизвестный игрок: B"),
        ({"parameters": {"passes_most": "many"}}, "doit être un nombre fini", "должно быть конечным числом"),
        ({"events": [*JOB["events"], *JOB["events"]]}, "T1 est donné deux fois", "T1 указан дважды"),
    ],
)
def test_findings_are_in_the_language_asked_for(
    client: Client, change: dict[str, Any], french: str, russian: str
) -> None:
    body = json.dumps(JOB | change)
    for language, sentence in (("fr", french), ("ru", russian)):
        answer = client.post(
            f"{API}/rate", body, content_type="application/json", headers={"accept-language": language}
        )

        messages = [" ".join(one["message"].split()) for one in answer.json()["findings"]]
        assert messages == [sentence]


def test_finding_in_bytes_that_are_no_json_is_in_the_language_asked_for(client: Client) -> None:
    answer = client.post(
        f"{API}/rate", b"{", content_type="application/json", headers={"accept-language": "fr"}
    )

    assert answer.json()["findings"][0]["message"].startswith("le fichier n’est pas du JSON : ")


def test_every_sentence_of_the_limits_is_marked_for_translation() -> None:
    marked = set(
        re.findall(r'gettext_noop\(\s*"([^"]+)"', Path(reading.__file__).read_text(encoding="utf-8"))
    )
    sentences = {text for name, text in vars(reading).items() if name.startswith(("TOO_MANY", "UNKNOWN"))}

    assert marked == sentences


def test_job_over_the_limit_is_refused_unread(client: Client) -> None:
    answer = client.post(f"{API}/rate", b" " * (256 * 1024 + 1), content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def meetings(entrants: int, games: int) -> list[dict[str, Any]]:
    """Games of the first players of a job, each in a round of its own."""
    return [
        {"white": f"{2 * game % entrants}", "black": f"{(2 * game + 1) % entrants}", "result": "1-0"}
        for game in range(games)
    ]


def large(players: int, *events: list[dict[str, Any]], **change: Any) -> dict[str, Any]:
    """A job of some size; every event on one day."""
    rows = [{"id": f"{number}"} for number in range(players)]
    held = [
        {"id": f"T{number}", "start": "2023-03-16", "games": games} for number, games in enumerate(events)
    ]
    return {"system": "ffg", "players": rows, "events": held, **change}


TABLE = [[f"{seat}"] for seat in range(100)]
SLOW = {"passes_most": 1000, "guard_rail": True}


@pytest.mark.parametrize(
    ("job", "path", "most"),
    [
        (large(2_001), "players", "2000"),
        (large(2, *[[]] * 501), "events", "500"),
        (large(1_002, meetings(1_002, 501)), "events", "1000"),
        (large(2, meetings(2, 5_001)), "events", "5000"),
        (large(100, [{"places": TABLE}] * 3, system="ladder"), "events", "20000"),
        (large(1_000, meetings(1_000, 1_000), parameters=SLOW), "parameters.passes_most", "999"),
    ],
)
def test_job_larger_than_the_limits_is_refused(
    client: Client, job: dict[str, Any], path: str, most: str
) -> None:
    body = json.dumps(job, separators=(",", ":"))

    answer = client.post(f"{API}/rate", body, content_type="application/json")

    (found,) = answer.json()["findings"]
    assert (answer.status_code, found["path"]) == (422, path)
    assert f" {most} " in found["message"]


@pytest.mark.parametrize(
    "job",
    [
        large(2_000, *[[]] * 500),
        large(1_000, meetings(1_000, 500)),
        large(100, [{"places": TABLE}] * 2, system="ladder"),
        large(1_000, meetings(1_000, 999), parameters=SLOW),
    ],
)
def test_job_at_the_limits_is_answered(client: Client, job: dict[str, Any]) -> None:
    assert send(client, job).status_code == 200


def test_description_states_the_limits_of_a_job(client: Client) -> None:
    operation = client.get(f"{API}/openapi.json").json()["paths"]["/api/v1/rate"]["post"]

    for limit in ("256 KiB", "2,000 players", "500 events", "5,000 games", "1,000 players", "20,000 rows"):
        assert limit in operation["description"]
    rows = operation["requestBody"]["content"]["application/json"]["schema"]["properties"]
    assert (rows["players"]["maxItems"], rows["events"]["maxItems"]) == (2_000, 500)


def test_job_counts_as_ten_requests(client: Client, settings: Settings) -> None:
    settings.API_RATE = 25

    assert [send(client, JOB)["RateLimit-Remaining"] for _ in range(2)] == ["15", "5"]
    assert send(client, JOB).status_code == 429
