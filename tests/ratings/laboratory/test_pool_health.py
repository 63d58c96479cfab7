"""The health of a pool read from facts and lists, kept for its page, asked for by the clock."""

from datetime import date
from typing import Any

import numpy as np
import pytest
from django.test import Client

from federation.jobs import jobs
from federation.models import Club, Federation, Job, Player
from ratings.cadence.laboratory import laboratory_of
from ratings.laboratory import pool_health, tasks
from ratings.lists.publication import publish
from ratings.models import RatingSystem, Statistic
from tests.ratings.histories import Played, hold, people, recalculate, stale

pytestmark = pytest.mark.django_db
FIRST, LATER = date(2023, 3, 4), date(2023, 5, 6)
PAGE = "/review/laboratory/pool/egf/"
SIZE, ROUNDS = 64, 16


def egf() -> RatingSystem:
    return RatingSystem.objects.get(key="egf")


def across(players: int, rounds: int, *, stronger: int) -> list[Played]:
    """Let the first half meet the second; of `stronger` in ten games the first half wins."""
    half = players // 2
    return [
        Played(turn + 1, one, half + (one + turn) % half, 2 if (one + 3 * turn) % 10 < stronger else 0)
        for turn in range(rounds)
        for one in range(half)
    ]


@pytest.fixture
def pool() -> list[Player]:
    """Two clubs who met twice; of the second time the first club won nine games in ten."""
    found = people(SIZE)
    home = Federation.objects.get(code="FR")
    for at, label in enumerate(("Aaa", "Bbb")):
        name = f"Go club {label}"
        club = Club.objects.create(code=f"FR-{label}", label=label, name=name, federation=home)
        chosen = [one.pk for one in found[at * SIZE // 2 : (at + 1) * SIZE // 2]]
        Player.objects.filter(pk__in=chosen).update(club=club, birth_year=1980 + 25 * at)
    hold(FIRST, found, across(SIZE, 2, stronger=5), number=1)
    hold(LATER, found, across(SIZE, ROUNDS, stronger=9), number=2)
    recalculate(stale(egf(), FIRST))
    publish(egf(), LATER, account=None, force=True, note="Two clubs")
    return found


def test_groups_are_those_of_the_register(pool: list[Player]) -> None:
    found = pool_health.compute(egf())

    rows = {(one["by"], one["label"]): one for one in found["groups"]}
    club = rows["club", "FR-Aaa"]
    assert (club["players"], club["games"], club["verdict"], club["alert"]) == (32, 512, "above", True)
    assert club["mean"] == -rows["club", "FR-Bbb"]["mean"] > 0.2
    assert rows["age", "35–49"]["games"] == 512  # born in 1980
    assert ("federation", "FR") not in rows  # everybody is of it: no game against others
    assert found["games"] == 512
    assert [one["by"] for one in found["ties"]] == ["club"]
    assert found["ties"][0]["share"] == 1.0
    assert found["ranks"][0][1].keys() == {"1", "10"}
    assert len(pool) == SIZE


def test_only_the_year_before_the_list_counts(pool: list[Player]) -> None:
    record = laboratory_of("egf").record(egf())

    assert pool_health.figures_of(egf(), record, date(2023, 4, 1))["games"] == 0  # nobody was rated before
    assert pool_health.figures_of(egf(), record, LATER)["games"] == 512
    assert len(pool) == SIZE


def test_games_before_are_counted_in_order_of_time(pool: list[Player]) -> None:
    record = laboratory_of("egf").record(egf())
    found = pool_health._played(record)
    side = record.sides.first == pool[0].pk

    assert sorted(found[0][side].tolist()) == list(range(2 + ROUNDS))
    assert found[0][side][np.argsort(record.sides.day[side], kind="stable")][:2].tolist() == [0, 1]


def test_clock_asks_once_a_list_and_the_desk_shows_the_alerts(
    pool: list[Player],
    officer: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda _job: None)
    before = officer.get("/review/").content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        tasks.examine_pools()
        tasks.examine_pools()
    (job,) = Job.objects.filter(kind=pool_health.WORK)
    waiting = officer.get(PAGE).content.decode()
    done = jobs.run(job.pk)
    tasks.examine_pools()
    desk, page = officer.get("/review/").content.decode(), officer.get(PAGE).content.decode()

    assert done is not None
    assert (done.state, done.result["url"]) == ("done", PAGE)
    assert Job.objects.filter(kind=pool_health.WORK).count() == 1
    assert PAGE not in before
    assert "Calculate the figures" not in waiting
    assert f'href="{PAGE}"' in desk
    assert "Club Go club Aaa" in page
    assert 'href="/tournaments/2/"' in page  # where most of it comes from
    assert len(pool) == SIZE


def test_newer_list_is_due_and_the_file_has_every_group(pool: list[Player], officer: Client) -> None:
    assert officer.get(f"{PAGE}groups.csv").status_code == 404
    pool_health.compute(egf())
    fresh = pool_health.is_due(egf())
    file = officer.get(f"{PAGE}groups.csv").content.decode()
    Statistic.objects.filter(kind=pool_health.KIND).update(newest=0)

    assert not fresh
    assert pool_health.is_due(egf())
    assert "There is a newer list" in officer.get(PAGE).content.decode()
    assert file.count("\n") == 1 + Statistic.objects.get(kind=pool_health.KIND).data["groups"].__len__()
    assert len(pool) == SIZE


def test_time_controls_are_named_as_groups_of_favourites(pool: list[Player], officer: Client) -> None:
    kept = pool_health.compute(egf())
    row = next(one for one in kept["groups"] if one["by"] == "time")
    labels = ["A", "standard", "rapid", "blitz"]
    kept["groups"] = [{**row, "label": label} for label in labels]
    Statistic.objects.filter(kind=pool_health.KIND).update(data=kept)

    page = officer.get(PAGE).content.decode()
    french = officer.get(PAGE, headers={"accept-language": "fr"}).content.decode()

    for named in ("class A", "standard", "rapid", "blitz"):
        assert f"favourites, {named}<" in page
    assert "rapide<" in french
    assert len(pool) == SIZE


def test_weakest_cut_names_its_groups(pool: list[Player], officer: Client) -> None:
    kept = pool_health.compute(egf())
    kept["ties"][0]["cut"] = {"labels": ["FR-Bbb", "FR-Gone"], "games": 40, "share": 0.1}
    kept["groups"] = []
    Statistic.objects.filter(kind=pool_health.KIND).update(data=kept)

    page = officer.get(PAGE).content.decode()

    assert "Go club Bbb, FR-Gone" in page
    assert len(pool) == SIZE


def test_page_asks_few_questions(
    pool: list[Player], officer: Client, django_assert_max_num_queries: Any
) -> None:
    pool_health.compute(egf())
    officer.get(PAGE)

    with django_assert_max_num_queries(14):
        officer.get(PAGE)
    assert len(pool) == SIZE


def test_names_in_circles_are_those_shown_in_public(pool: list[Player], officer: Client) -> None:
    Player.objects.filter(pk=pool[0].pk).update(privacy="anonymous")
    found = pool_health.compute(egf())
    found["circles"] = [
        {"players": [pool[0].pk, pool[1].pk], "games": 40, "share": 0.9, "gain": 12.0, "gains": [20.0, -8.0]}
    ]
    Statistic.objects.filter(kind=pool_health.KIND).update(data=found)

    page = officer.get(PAGE).content.decode()

    assert "Surname0 " not in page
    assert f"/players/{pool[1].pk}/games/" in page


def test_system_without_lists_has_empty_figures(officer: Client) -> None:
    asked = officer.post(f"{PAGE}calculate/")
    jobs.run(Job.objects.get(kind=pool_health.WORK).pk)

    assert asked.status_code == 302
    assert not pool_health.is_due(egf())
    assert "No group has 30 players" in officer.get(PAGE).content.decode()
