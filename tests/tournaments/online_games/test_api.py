"""The interface for game servers: who gets in, what is taken, what an error looks like, whatever is sent."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django.fixtures import Settings

from federation.accounts import tokens
from federation.models import Account, Player, Token
from tests import seeds
from tests.tournaments.online_games.online_games import server
from tournaments.api import games as api
from tournaments.models import GameServer, Stream, TableGame

pytestmark = pytest.mark.django_db
GAMES = "/api/v1/games"
PROBLEM = {"type", "title", "status", "detail", "code", "message"}  # RFC 9457, and our two
GAME = {"code": "1", "ended": "2026-03-14T11:59:59Z", "white": "anna", "black": "ben", "result": "1-0"}


@pytest.fixture
def arena(organiser: Account) -> GameServer:
    return server(account=organiser)


def program(account: Account, *scopes: str) -> Client:
    """A program that shows a token."""
    token, secret = tokens.issue(account, name="program", scopes=[tokens.GAMES_WRITE])
    if scopes:
        Token.objects.filter(pk=token.pk).update(scopes=list(scopes))
    return Client(headers={"authorization": f"Bearer {secret}"})


def send(client: Client, body: object, **more: Any) -> tuple[int, dict[str, Any]]:
    data = body if isinstance(body, str | bytes) else json.dumps(body)
    answer = client.post(GAMES, data, content_type="application/json", **more)
    return answer.status_code, answer.json()


def batch(*games: object, system: object = "ladder", key: object = "arena") -> dict[str, object]:
    return {"system": system, "server": key, "games": list(games)}


def refusals(answer: dict[str, Any]) -> list[tuple[int, str, list[str]]]:
    return [
        (one["index"], one["code"], [each["code"] for each in one["findings"]]) for one in answer["refused"]
    ]


def test_games_are_taken_and_known_when_sent_again(arena: GameServer, organiser: Account) -> None:
    client = program(organiser)
    games = [
        GAME,
        {"code": 2, "ended": 1_773_489_600_000, "white": "anna", "black": "cem", "result": "1/2-1/2"},
        {"code": "3", "ended": "2026-03-14T13:00:01+01:00", "players": ["anna", "ben", "dora"],
         "places": [1, 2, 2], "max_points": 16},
    ]  # fmt: skip
    empty: dict[str, list[object]] = {"refused": [], "notices": []}
    assert send(client, batch(*games)) == (202, {"accepted": 3, "known": 0, "newcomers": 4, **empty})
    assert send(client, batch(*games)) == (200, {"accepted": 0, "known": 3, "newcomers": 0, **empty})
    assert list(TableGame.objects.order_by("ended").values_list("code", "score", "max_points")) == [
        ("1", 2, None), ("2", 1, None), ("3", None, 16.0),
    ]  # fmt: skip


def test_teams_are_lists_of_handles(arena: GameServer, organiser: Account) -> None:
    game = GAME | {"white": ["anna", "ben"], "black": ["cem", "dora"]}
    status, answer = send(program(organiser), batch(game, system="fics-bughouse"))
    assert (status, answer["accepted"], answer["newcomers"]) == (202, 1, 4)


def test_bad_games_are_refused_one_by_one(arena: GameServer, organiser: Account) -> None:
    games = [
        GAME,
        GAME | {"code": "2", "result": "3-0"},
        "game",
        {"code": "4", "ended": "yesterday"},
        GAME | {"code": "5", "white": "anna", "black": "ANNA"},
        GAME | {"code": "6", "komi": 7.5},
        GAME | {"result": "0-1"},
        {"code": "8", "ended": 0, "players": ["a", "b", "c"], "places": [1, 2]},
        GAME | {"code": True, "max_points": "8"},
    ]
    status, answer = send(program(organiser), batch(*games))
    assert (status, answer["accepted"]) == (202, 1)
    assert refusals(answer) == [
        (1, "2", ["unknown-result"]),
        (2, "", ["not-a-game"]),
        (3, "4", ["odd-moment", "missing-player"]),
        (4, "5", ["seated-twice"]),
        (5, "6", ["unknown-field"]),
        (6, "1", ["game-differs"]),
        (7, "8", ["odd-places"]),
        (8, "", ["odd-points"]),
    ]
    assert all(each["message"] for one in answer["refused"] for each in one["findings"])


def test_times_without_a_zone_are_taken_as_utc_and_told(arena: GameServer, organiser: Account) -> None:
    _, answer = send(program(organiser), batch(GAME | {"ended": "2026-03-14T11:59:59"}))
    assert [notice["code"] for notice in answer["notices"]] == ["zone-assumed"]
    assert send(program(organiser), batch(GAME))[1]["known"] == 1


@pytest.mark.parametrize(
    "header", [None, "", "Bearer", "Bearer x", "Basic YTpi", "Bearer " + "x" * 5000, "bearer\xe9"]
)
def test_without_a_token_nobody_gets_in(header: str | None, arena: GameServer) -> None:
    client = Client(headers={"authorization": header} if header is not None else {})
    answer = client.post(GAMES, json.dumps(batch(GAME)), content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (401, "no-token")
    assert answer["WWW-Authenticate"] == "Bearer"
    assert set(answer.json()) == PROBLEM
    assert not TableGame.objects.exists()


def test_logging_in_opens_no_interface(arena: GameServer, organiser: Account) -> None:
    client = Client()
    client.force_login(organiser)
    assert client.post(GAMES, json.dumps(batch(GAME)), content_type="application/json").status_code == 401


def test_token_for_something_else_is_refused(arena: GameServer, organiser: Account) -> None:
    status, answer = send(program(organiser, "lists:read"), batch(GAME))
    assert (status, answer["code"]) == (403, "missing-scope")


def test_server_of_somebody_else_is_closed_even_to_an_officer(
    arena: GameServer, stranger: Account, officer: Account
) -> None:
    for account in (stranger, officer):
        client = program(account)
        assert send(client, batch(GAME))[0] == 403
        assert client.delete(f"{GAMES}/arena/1").status_code == 403
    assert not TableGame.objects.exists()


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 422, "not-json"),
        (b"{", 422, "not-json"),
        (b"\xff\xfe", 422, "not-json"),
        (b"[" * 100_000, 422, "not-json"),
        (b'{"games": NaN}', 422, "not-json"),
        (b"1" * 5000, 422, "not-json"),
        (b"[]", 422, "not-a-batch"),
        (b"null", 422, "not-a-batch"),
        (batch() | {"games": {}}, 422, "not-a-batch"),
        (batch(system="ffg"), 422, "unknown-system"),
        (batch(system=["ladder"]), 422, "unknown-system"),
        (batch(key="nowhere"), 404, "no-server"),
        (batch(key=7), 404, "no-server"),
        (batch(key="a\x00b"), 404, "no-server"),
        (batch(*[GAME] * (api.MOST_GAMES + 1)), 413, "too-many-games"),
    ],
)
def test_body_that_is_no_batch_is_refused(
    body: object, status: int, code: str, arena: GameServer, organiser: Account
) -> None:
    found, answer = send(program(organiser), body)
    assert (found, answer["code"], bool(answer["message"])) == (status, code, True)
    assert set(answer) == PROBLEM


def test_body_over_the_limit_is_refused_unread(arena: GameServer, organiser: Account) -> None:
    status, answer = send(program(organiser), b" " * (api.MOST_BYTES + 1))
    assert (status, answer["code"]) == (413, "too-large")


def test_largest_batch_is_taken(arena: GameServer, organiser: Account) -> None:
    games = [
        GAME | {"code": n, "ended": 1_773_489_600_000 + 2 * n, "white": f"a player of number {n % 997:047}"}
        for n in range(api.MOST_GAMES)
    ]
    body = json.dumps(batch(*games, system="fics-blitz"))
    assert 1_500_000 < len(body) < api.MOST_BYTES
    status, answer = send(program(organiser), body)
    assert (status, answer["accepted"], answer["newcomers"]) == (202, api.MOST_GAMES, 998)


def test_status_tells_how_many_games_are_there(arena: GameServer, organiser: Account) -> None:
    client = program(organiser)
    assert client.get(f"{GAMES}/status?system=ladder").json() == {"system": "ladder", "received": 0}
    send(client, batch(GAME, GAME | {"code": "2", "white": "cem"}))
    assert client.get(f"{GAMES}/status?system=ladder").json() == {"system": "ladder", "received": 2}
    assert client.get(f"{GAMES}/status?system=fics-wild").json()["received"] == 0
    assert client.get(f"{GAMES}/status?system=egf").json()["code"] == "unknown-system"
    assert (client.get(f"{GAMES}/status").status_code, client.get(f"{GAMES}/status").json()["code"]) == (
        422, "invalid",
    )  # fmt: skip


def test_game_is_taken_back(arena: GameServer, organiser: Account) -> None:
    client = program(organiser)
    send(client, batch(GAME))
    answers = [client.delete(f"{GAMES}/arena/1") for _ in range(2)]
    assert [answer.json() for answer in answers] == [{"withdrawn": True}, {"withdrawn": False}]
    assert Stream.objects.get().games == 0
    for address in ("arena/2", "arena/%C3%A9", "nowhere/1", "arena/" + "x" * 300):
        answer = client.delete(f"{GAMES}/{address}")
        assert (answer.status_code, set(answer.json())) == (404, PROBLEM)


def test_description_names_every_address_and_nothing_else_is_shown() -> None:
    told = Client().get("/api/v1/openapi.json").json()
    paths = {path: set(acts) for path, acts in told["paths"].items() if path.startswith(GAMES)}
    assert paths == {GAMES: {"post"}, f"{GAMES}/status": {"get"}, f"{GAMES}/{{server}}/{{code}}": {"delete"}}
    post = told["paths"][GAMES]["post"]
    assert set(post["responses"]) == {"200", "202", "401", "403", "404", "413", "422", "429"}
    games = post["requestBody"]["content"]["application/json"]["schema"]["properties"]["games"]
    assert games["maxItems"] == api.MOST_GAMES
    assert Client().get("/api/v1/docs").status_code == 404


def test_what_breaks_inside_is_told_without_its_inside(
    arena: GameServer, organiser: Account, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_args: object, **_more: object) -> None:
        raise RuntimeError("secret of the house")

    monkeypatch.setattr("tournaments.online_games.intake.receive", broken)
    status, answer = send(program(organiser), batch(GAME))
    assert (status, answer["code"], "secret" in str(answer)) == (500, "failed", False)
    assert "secret of the house" in caplog.text


ANY = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=90),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=8,
)
HANDLE = st.sampled_from(["anna", "ben", "Cem", "d" * 80]) | ANY
ODD_GAME = st.fixed_dictionaries(
    {},
    optional={
        "code": st.sampled_from(["1", "2", 3]) | ANY,
        "ended": st.sampled_from(["2026-03-14T11:59:59Z", "2026-03-14", 1_773_489_600_000]) | ANY,
        "white": HANDLE | st.lists(HANDLE, max_size=3),
        "black": HANDLE | st.lists(HANDLE, max_size=3),
        "result": st.sampled_from(["1-0", "0-1", "1/2-1/2"]) | ANY,
        "players": st.lists(HANDLE, max_size=12) | ANY,
        "places": st.lists(st.integers(), max_size=12) | ANY,
        "max_points": st.floats(allow_nan=False, allow_infinity=False) | ANY,
        "more": ANY,
    },
)


@settings(
    max_examples=seeds.examples(150),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    games=st.lists(ODD_GAME | ANY, max_size=6),
    system=st.sampled_from(["ladder", "fics-bughouse", "fics-wild"]),
)
def test_whatever_is_sent_is_answered_game_by_game(
    games: list[object], system: str, arena: GameServer, organiser: Account
) -> None:
    Token.objects.all().delete()
    before = TableGame.objects.count()
    status, answer = send(program(organiser), batch(*games, system=system))
    assert status in (200, 202), answer
    assert answer["accepted"] + answer["known"] + len(answer["refused"]) == len(games)
    assert TableGame.objects.count() == before + answer["accepted"]
    assert all(one["findings"] for one in answer["refused"])
    assert not Player.objects.filter(surname="").exists()


@settings(
    max_examples=seeds.examples(100),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(body=ANY | st.fixed_dictionaries({"system": ANY, "server": ANY, "games": ANY}))
def test_whatever_body_is_sent_is_answered_with_an_error_a_program_can_read(
    body: object, arena: GameServer, organiser: Account
) -> None:
    Token.objects.all().delete()
    status, answer = send(program(organiser), json.dumps(body))
    assert (status in (404, 422), set(answer)) == (True, PROBLEM)


# --- how many


@pytest.fixture
def nobody_sent_before() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.mark.usefixtures("nobody_sent_before")
def test_token_that_has_sent_its_games_of_a_minute_is_told_when_to_come_again(
    arena: GameServer, organiser: Account, settings: Settings
) -> None:
    settings.API_GAMES_RATE = 350
    client = program(organiser)
    many = [GAME | {"code": str(code), "ended": 1_773_489_600_000 + 1000 * code} for code in range(250)]

    first = client.post(GAMES, json.dumps(batch(*many)), content_type="application/json")
    second = client.post(
        GAMES, json.dumps(batch(GAME | {"code": "y", "white": "cem"})), content_type="application/json"
    )
    third = client.post(GAMES, json.dumps(batch(GAME | {"code": "x"})), content_type="application/json")

    left = [answer["RateLimit-Remaining"] for answer in (first, second, third)]
    assert [answer.status_code for answer in (first, second, third)] == [202, 202, 429]
    assert left == ["100", "0", "0"]
    assert (third["Content-Type"], set(third.json())) == ("application/problem+json", PROBLEM)
    assert third.json()["code"] == "too-many-requests"
    assert 1 <= int(third["Retry-After"]) <= 60
    assert third["Retry-After"] == third["RateLimit-Reset"]
    assert not TableGame.objects.filter(code="x").exists()


@pytest.mark.usefixtures("nobody_sent_before")
def test_batch_larger_than_what_is_left_is_refused_whole(
    arena: GameServer, organiser: Account, settings: Settings
) -> None:
    settings.API_GAMES_RATE = 120
    many = [GAME | {"code": str(code), "ended": 1_773_489_600_000 + code} for code in range(121)]

    status, answer = send(program(organiser), batch(*many))

    assert (status, answer["code"], TableGame.objects.count()) == (429, "too-many-requests", 0)


@pytest.mark.usefixtures("nobody_sent_before")
def test_tokens_count_each_for_itself_and_every_call_counts(
    arena: GameServer, organiser: Account, settings: Settings
) -> None:
    settings.API_GAMES_RATE = 200
    one, other = program(organiser), program(organiser)

    asked = [one.get(f"{GAMES}/status?system=ladder").status_code for _ in range(3)]
    taken_back = one.delete(f"{GAMES}/arena/1").status_code

    assert (asked, taken_back) == ([200, 200, 429], 429)
    assert send(other, batch(GAME))[0] == 202
