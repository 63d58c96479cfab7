"""What everybody may read by the interface for programs: how often, from which pages, with which token."""

from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from pytest_django.fixtures import Settings

from federation.accounts import tokens
from federation.models import Account
from tests.ratings import small_federation

pytestmark = pytest.mark.django_db
SYSTEMS = "/api/v1/systems"
NOW = "2026-11-20T12:00:20Z"


@pytest.fixture(autouse=True)
def _small(settings: Settings) -> None:
    cache.clear()
    settings.API_RATE, settings.API_TOKEN_RATE = 3, 5
    small_federation.build(players=24, tournaments=1, systems=("ffg",))


def program(*scopes: str) -> Client:
    account = Account.objects.create_user("prog@example.org", "secret")
    secret = tokens.issue(account, name="reader", scopes=scopes or [tokens.GAMES_WRITE])[1]
    return Client(headers={"authorization": f"Bearer {secret}"})


def limits(answer: Any) -> tuple[str, str, str]:
    return answer["RateLimit-Limit"], answer["RateLimit-Remaining"], answer["RateLimit-Reset"]


@time_machine.travel(NOW, tick=False)
def test_headers_count_down_and_the_fourth_is_refused(client: Client) -> None:
    answers = [client.get(SYSTEMS) for _ in range(4)]

    assert [one.status_code for one in answers] == [200, 200, 200, 429]
    assert [limits(one) for one in answers] == [
        ("3", "2", "40"), ("3", "1", "40"), ("3", "0", "40"), ("3", "0", "40"),
    ]  # fmt: skip
    assert (answers[3]["Retry-After"], answers[3].json()["code"]) == ("40", "too-many-requests")
    assert not answers[0].has_header("Retry-After")


def test_next_minute_begins_anew(client: Client) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        for _ in range(4):
            client.get(SYSTEMS)
        clock.shift(40)
        answer = client.get(SYSTEMS)

    assert (answer.status_code, limits(answer)) == (200, ("3", "2", "60"))


@time_machine.travel(NOW, tick=False)
def test_addresses_are_counted_apart(client: Client) -> None:
    mine = [client.get(SYSTEMS, REMOTE_ADDR="192.0.2.1") for _ in range(4)][-1]
    other = client.get(SYSTEMS, REMOTE_ADDR="192.0.2.2")

    assert (mine.status_code, other.status_code) == (429, 200)


@time_machine.travel(NOW, tick=False)
def test_addresses_of_one_ipv6_network_are_counted_together(client: Client) -> None:
    mine = [client.get(SYSTEMS, REMOTE_ADDR=f"2001:db8:0:7::{last}") for last in range(1, 5)][-1]
    next_door = client.get(SYSTEMS, REMOTE_ADDR="2001:db8:0:8::1")

    assert (mine.status_code, next_door.status_code) == (429, 200)


@time_machine.travel(NOW, tick=False)
def test_behind_our_proxy_the_address_is_what_it_says_last(client: Client, settings: Settings) -> None:
    asked = [("203.0.113.9, 192.0.2.1",), ("198.51.100.7, 192.0.2.1",)]
    told = {"pretended": [client.get(SYSTEMS, HTTP_X_FORWARDED_FOR=one[0]) for one in asked]}
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    told["proxied"] = [client.get(SYSTEMS, HTTP_X_FORWARDED_FOR=one[0]) for one in asked]

    assert [one["RateLimit-Remaining"] for one in told["pretended"]] == ["2", "1"]
    assert [one["RateLimit-Remaining"] for one in told["proxied"]] == ["2", "1"]


@pytest.mark.parametrize("scope", [tokens.GAMES_WRITE, tokens.TOURNAMENTS_WRITE])
@time_machine.travel(NOW, tick=False)
def test_token_of_any_scope_raises_the_limit(scope: str) -> None:
    answer = program(scope).get(SYSTEMS)

    assert limits(answer) == ("5", "4", "40")


def test_token_nobody_knows_is_refused(client: Client) -> None:
    answer = client.get(SYSTEMS, headers={"authorization": "Bearer plm_nothing"})

    assert (answer.status_code, answer.json()["code"]) == (401, "no-token")
    assert answer["WWW-Authenticate"] == "Bearer"


def test_pages_of_other_sites_may_read_but_not_write(client: Client) -> None:
    read, refused = client.get(SYSTEMS), client.get("/api/v1/lists/ffg/2001-01-01")
    write = client.post("/api/v1/games", "{}", content_type="application/json")
    own = client.get("/api/v1/tournaments/1")

    allowed = [one.get("Access-Control-Allow-Origin") for one in (read, refused, write, own)]
    assert allowed == ["*", "*", None, None]
    assert "RateLimit-Remaining" in read["Access-Control-Expose-Headers"]


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        (SYSTEMS, "GET, HEAD, OPTIONS"),
        ("/api/v1/lists/ffg/newest/entries.csv", "GET, HEAD, OPTIONS"),
        ("/api/v1/tournaments", "GET, HEAD, OPTIONS"),
        ("/api/v1/rate", "POST, OPTIONS"),
    ],
)
def test_browser_asks_first_what_it_may(client: Client, path: str, methods: str) -> None:
    answer = client.options(path, headers={"origin": "https://club.example"})

    assert (answer.status_code, answer.content) == (204, b"")
    assert answer["Access-Control-Allow-Methods"] == methods
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Authorization" in answer["Access-Control-Allow-Headers"]


def test_methods_of_an_address_are_all_named_and_only_reading_is_shared(client: Client) -> None:
    answer = client.options("/api/v1/tournaments")

    assert answer["Allow"] == "GET, HEAD, POST, OPTIONS"
    assert answer["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"


def test_address_with_nul_is_refused_as_everything_else(client: Client) -> None:
    answer = client.get("/api/v1/players?q=%00")

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")


def test_browser_learns_nothing_of_what_needs_a_token(client: Client) -> None:
    answer = client.options("/api/v1/games", headers={"origin": "https://club.example"})

    assert (answer.status_code, answer.get("Access-Control-Allow-Origin")) == (405, None)


def test_head_has_the_headers_of_get(client: Client) -> None:
    whole, head = client.get(SYSTEMS), client.head(SYSTEMS)

    assert (head.status_code, head.content, head["ETag"]) == (200, b"", whole["ETag"])


def test_answer_somebody_has_is_not_sent_again(client: Client) -> None:
    etag = client.get(SYSTEMS)["ETag"]

    answer = client.get(SYSTEMS, headers={"If-None-Match": etag})

    assert (answer.status_code, answer.content) == (304, b"")
    assert answer["Access-Control-Allow-Origin"] == "*"


def test_anybody_may_read_tournaments_where_reports_need_a_token(client: Client) -> None:
    read = client.get("/api/v1/tournaments")
    write = client.post("/api/v1/tournaments", b"x", content_type="application/octet-stream")

    assert (read.status_code, write.status_code) == (200, 401)
