"""Submitted tournaments: what was handed in and where it stands, for everybody, without a name of anybody."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from django.utils.text import capfirst
from pytest_django import DjangoAssertNumQueries

from federation.accounts import tokens
from federation.models import Account, JournalEntry
from ratings.site.handed_in import STEPS, tournaments
from tests.browser.opening import ORGANISER, open_office
from tests.ratings import small_federation
from tests.ratings.small_federation import Small
from tests.tournaments import reports
from tournaments.models import OfficeRule, Tournament
from tournaments.models.stages import Stage
from tournaments.revisions import public

pytestmark = pytest.mark.django_db
PAGE, API = "/tournaments/handed-in/", "/api/v1/tournaments/handed-in"
ENGLISH: dict[str, Any] = {"headers": {"Accept-Language": "en"}}
NOW = timezone.now()
DAY = date(2026, 11, 14)


@pytest.fixture
def small() -> Small:
    cache.clear()
    return small_federation.build(players=24, tournaments=1, systems=("ffg",))


@pytest.fixture
def officer() -> Account:
    account = Account.objects.create_user("odile@example.org", "secret")
    account.groups.add(Group.objects.get(name="officer"))
    return account


def event(number: int, stage: Stage, *, days: int = 1, **values: Any) -> Tournament:
    """Make a tournament that came to its stage so many days ago."""
    moment = NOW - timedelta(days=days)
    decided = None if stage in (Stage.DRAFT, Stage.SUBMITTED) else moment
    known = {
        "name": f"Open {number}",
        "start": DAY,
        "end": DAY + timedelta(days=1),
        "place": "Lyon",
        "country": "FR",
        "rounds": 5,
        "submitted": None if stage == Stage.DRAFT else moment,
        "decided": decided,
        "rated_for": ["ffg"],
        "reason": "Who is Bob Bobson?",
    }
    return Tournament.objects.create(number=number, stage=stage.value, **(known | values))


def listed(client: Client, query: str = "") -> list[tuple[int, str]]:
    return [(one["number"], one["step"]) for one in client.get(f"{API}{query}").json()["items"]]


def test_every_step_is_told_by_page_file_and_interface(client: Client, small: Small) -> None:
    event(50, Stage.SUBMITTED, days=1)
    event(51, Stage.RETURNED, days=2)
    event(52, Stage.APPROVED, days=3)
    event(53, Stage.APPROVED, days=4, start=date(2026, 9, 1), end=date(2026, 9, 2))

    told = listed(client)
    page = client.get(PAGE, **ENGLISH).content.decode()
    lines = client.get(f"{PAGE}?format=csv", **ENGLISH).content.decode("utf-8-sig").splitlines()

    assert [number for number, _ in told] == [50, 51, 52, 53]
    assert [step for _, step in told][:2] == ["review", "returned"]
    assert told[2][1] in ("approved", "rated")
    places = [page.index(f'<a href="/tournaments/{number}/">Open {number}</a>') for number, _ in told]
    assert places == sorted(places)
    for (number, step), line in zip(told, lines[1:], strict=True):
        assert line.startswith(f'Open {number},"Lyon, FR",2026-')
        assert capfirst(str(STEPS[step])) in line


def test_approved_tournament_is_on_the_list_once_a_list_of_its_days_is_published(
    client: Client, small: Small
) -> None:
    long_ago = small.lists[-1].date - timedelta(days=3)
    event(60, Stage.APPROVED, start=long_ago, end=long_ago)
    type(small.lists[-1]).objects.filter(pk=small.lists[-1].pk).update(published=NOW)

    assert listed(client) == [(60, "listed")]
    assert client.get(API).json()["items"][0]["since"] is None


@pytest.mark.parametrize("stage", [Stage.DRAFT, Stage.WITHDRAWN, Stage.SUPERSEDED, Stage.REVOKED])
def test_what_was_not_handed_in_or_is_over_is_not_told(client: Client, small: Small, stage: Stage) -> None:
    event(70, stage)

    assert listed(client) == []
    assert b"No tournament is being processed at the moment." in client.get(PAGE, **ENGLISH).content


def test_archive_and_what_was_approved_long_ago_are_not_told(client: Client, small: Small) -> None:
    event(71, Stage.APPROVED, submitted=None)
    event(72, Stage.APPROVED, days=91)
    event(73, Stage.SUBMITTED, days=400)

    assert listed(client) == [(73, "review")]


def test_newest_revision_alone_is_told(client: Client, small: Small) -> None:
    event(80, Stage.APPROVED, days=5)
    event(80, Stage.SUBMITTED, days=1, revision=2)
    event(81, Stage.SUBMITTED, days=4)
    event(81, Stage.DRAFT, days=1, revision=2)

    assert listed(client) == [(80, "review"), (81, "review")]
    assert b"revision 2" in client.get(PAGE, **ENGLISH).content


def test_nobody_is_named_and_no_reason_is_given(client: Client, small: Small, officer: Account) -> None:
    event(50, Stage.RETURNED, organiser=officer, decided_by=officer)

    for address in (PAGE, API, f"{PAGE}?format=csv"):
        told = client.get(address, **ENGLISH).content.decode()
        assert "Open 50" in told
        assert not [word for word in ("Bobson", "odile", "example.org") if word in told]


def test_markup_in_a_name_is_text(client: Client, small: Small) -> None:
    event(50, Stage.SUBMITTED, name="<b>Open</b>", place="=1+1")
    event(51, Stage.SUBMITTED, name=" ")

    page = client.get(PAGE, **ENGLISH).content.decode()
    file = client.get(f"{PAGE}?format=csv", **ENGLISH).content.decode()
    assert "&lt;b&gt;Open&lt;/b&gt;" in page
    assert ">Tournament 51</a>" in page
    assert "'=1+1" in file


def test_name_town_and_step_are_looked_for(client: Client, small: Small) -> None:
    event(50, Stage.SUBMITTED, name="Coupe du Nord")
    event(51, Stage.RETURNED, place="Lille")
    event(52, Stage.SUBMITTED, place="Lille")

    assert listed(client, "?q=coupe") == [(50, "review")]
    assert [number for number, _ in listed(client, "?q=LILLE")] == [52, 51]
    assert listed(client, "?q=lille&step=returned") == [(51, "returned")]
    answer = client.get(f"{PAGE}?q=lille&step=returned", **ENGLISH)
    assert [(key, count) for key, _label, count in answer.context["steps"]] == [
        ("review", 1),
        ("returned", 1),
    ]
    page = answer.content.decode()
    assert ("Open 51" in page, "Open 52" in page, "Coupe" in page) == (True, False, False)
    assert b"No tournament matches." in client.get(f"{PAGE}?q=nowhere", **ENGLISH).content


def test_interface_is_read_page_by_page_and_refuses_what_it_does_not_know(
    client: Client, small: Small
) -> None:
    for number in range(50, 57):
        event(number, Stage.SUBMITTED, days=number)

    first = client.get(f"{API}?limit=4").json()
    second = client.get(f"{API}?limit=4&cursor={first['next']}").json()
    numbers = [one["number"] for one in first["items"] + second["items"]]
    assert (numbers, first["count"], second["next"]) == ([*range(50, 57)], 7, None)
    for query, code in (("step=draft", "invalid"), ("stage=draft", "unknown-parameter")):
        answer = client.get(f"{API}?{query}")
        assert (answer.status_code, answer.json()["code"]) == (422, code)


@pytest.mark.parametrize("count", [1, 9])
def test_queries_do_not_grow_with_what_was_handed_in(
    small: Small, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count):
        event(50 + number, Stage.SUBMITTED)
        event(80 + number, Stage.APPROVED)

    with django_assert_num_queries(5):
        assert len(tournaments()) == 2 * count


def test_office_hides_it_from_everybody_at_once(client: Client, small: Small, officer: Account) -> None:
    event(50, Stage.SUBMITTED)
    assert [client.get(path).status_code for path in (PAGE, API, "/tournaments/50/")] == [200] * 3
    assert PAGE.encode() in client.get("/tournaments/", **ENGLISH).content

    own = Client()
    own.force_login(officer)
    saved = own.post("/desk/queue/public/", {"shown": "no"}, follow=True, **ENGLISH)

    assert b"Saved." in saved.content
    assert [client.get(path).status_code for path in (PAGE, API, "/tournaments/50/")] == [404] * 3
    assert client.get(API).json()["code"] == "not-shown"
    assert PAGE.encode() not in client.get("/tournaments/", **ENGLISH).content
    assert client.get("/tournaments/1/").status_code == 200  # what is approved stays


def test_choice_is_journalled_once(officer: Account) -> None:
    assert public.shows_handed_in()
    assert public.choose_handed_in(shown=False, account=officer)
    assert not public.choose_handed_in(shown=False, account=officer)

    line = JournalEntry.objects.get(act="office.handed-in")
    assert (line.account, public.shows_handed_in()) == (officer, False)
    assert OfficeRule.objects.get().four_eyes == "always"


def test_choice_that_is_none_is_refused(client: Client, officer: Account) -> None:
    client.force_login(officer)

    assert client.post("/desk/queue/public/", {"shown": "perhaps"}).status_code == 422
    assert public.shows_handed_in()


def test_trial_of_a_sandbox_token_is_never_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    open_office()
    organiser = Account.objects.get(email=ORGANISER)
    for scope, wanted in ((tokens.TOURNAMENTS_TRY, 0), (tokens.TOURNAMENTS_WRITE, 1)):
        secret = tokens.issue(organiser, name=scope, scopes=[scope])[1]
        program = Client(headers={"authorization": f"Bearer {secret}"})
        number = program.post(
            "/api/v1/tournaments?filename=moulin.tou",
            reports.tou(),
            content_type="application/octet-stream",
        ).json()["number"]
        asked = program.get(f"/api/v1/tournaments/{number}/matches?only=open").json()
        decisions = [{"entrant": one["entrant"], "new": True} for one in asked["entrants"]]
        program.post(
            f"/api/v1/tournaments/{number}/matches", {"decisions": decisions}, content_type="application/json"
        )
        program.post(
            f"/api/v1/tournaments/{number}/confirm", {"codes": ["no-grade"]}, content_type="application/json"
        )
        before = len(listed(client))
        handed = program.post(f"/api/v1/tournaments/{number}/submit").json()

        assert (before, handed["stage"], len(listed(client))) == (0, "submitted", wanted)
