"""A system's policy in the administration: what may be said, and what it makes stale."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

import ratings.admin
from federation.models import Account, JournalEntry
from ratings.models import CurrentRating, RatingSystem
from ratings.runs.manual_events import Decision, enter
from tests.ratings.histories import hold, people, recalculate, round_robin

pytestmark = pytest.mark.django_db
DAY = date(2023, 3, 4)


@pytest.fixture
def office() -> Client:
    client = Client()
    client.force_login(Account.objects.create_superuser("admin@example.org"))
    return client


@pytest.fixture
def ffg() -> RatingSystem:
    return RatingSystem.objects.get(key="ffg")


def save(office: Client, system: RatingSystem, **values: str) -> Any:
    said = {
        "position": "0",
        "active": "on",
        "edition": "",
        "parameters": "{}",
        "numeric": "2",
        "imported_replace": "on",
    } | values
    return office.post(reverse("admin:ratings_ratingsystem_change", args=[system.pk]), said)


def test_policy_without_replaced_constants_is_saved(office: Client, ffg: RatingSystem) -> None:
    RatingSystem.objects.filter(pk=ffg.pk).update(parameters={"divisor": 6})

    answer = save(office, ffg)

    ffg.refresh_from_db()
    assert (answer.status_code, ffg.parameters) == (302, {})


@pytest.mark.parametrize(
    "said",
    ["[]", "[1]", '"divisor"', "7", "true", '{"divisor": null}', '{"divisor": 0}',
     '{"threshold_slope": 1e308}', '{"floor": 900}', '{"passes_most": 1001}'],
)  # fmt: skip
def test_constants_that_are_none_are_refused(office: Client, ffg: RatingSystem, said: str) -> None:
    answer = save(office, ffg, parameters=said)

    ffg.refresh_from_db()
    assert (answer.status_code, ffg.parameters, ffg.facts) == (200, {}, 0)


def test_saved_policy_leaves_what_became_stale_meanwhile(
    office: Client, ffg: RatingSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = ratings.admin.SystemForm.clean

    def clean(form: ratings.admin.SystemForm) -> dict[str, Any]:
        RatingSystem.objects.filter(pk=ffg.pk).update(stale_from=DAY, facts=7)  # once the row has been read
        return check(form)

    monkeypatch.setattr(ratings.admin.SystemForm, "clean", clean)

    save(office, ffg, position="5")

    ffg.refresh_from_db()
    assert (ffg.position, ffg.stale_from, ffg.facts) == (5, DAY, 7)


def test_changed_policy_is_computed_from_the_oldest_decision_of_the_office(
    office: Client, ffg: RatingSystem
) -> None:
    players = people(2)
    enter(ffg, Decision("initial", DAY - timedelta(days=90), "", players[0], -2950.0), account=None)
    hold(DAY, players, round_robin(2), number=1)
    ffg.refresh_from_db()
    recalculate(ffg)

    save(office, ffg, parameters='{"floor": -2000}')

    ffg.refresh_from_db()
    assert ffg.stale_from == DAY - timedelta(days=90)
    recalculate(ffg)
    assert recalculate(ffg, whole=True).totals["moved"] == 0


def test_changed_policy_says_what_was_before(office: Client, ffg: RatingSystem) -> None:
    save(office, ffg, parameters='{"floor": -2000}')
    save(office, ffg, parameters='{"floor": -2000}')

    (line,) = JournalEntry.objects.filter(act="system.changed")
    assert line.detail == {
        "before": {"position": 1, "parameters": {}},
        "after": {"position": 0, "parameters": {"floor": -2000}},
    }


def test_changed_numeric_contract_marks_the_whole_history(office: Client, ffg: RatingSystem) -> None:
    RatingSystem.objects.filter(pk=ffg.pk).update(numeric=1)
    players = people(2)
    hold(DAY, players, round_robin(2), number=1)
    ffg.refresh_from_db()
    recalculate(ffg)
    before = CurrentRating.objects.get(system=ffg, player=players[0]).rating

    save(office, ffg)

    ffg.refresh_from_db()
    (line,) = JournalEntry.objects.filter(act="system.changed")
    told = {name: line.detail[name]["numeric"] for name in ("before", "after")}
    assert (ffg.numeric, ffg.stale_from, told) == (2, DAY, {"before": 1, "after": 2})
    recalculate(ffg)
    assert CurrentRating.objects.get(system=ffg, player=players[0]).rating == pytest.approx(before, abs=1e-9)
