"""A program hands a tournament in without a browser: matches decided, all of it tried out first."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.test import Client
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from federation.accounts import tokens
from federation.models import Account, JournalEntry, Token
from tests.browser.opening import OFFICER, ORGANISER, open_office
from tests.tournaments import reports
from tournaments.api import sandbox
from tournaments.entrants import entries
from tournaments.models import Entry, Tournament, Trial
from tournaments.submission import steps

pytestmark = pytest.mark.django_db
API = "/api/v1/tournaments"
JSON = "application/json"


@pytest.fixture
def organiser(monkeypatch: pytest.MonkeyPatch) -> Account:
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    open_office()
    return Account.objects.get(email=ORGANISER)


def program_of(account: Account, scope: str, language: str = "en") -> Client:
    secret = tokens.issue(account, name=scope, scopes=[scope])[1]
    return Client(headers={"authorization": f"Bearer {secret}", "accept-language": language})


@pytest.fixture
def program(organiser: Account) -> Client:
    return program_of(organiser, tokens.TOURNAMENTS_WRITE)


@pytest.fixture
def trying(organiser: Account) -> Client:
    return program_of(organiser, tokens.TOURNAMENTS_TRY)


def hand_in(program: Client, data: bytes | None = None, query: str = "") -> Any:
    sent = reports.tou() if data is None else data
    return program.post(f"{API}?filename=moulin.tou{query}", sent, content_type="application/octet-stream")


def decide(program: Client, number: int, **body: object) -> Any:
    return program.post(f"{API}/{number}/matches", body, content_type=JSON)


def test_matches_are_read_decided_and_the_tournament_handed_in(program: Client, organiser: Account) -> None:
    number = hand_in(program).json()["number"]
    asked = program.get(f"{API}/{number}/matches?only=open").json()
    likely = next(one for one in asked["entrants"] if one["match"] == "likely")
    unknown = next(one for one in asked["entrants"] if one["match"] == "unknown")

    done = decide(
        program,
        number,
        decisions=[
            {"entrant": likely["entrant"], "player": likely["may_be"][0]["player"]},
            {"entrant": unknown["entrant"], "new": True},
        ],
    ).json()
    submitted = program.post(f"{API}/{number}/submit").json()

    assert (asked["open"], [one["open"] for one in asked["entrants"]]) == (2, [True, True])
    assert (bool(likely["may_be"][0]["reasons"]), unknown["may_be"]) == (True, [])
    assert (done["changed"], done["refused"], done["open"], done["entrants"]) == (2, [], 0, [])
    assert (submitted["stage"], submitted["matches"]) == (
        "submitted",
        {"certain": 2, "confirmed": 1, "enrol": 1},
    )
    line = JournalEntry.objects.filter(act="tournament.matched").latest("pk")
    assert line.account_id == organiser.pk


def test_all_matches_are_read_the_open_ones_first(program: Client) -> None:
    number = hand_in(program).json()["number"]

    told = program.get(f"{API}/{number}/matches").json()

    assert [one["open"] for one in told["entrants"]] == [True, True, False, False]
    assert [one["player"] is None for one in told["entrants"]] == [True, True, False, False]


def test_strangers_are_new_when_said_so_and_the_resembling_are_asked_about(program: Client) -> None:
    told = hand_in(program, query="&strangers=new&submit=true").json()

    assert told["matches"] == {"certain": 2, "likely": 1, "enrol": 1}
    assert (told["stage"], [one["code"] for one in told["problems"]]) == ("draft", ["undecided"])


def test_sentences_come_in_the_language_asked_for(organiser: Account) -> None:
    french = program_of(organiser, tokens.TOURNAMENTS_WRITE, "fr")

    told = hand_in(french).json()
    refused = french.get(f"{API}/999/matches")

    assert told["problems"][0]["message"].startswith("Participants")
    assert refused.json()["detail"].startswith("Vous")
    assert refused.json()["detail"] == refused.json()["message"]


def test_refusal_is_a_problem_document(program: Client) -> None:
    answer = program.get(f"{API}/999/matches")

    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json() == {
        "type": "/programs/reference/#no-tournament",
        "title": "Not Found",
        "status": 404,
        "detail": "You have not uploaded such a tournament.",
        "code": "no-tournament",
        "message": "You have not uploaded such a tournament.",
    }


@pytest.mark.parametrize(
    ("decision", "status", "code"),
    [
        ({"entrant": 99, "new": True}, 422, "no-entrant"),
        ({"entrant": 4, "player": 987654}, 422, "no-player"),
        ({"entrant": 4, "player": 10**12}, 422, "invalid"),
        ({"entrant": 4, "player": -1}, 422, "invalid"),
        ({"entrant": 10**30, "new": True}, 422, "no-entrant"),
        ({"entrant": 4, "player": 1, "new": True}, 422, "contradiction"),
        ({"player": 1}, 422, "invalid"),
        ("new", 422, "invalid"),
    ],
)
def test_decision_that_names_nobody_is_refused_and_nothing_kept(
    program: Client, decision: object, status: int, code: str
) -> None:
    number = hand_in(program).json()["number"]
    likely = Entry.objects.get(tournament__number=number, match="likely")
    sound = {"entrant": likely.number, "new": False, "player": likely.suggestions[0]["player"]}

    answer = decide(program, number, decisions=[sound, decision])

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    likely.refresh_from_db()
    assert likely.player_id is None


def test_two_entrants_cannot_be_one_player(program: Client) -> None:
    number = hand_in(program).json()["number"]
    taken = Entry.objects.filter(tournament__number=number, match="certain").first()
    waiting = Entry.objects.get(tournament__number=number, match="unknown")
    assert taken is not None

    answer = decide(program, number, decisions=[{"entrant": waiting.number, "player": taken.player_id}])

    assert (answer.status_code, answer.json()["code"]) == (409, "collision")


def test_new_player_who_resembles_one_not_offered_is_refused_by_name(program: Client) -> None:
    number = hand_in(program).json()["number"]
    likely = Entry.objects.get(tournament__number=number, match="likely")

    answer = decide(
        program, number, decisions=[{"entrant": likely.number, "new": True, "offered": []}]
    ).json()

    assert [one["code"] for one in answer["refused"]] == ["resembles"]
    likely.refresh_from_db()
    assert likely.match != Entry.Match.ENROL


def test_matches_of_what_is_handed_in_stay(program: Client) -> None:
    number = hand_in(program).json()["number"]
    current = Tournament.objects.get(number=number)
    entries.decide(
        current, {row.pk: entries.ENROL for row in current.entries.filter(player=None)}, account=None
    )
    program.post(f"{API}/{number}/submit")

    late = decide(program, number, strangers="new")

    assert (late.status_code, late.json()["code"]) == (409, "decided")


def counting(program: Client, number: int, *families: object) -> Any:
    return program.post(f"{API}/{number}/families", {"families": families}, content_type=JSON)


@pytest.mark.parametrize("fixture", ["program", "trying"])
def test_program_says_where_a_tournament_counts(fixture: str, request: pytest.FixtureRequest) -> None:
    program = request.getfixturevalue(fixture)
    number = hand_in(program).json()["number"]

    said, wrong, none = (
        counting(program, number, "egf"),
        counting(program, number, "fide"),
        counting(program, number),
    )

    assert (said.status_code, wrong.status_code, none.status_code) == (200, 422, 422)
    assert (wrong.json()["code"], none.json()["code"]) == ("unknown-family", "invalid")
    kept = Tournament.objects.filter(number=number).values_list("rated_for", "ruled")
    assert list(kept) == ([(["egf"], True)] if fixture == "program" else [])


def test_where_it_counts_may_come_with_the_file(program: Client) -> None:
    number = hand_in(program, query="&families=egf").json()["number"]
    refused = hand_in(program, reports.tou("Coupe du Lac"), "&families=egf,elo")

    assert Tournament.objects.get(number=number).rated_for == ["egf"]
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown-family")
    assert not Tournament.objects.filter(name="Coupe du Lac").exists()


def test_question_where_it_counts_is_answered_by_program(program: Client) -> None:
    number = hand_in(program, query="&strangers=new").json()["number"]
    Tournament.objects.filter(number=number).update(asked_for=["ffg"], ruled=False)

    asked = program.post(f"{API}/{number}/submit").json()
    answered = counting(program, number, "ffg").json()

    assert "where-counts" in [one["code"] for one in asked["problems"]]
    assert "where-counts" not in [one["code"] for one in answered["problems"]]


def test_entrants_of_a_congress_come_by_the_page(program: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.desk.match_cards.A_PAGE", 3)
    monkeypatch.setattr("tournaments.desk.match_cards.A_PAGE", 3)
    number = hand_in(program).json()["number"]

    pages = [program.get(f"{API}/{number}/matches?page={page}").json() for page in (1, 2, 9)]

    assert [(one["page"], one["pages"], one["open"]) for one in pages] == [(1, 2, 2), (2, 2, 2), (2, 2, 2)]
    assert sorted(each["entrant"] for one in pages[:2] for each in one["entrants"]) == [1, 2, 3, 4]
    assert program.get(f"{API}/{number}/matches?page=0").status_code == 422


def everything() -> dict[str, list[dict[str, Any]]]:
    """Every row of every table but the trials and when tokens were used."""
    kinds = [kind for kind in apps.get_models() if kind not in (Trial, Token)]
    return {kind._meta.label: list(kind._default_manager.order_by("pk").values()) for kind in kinds}


def whole_way(program: Client) -> list[Any]:
    """Hand in, read, decide, confirm, submit, ask: the answers."""
    handed = hand_in(program)
    number = handed.json()["number"]
    waiting = program.get(f"{API}/{number}/matches?only=open").json()["entrants"]
    decisions = [{"entrant": one["entrant"], "new": True} for one in waiting]
    return [
        handed,
        program.post(f"{API}/{number}/submit"),
        decide(program, number, decisions=decisions),
        program.post(f"{API}/{number}/confirm", {"codes": ["no-grade"]}, content_type=JSON),
        program.post(f"{API}/{number}/submit"),
        program.get(f"{API}/{number}"),
        program.post(f"{API}/{number}/submit"),
    ]


def without_place(answer: Any) -> tuple[int, dict[str, Any]]:
    told = answer.json()
    for step in told.get("steps", ()):
        step["at"] = None
    return answer.status_code, {key: value for key, value in told.items() if key not in ("number", "url")}


def test_sandbox_answers_as_the_office_does_and_leaves_nothing(
    trying: Client, program: Client, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    before = everything()

    with django_capture_on_commit_callbacks() as sent:
        tried = whole_way(trying)

    assert sent == []
    assert everything() == before
    assert tried[0].json()["number"] < 0
    assert [without_place(one) for one in tried] == [without_place(one) for one in whole_way(program)]


def test_trial_stands_where_it_was_left_and_is_known_by_its_bytes(trying: Client) -> None:
    first = hand_in(trying).json()
    decide(trying, first["number"], strangers="new")

    again = hand_in(trying)

    assert (again.status_code, again.json()["known"], again.json()["number"]) == (200, True, first["number"])
    assert again.json()["matches"] == {"certain": 2, "likely": 1, "enrol": 1}


def test_corrected_trial_keeps_its_number_and_who_was_matched(trying: Client) -> None:
    number = hand_in(trying, query="&strangers=new").json()["number"]
    corrected = reports.tou(pairings=reports.GAMES[:3])

    asked = hand_in(trying, corrected)
    revised = hand_in(trying, corrected, f"&replaces={number}").json()

    assert (asked.status_code, asked.json()["code"]) == (409, "resembles")
    assert str(number) in asked.json()["detail"]
    assert (revised["number"], revised["revision"]) == (number, 2)
    assert revised["matches"] == {"certain": 2, "likely": 1, "enrol": 1}
    assert trying.get(f"{API}/{number}").json()["revision"] == 2


def test_file_handed_in_already_can_be_tried(program: Client, trying: Client) -> None:
    hand_in(program)

    told = hand_in(trying)

    assert (told.status_code, told.json()["known"]) == (201, False)
    assert [one["code"] for one in told.json()["findings"]] == ["same-games"]
    assert Tournament.objects.count() == 2


def test_unreadable_file_is_no_trial(trying: Client) -> None:
    answer = hand_in(trying, b"\x00\x01 nothing of ours")

    assert (answer.status_code, Trial.objects.count()) == (422, 0)


def test_trials_are_their_tokens_own(organiser: Account, trying: Client, program: Client) -> None:
    trial = hand_in(trying).json()["number"]
    real = hand_in(program).json()["number"]
    other = program_of(organiser, tokens.TOURNAMENTS_TRY)

    asked = [other.get(f"{API}/{trial}"), trying.get(f"{API}/{real}"), program.get(f"{API}/{trial}")]

    assert [(one.status_code, one.json()["code"]) for one in asked] == [(404, "no-tournament")] * 3


def test_approval_cannot_reach_a_trial(trying: Client, organiser: Account) -> None:
    number = whole_way(trying)[0].json()["number"]

    assert trying.get(f"{API}/{number}").json()["stage"] == "submitted"
    assert not Tournament.objects.filter(stage="submitted").exists()


def test_oldest_trial_makes_room_and_those_of_revoked_tokens_go(
    trying: Client, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "MOST", 2)
    other = program_of(organiser, tokens.TOURNAMENTS_TRY)
    gone = hand_in(other).json()["number"]
    tokens.revoke(Token.objects.latest("pk"), account=organiser)

    numbers = [hand_in(trying, reports.tou(name)).json()["number"] for name in ("One", "Two", "Three")]

    kept = [-one for one in Trial.objects.order_by("pk").values_list("pk", flat=True)]
    assert kept == numbers[1:]
    assert gone not in kept


def test_trial_has_an_end_of_acts_and_corrections(trying: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "MOST_ACTS", 1)
    monkeypatch.setattr(sandbox, "MOST_CORRECTIONS", 1)
    number = hand_in(trying).json()["number"]

    first, second = decide(trying, number, strangers="new"), decide(trying, number, strangers="new")
    once = hand_in(trying, reports.tou(pairings=reports.GAMES[:3]), f"&replaces={number}")
    twice = hand_in(trying, reports.tou(pairings=reports.GAMES[:2]), f"&replaces={number}")

    assert (first.status_code, second.status_code, second.json()["code"]) == (200, 409, "too-many-acts")
    assert (once.status_code, twice.status_code, twice.json()["code"]) == (201, 409, "too-many-corrections")


def test_token_of_the_sandbox_is_for_nothing_else(organiser: Account) -> None:
    with pytest.raises(tokens.TokenError):
        tokens.issue(organiser, name="both", scopes=[tokens.TOURNAMENTS_TRY, tokens.TOURNAMENTS_WRITE])


def test_trial_is_played_against_the_register_as_it_is(
    trying: Client, program: Client, organiser: Account
) -> None:
    """Whoever was new when it was tried has been enrolled by another tournament since."""
    number = hand_in(trying, query="&strangers=new").json()["number"]
    real = hand_in(program, query="&strangers=new").json()["number"]
    current = Tournament.objects.get(number=real)
    entries.decide(
        current, {row.pk: entries.ENROL for row in current.entries.filter(match="likely")}, account=None
    )
    steps.submit(current, account=organiser, on=timezone.localdate())
    steps.approve(current, account=Account.objects.get(email=OFFICER))

    told = trying.get(f"{API}/{number}/matches").json()

    assert (told["open"], [one["match"] for one in told["entrants"]]) == (0, ["certain"] * 4)


@pytest.mark.django_db(transaction=True)
def test_program_of_the_documentation_hands_a_file_in(
    live_server: LiveServer, organiser: Account, tmp_path: Path
) -> None:
    """The example in Python as it stands in docs/api.md, in a process of its own."""
    text = (settings.BASE_DIR / "docs" / "api.md").read_text(encoding="utf-8")
    example = next(part for part in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "urlopen" in part)
    script, file = tmp_path / "hand_in.py", tmp_path / "moulin.tou"
    script.write_text(example, encoding="utf-8")
    file.write_bytes(reports.tou())
    secret = tokens.issue(organiser, name="script", scopes=[tokens.TOURNAMENTS_WRITE])[1]

    done = subprocess.run(
        [sys.executable, str(script), live_server.url, secret, str(file)],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )

    assert (done.stdout.split(), done.stderr) == (["2", "submitted"], "")
