"""A pairing program hands a tournament in without a browser, and asks where it stands."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.accounts import tokens
from federation.models import Account
from ratings.lists.publication import publish
from ratings.models import RatingSystem
from ratings.runs.recalculation import apply, compute, request_run
from tests.browser.opening import OFFICER, ORGANISER, open_office
from tests.tournaments import reports
from tournaments.checks import warning_confirmations
from tournaments.entrants import entries
from tournaments.models import Tournament, Upload
from tournaments.submission.steps import approve, send_back

pytestmark = pytest.mark.django_db
API = "/api/v1/tournaments"


def call_the_others_new(number: int) -> None:
    """Decide, having seen whom they resemble, that all entrants without a player are new."""
    current = Tournament.objects.get(number=number)
    waiting = current.entries.filter(player=None)
    entries.decide(current, {row.pk: entries.ENROL for row in waiting}, account=None)


@pytest.fixture
def organiser(monkeypatch: pytest.MonkeyPatch) -> Account:
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    open_office()
    return Account.objects.get(email=ORGANISER)


@pytest.fixture
def program(organiser: Account) -> Client:
    return program_of(organiser)


def program_of(account: Account, *scopes: str) -> Client:
    secret = tokens.issue(account, name="pairing program", scopes=scopes or [tokens.TOURNAMENTS_WRITE])[1]
    return Client(headers={"authorization": f"Bearer {secret}", "accept-language": "en"})


def hand_in(program: Client, data: bytes | None = None, query: str = "?filename=moulin.tou") -> Any:
    sent = reports.tou() if data is None else data
    return program.post(f"{API}{query}", sent, content_type="application/octet-stream")


def steps(program: Client, number: int) -> list[str]:
    return [one["code"] for one in program.get(f"{API}/{number}").json()["steps"] if one["done"]]


def test_report_becomes_a_draft_and_tells_what_is_missing(program: Client) -> None:
    answer = hand_in(program)

    told = answer.json()
    assert (answer.status_code, told["number"], told["revision"], told["stage"]) == (201, 2, 1, "draft")
    assert (told["format"], told["findings"]) == ("tou", [])
    assert told["matches"] == {"certain": 2, "likely": 1, "unknown": 1}
    assert told["problems"] == [{"code": "undecided", "message": "Entrants not yet matched to a player: 2."}]
    assert told["url"] == "/desk/2/1/"


def test_same_bytes_again_are_the_same_tournament(program: Client) -> None:
    first, second = hand_in(program), hand_in(program)

    assert (second.status_code, second.json()["known"]) == (200, True)
    assert second.json()["number"] == first.json()["number"]
    assert (Tournament.objects.count(), Upload.objects.count()) == (2, 1)


def test_file_nobody_can_read_gives_its_finding(program: Client) -> None:
    answer = hand_in(program, b"\x00\x01 nothing of ours")

    told = answer.json()
    assert (answer.status_code, told["number"]) == (422, None)
    assert [one["severity"] for one in told["findings"]] == ["error"]
    assert Tournament.objects.count() == 1


def test_finding_has_its_line(program: Client) -> None:
    data = reports.tou().replace(b"2+w0", b"3+w0", 1)

    told = hand_in(program, data).json()

    assert [(one["code"], one["line"], one["column"], one["entrant"]) for one in told["findings"]] == [
        ("opponent-mismatch", 10, 51, 1),
        ("opponent-mismatch", 11, 51, 2),
    ]


def test_corrected_file_is_asked_what_it_corrects(program: Client) -> None:
    number = hand_in(program).json()["number"]
    corrected = reports.tou(pairings=reports.GAMES[:3])

    asked = hand_in(program, corrected)
    revised = hand_in(program, corrected, f"?filename=moulin.tou&replaces={number}")

    assert (asked.status_code, asked.json()["code"]) == (409, "resembles")
    assert (revised.status_code, revised.json()["number"], revised.json()["revision"]) == (201, number, 2)


def test_another_tournament_of_the_same_name_is_one_when_said_so(program: Client) -> None:
    hand_in(program)

    answer = hand_in(program, reports.tou(pairings=reports.games(1)), "?replaces=0")

    assert (answer.status_code, answer.json()["number"]) == (201, 3)


def test_draft_nothing_hinders_is_submitted_at_once_when_asked(program: Client) -> None:
    known = reports.PEOPLE[:2]
    games = [reports.GAMES[0]]
    sound = reports.tou(entrants=known, pairings=games, rounds=1)

    asked = hand_in(program, sound, "?submit=true").json()
    other = reports.tou("Coupe du Lac", pairings=reports.games(1))
    hindered = hand_in(program, other, "?submit=true").json()

    assert (asked["stage"], asked["problems"]) == ("submitted", [])
    assert (hindered["stage"], hindered["problems"][0]["code"]) == ("draft", "undecided")


def test_submission_waits_for_what_hinders_it_and_goes_through_after(program: Client) -> None:
    number = hand_in(program).json()["number"]

    early = program.post(f"{API}/{number}/submit")
    call_the_others_new(number)
    done = program.post(f"{API}/{number}/submit")
    again = program.post(f"{API}/{number}/submit")

    assert (early.status_code, early.json()["problems"][0]["code"]) == (422, "undecided")
    assert (done.status_code, done.json()["stage"]) == (200, "submitted")
    assert (again.status_code, again.json()["code"]) == (409, "decided")


DOUBTFUL = reports.tou(
    entrants=(replace(reports.PEOPLE[0], grade=""), reports.PEOPLE[1]), pairings=reports.GAMES[:1], rounds=1
)


def test_warning_is_a_problem_until_it_is_confirmed(program: Client) -> None:
    told = hand_in(program, DOUBTFUL, "?submit=true").json()
    found = told["findings"][0]
    confirm = f"{API}/{told['number']}/confirm"

    strange = program.post(confirm, {"keys": ["0" * 40]}, content_type="application/json").json()
    done = program.post(confirm, {"keys": [found["key"]]}, content_type="application/json").json()
    submitted = program.post(f"{API}/{told['number']}/submit").json()

    assert (told["stage"], [one["code"] for one in told["problems"]]) == ("draft", ["warnings"])
    assert (found["code"], found["confirmed"]) == ("no-grade", False)
    assert [one["confirmed"] for one in strange["findings"]] == [False]
    assert ([one["confirmed"] for one in done["findings"]], done["problems"]) == ([True], [])
    assert submitted["stage"] == "submitted"
    late = program.post(confirm, {"codes": ["no-grade"]}, content_type="application/json")
    assert (late.status_code, late.json()["code"]) == (409, "decided")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 422, "not-json"),
        (b"", 422, "not-json"),
        (b"\xff", 422, "not-json"),
        (b"[" * 100_000, 422, "not-json"),
        (b"NaN", 422, "not-json"),
        (b"[]", 422, "invalid"),
        (b'{"keys": "no-grade"}', 422, "invalid"),
        (b'{"keys": ["' + b"0" * (1 << 20) + b'"]}', 413, "too-large"),
    ],
)
def test_confirmation_nobody_can_read_is_refused_as_the_description_says(
    program: Client, body: bytes, status: int, code: str
) -> None:
    number = hand_in(program, DOUBTFUL).json()["number"]
    call = "/api/v1/tournaments/{number}/confirm"
    described = program.get("/api/v1/openapi.json").json()["paths"][call]["post"]

    refused = program.post(f"{API}/{number}/confirm", body, content_type="application/json")

    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert str(status) in described["responses"]
    assert set(described["requestBody"]["content"]["application/json"]["schema"]["properties"]) == {
        "keys",
        "codes",
    }
    assert len(warning_confirmations.unconfirmed(Tournament.objects.get(number=number))) == 1


def test_warnings_are_confirmed_by_code_with_the_report(program: Client) -> None:
    others = hand_in(program, DOUBTFUL, "?submit=true&confirm=odd-identifier,*").json()
    number = others["number"]

    by_code = program.post(
        f"{API}/{number}/confirm", {"codes": ["no-grade"]}, content_type="application/json"
    )
    other = DOUBTFUL.replace(b"2+w0", b"2-w0").replace(b"1-b0", b"1+b0")  # the other has won
    named = hand_in(program, other, "?submit=true&replaces=0&confirm=no-grade").json()

    assert (others["stage"], by_code.json()["problems"]) == ("draft", [])
    assert (named["stage"], [one["confirmed"] for one in named["findings"]]) == ("submitted", [True])


def test_standing_follows_the_tournament_into_the_list(program: Client, organiser: Account) -> None:
    officer = Account.objects.get(email=OFFICER)
    RatingSystem.objects.exclude(key="ffg").update(active=False)
    number = hand_in(program).json()["number"]
    ways = [(steps(program, number), program.get(f"{API}/{number}").json()["turn"])]
    call_the_others_new(number)
    program.post(f"{API}/{number}/submit")
    current = Tournament.objects.get(number=number)
    ways.append((steps(program, number), program.get(f"{API}/{number}").json()["turn"]))
    send_back(current, account=officer, reason="The second round is missing.")
    returned = program.get(f"{API}/{number}").json()
    program.post(f"{API}/{number}/submit")
    current.refresh_from_db()
    approve(current, account=officer)
    ways.append((steps(program, number), program.get(f"{API}/{number}").json()["turn"]))
    ffg = RatingSystem.objects.get(key="ffg")
    apply(compute(request_run(ffg)), account=officer)
    ways.append((steps(program, number), program.get(f"{API}/{number}").json()["turn"]))
    publish(ffg, date(2024, 4, 1), account=officer)
    last = program.get(f"{API}/{number}").json()

    everything = ["received", "checked", "submitted", "approved", "rated", "listed"]
    assert (returned["turn"], returned["reason"]) == ("organiser", "The second round is missing.")
    assert ways == [
        (everything[:1], "organiser"),
        (everything[:3], "officer"),
        (everything[:4], "officer"),
        (everything[:5], "officer"),
    ]
    assert ([one["code"] for one in last["steps"] if one["done"]], last["turn"]) == (everything, "")
    assert [(one["system"], one["list"], one["list_url"]) for one in last["systems"]] == [
        ("ffg", "2024-04-01", "/lists/ffg/2024-04-01/")
    ]


def test_without_a_token_or_with_another_scope_nothing_is_taken(organiser: Account) -> None:
    other = program_of(organiser, tokens.GAMES_WRITE)

    answers = [hand_in(Client()), hand_in(other), other.get(f"{API}/1")]

    assert [(one.status_code, one.json()["code"]) for one in answers] == [
        (401, "no-token"), (403, "missing-scope"), (403, "missing-scope"),
    ]  # fmt: skip


def test_tournament_of_somebody_else_is_not_there(program: Client) -> None:
    stranger = Account.objects.create_user("sven@example.org", "secret")
    number = hand_in(program).json()["number"]
    other = program_of(stranger)

    assert (hand_in(other).status_code, hand_in(other).json()["code"]) == (403, "not-an-organiser")
    assert (other.get(f"{API}/{number}").status_code, program.get(f"{API}/999").status_code) == (404, 404)


def test_body_over_the_limit_is_refused_unread(program: Client) -> None:
    answer = hand_in(program, b"x" * (settings.UPLOAD_LIMIT + 1))

    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
    assert not Upload.objects.exists()


def test_standing_costs_the_same_for_every_size(
    program: Client, organiser: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    number = hand_in(program).json()["number"]

    with django_assert_num_queries(5):
        program.get(f"{API}/{number}")


def test_every_answer_of_the_interface_is_described(program: Client) -> None:
    paths = program.get("/api/v1/openapi.json").json()["paths"]

    assert sorted(paths[f"{API}"]["post"]["responses"]) == [
        "200",
        "201",
        "401",
        "403",
        "404",
        "409",
        "413",
        "422",
    ]
    assert sorted(paths[API + "/{number}"]["get"]["responses"]) == ["200", "401", "403", "404", "422"]
