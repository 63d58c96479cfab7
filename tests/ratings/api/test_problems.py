"""Whatever the interface refuses is a problem document, in the language asked for, whoever refused it."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from federation.api.catalogue import CODES
from federation.web.sent_forms import ENVELOPE
from tournaments.api.games import MOST_BYTES

pytestmark = pytest.mark.django_db
MEDIA_TYPE = "application/problem+json"
RU = {"accept-language": "ru"}


@pytest.fixture(autouse=True)
def _nobody_asked_before() -> None:
    cache.clear()


def problem(answer: Any, status: int, code: str) -> dict[str, Any]:
    """Return a problem, looked at."""
    assert (answer.status_code, answer["Content-Type"]) == (status, MEDIA_TYPE)
    told: dict[str, Any] = answer.json()
    assert {"type", "title", "status", "detail", "code", "message"} <= set(told)
    assert (told["status"], told["code"], told["message"]) == (status, code, told["detail"])
    assert told["type"] == f"/programs/reference/#{code}"
    return told


@pytest.mark.parametrize(
    "path", ["/api/", "/api/v1/", "/api/v1/nothing", "/api/v2/systems", "/api/v1/systems/"]
)
def test_address_nobody_answers_is_a_problem(client: Client, path: str) -> None:
    told = problem(client.get(path), 404, "unknown-address")

    assert told["instance"] == path


def test_posting_to_an_address_nobody_answers_is_the_same_problem(client: Client) -> None:
    strict = Client(enforce_csrf_checks=True)

    problem(strict.post("/api/v1/nothing", {}), 404, "unknown-address")


def test_wrong_method_says_which_are_right(client: Client) -> None:
    answer = client.delete("/api/v1/systems")

    problem(answer, 405, "wrong-method")
    assert set(answer["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


def test_sentences_are_in_the_language_asked_for(client: Client) -> None:
    asked = ["/api/v1/nothing", "/api/v1/lists?limit=0", "/api/v1/lists?colour=x", "/api/v1/players/999999"]

    for path in asked:
        answer = client.get(path, headers=RU)
        told = answer.json()
        assert answer["Content-Language"] == "ru"
        assert re.search("[а-я]", told["detail"]), told
        assert all(re.search("[а-я]", one["message"]) for one in told.get("errors", ())), told


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("limit=0", ("query", "limit", "The value must be at least 1.")),
        ("limit=501", ("query", "limit", "The value must be at most 500.")),
        ("limit=many", ("query", "limit", "A whole number is expected.")),
        ("system=X", ("query", "system", "The value does not have the expected form.")),
        ("colour=1", ("query", "colour", "Unknown parameter.")),
    ],
)
def test_wrong_value_is_named_with_what_is_expected(
    client: Client, query: str, expected: tuple[str, ...]
) -> None:
    told = client.get(f"/api/v1/lists?{query}", headers={"accept-language": "en"}).json()

    [error] = told["errors"]
    assert (error["where"], error["name"], error["message"]) == expected


def test_value_that_lacks_and_value_out_of_a_choice(client: Client) -> None:
    lacks = client.get("/api/v1/players", headers={"accept-language": "en"}).json()
    choice = client.get("/api/v1/tournaments?game=chequers", headers={"accept-language": "en"}).json()

    assert lacks["errors"] == [{"where": "query", "name": "q", "message": "This value is required."}]
    assert "'', 'go' or 'chess'" in choice["errors"][0]["message"]


def test_body_that_is_too_large_or_none_is_a_problem(client: Client) -> None:
    large = client.post("/api/v1/rate", b" " * (256 * 1024 + 1), content_type="application/json")
    none = client.post("/api/v1/rate", b"{", content_type="application/json", headers=RU)

    problem(large, 413, "too-large")
    told = problem(none, 422, "not-a-job")
    assert told["findings"]
    assert re.search("[а-я]", told["detail"])


def test_too_many_requests_say_when_to_come_again(client: Client, settings: Settings) -> None:
    settings.API_RATE = 0
    answer = client.get("/api/v1/systems")

    problem(answer, 429, "too-many-requests")
    assert 0 < int(answer["Retry-After"]) <= 60


def test_failure_of_ours_is_a_problem(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("ratings.api.systems.systems", fail)

    problem(client.get("/api/v1/systems"), 500, "failed")


@pytest.mark.parametrize("where", ["ratings.api.systems.systems", "federation.api.public_api.take"])
def test_database_that_does_not_answer_is_503(
    client: Client, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(where, fail)
    answer = client.get("/api/v1/systems")

    problem(answer, 503, "unavailable")
    assert answer["Retry-After"] == "30"


def test_address_with_nul_is_a_problem(client: Client) -> None:
    problem(client.get("/api/v1/players?q=%00"), 422, "invalid")


def test_pages_keep_their_own_errors(client: Client) -> None:
    assert client.get("/nowhere/")["Content-Type"].startswith("text/html")


def test_every_code_of_the_interface_is_explained() -> None:
    root = Path(django_settings.BASE_DIR)
    folders = ("federation/api", "tournaments/api", "ratings/api")
    files = [path for folder in folders for path in (root / folder).glob("*.py")]
    files.append(root / "ratings" / "laboratory" / "api.py")
    texts = (path.read_text() for path in files if path.stem != "pairgoth")
    # Pairgoth is answered in its own words.
    used = {pair for text in texts for pair in re.findall(r'([45]\d\d),\s+"([a-z-]+)"', text)}
    codes = {code for _status, code in used}

    assert codes <= set(CODES)
    assert set(CODES) - codes == {"bad-request"}
    others = {(int(status), code) for status, code in used if int(status) != CODES[code].status}
    assert others == {(422, "no-player")}


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_type_leads_to_a_line_of_the_reference(client: Client, language: str) -> None:
    page = client.get("/programs/reference/", headers={"accept-language": language}).content.decode()

    assert all(f'id="{code}"' in page for code in CODES)


def test_proxy_lets_through_whatever_the_site_takes() -> None:
    text = (Path(django_settings.BASE_DIR) / "deploy" / "nginx.conf").read_text()
    most, most_of_lists = re.findall(r"client_max_body_size (\d+)m;", text)

    assert int(most) << 20 > max(django_settings.UPLOAD_LIMIT, MOST_BYTES)
    place = reverse("register-imports")
    assert f"location = {place} {{\n        client_max_body_size {most_of_lists}m;" in text
    assert int(most_of_lists) << 20 > django_settings.LIST_UPLOAD_LIMIT + ENVELOPE
