"""Every call for the command line in docs/api.md is answered as it stands there."""

import re
import shlex
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from federation.accounts import tokens
from federation.models import Account
from ratings.laboratory import SCOPE
from ratings.models import RatingSystem
from tests.browser.opening import ORGANISER, open_office
from tests.ratings import small_federation, stream_pages
from tests.tournaments import reports
from tests.tournaments.conftest import account

pytestmark = pytest.mark.django_db
_OPTIONS = {"-H", "-X", "-d", "--data-binary", "--json"}  # those with a value


def documented() -> list[list[str]]:
    """Return the words of every call, comments left out."""
    text = (settings.BASE_DIR / "docs" / "api.md").read_text(encoding="utf-8")
    blocks = "\n".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL)).replace("$auth", "AUTH")
    calls = re.split(r"^(?=curl )", blocks, flags=re.MULTILINE)
    return [shlex.split(one, comments=True) for one in calls if one.startswith("curl ")]


def ask(client: Client, words: list[str], numbers: dict[str, str]) -> Any:
    """Ask what a call asks, with numbers that are there."""
    options: dict[str, str] = {}
    address, rest = "", iter(words[1:])
    for word in rest:
        if word in _OPTIONS:
            options[word] = next(rest)
        elif word.startswith("$SITE"):
            address = word.removeprefix("$SITE")
    for documented_one, real in numbers.items():
        address = re.sub(rf"/{documented_one}\b", f"/{real}", address)
    if "--data-binary" in options:
        return client.post(address, reports.tou(), content_type="application/octet-stream")
    body = options.get("--json") or options.get("-d")
    if body is not None or options.get("-X") == "POST":
        return client.post(address, body or "", content_type="application/json")
    return client.get(address)


def test_calls_that_read_and_compute_are_answered(client: Client) -> None:
    cache.clear()
    small = small_federation.build(players=24, tournaments=2)
    stream_pages.played()
    RatingSystem.objects.filter(key="fide-standard").update(active=True)
    numbers = {"4711": str(small.players[0].pk), "4712": str(small.players[1].pk), "123": "1"}
    calls = [one for one in documented() if "AUTH" not in one]

    answers = {" ".join(one): ask(client, one, numbers).status_code for one in calls}
    assert len(answers) > 20
    gone = {call: answers.pop(call) for call in list(answers) if "since=4711-" in call}  # of no journal here
    assert list(gone.values()) == [410]
    assert {call: status for call, status in answers.items() if status != 200} == {}


def test_calls_that_hand_a_tournament_in_are_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who plays in the file is another one than in the documents: a decision may be refused, not its form."""
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    open_office()
    organiser = Account.objects.get(email=ORGANISER)
    secret = tokens.issue(organiser, name="documents", scopes=[tokens.TOURNAMENTS_WRITE])[1]
    program = Client(headers={"authorization": f"Bearer {secret}"})
    first, *rest = [one for one in documented() if "AUTH" in one and "/simulations" not in one[-1]]

    made = ask(program, first, {})
    answers = [ask(program, one, {"123": str(made.json()["number"])}) for one in rest]

    assert (made.status_code, len(rest)) == (201, 5)
    assert {one.status_code for one in answers} <= {200, 422}
    refused = [one.json() for one in answers if one.status_code == 422]
    assert [one.get("code", "problems") for one in refused] == ["no-player", "problems"]


def test_calls_that_simulate_other_rules_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    secret = tokens.issue(account("odile@example.org", "officer"), name="rules", scopes=[SCOPE])[1]
    program = Client(headers={"authorization": f"Bearer {secret}"})
    asked, read = [one for one in documented() if "/simulations" in one[-1]]

    made = ask(program, asked, {})
    told = ask(program, read, {"17": str(made.json()["number"])})

    assert (made.status_code, told.status_code) == (202, 200)
    assert told.json()["state"] == "queued"
