"""The comparison read from the facts, kept, and shown to officers; and its forecasts of past games."""

from datetime import date

import numpy as np
import pytest
from django.apps import apps
from django.test import Client

from federation.jobs import jobs
from federation.models import Job, Player
from ratings.cadence.laboratory import laboratory_of
from ratings.laboratory import whole_history
from ratings.laboratory.figures.whole_history import Games, Pool, Said, expected_of, forecast, judge
from ratings.lists.publication import publish
from ratings.models import RatingSystem, Statistic
from tests.ratings.chess_months import masters, system, year
from tests.ratings.histories import Played, hold, people, recalculate, round_robin, stale

FIRST, LATER, LAST = date(2023, 3, 4), date(2023, 5, 6), date(2023, 9, 2)


def egf() -> RatingSystem:
    return RatingSystem.objects.get(key="egf")


@pytest.fixture
def players() -> list[Player]:
    """Five of whom each beats everybody behind, three times over; the second and third with handicap."""
    found = people(5)
    for number, day in enumerate((FIRST, LATER, LAST), 1):
        games = [Played(one.round, one.white, one.black, 2, 2 * (number > 1)) for one in round_robin(5)]
        hold(day, found, games, number=number)
    recalculate(stale(egf(), FIRST))
    publish(egf(), LAST, account=None, force=True, note="Small")
    return found


def planted(seed: int, *, months: int = 24, of: int = 30) -> tuple[Games, np.ndarray, np.ndarray]:
    """Draw a pool of constant strengths: games, their months, and the true expectation of each."""
    chance = np.random.default_rng(seed)
    strength = chance.normal(0.0, 1.2, of)
    month = np.sort(chance.integers(0, months, 60 * months))
    first = chance.integers(of, size=month.size)
    other = (first + chance.integers(1, of, size=month.size)) % of
    truth = 1.0 / (1.0 + np.exp(strength[other] - strength[first]))
    score = (chance.random(month.size) < truth).astype(np.float64)
    return Games(first, other, score, month * 30 + 738_000, np.zeros(month.size)), month, truth


# --- forecasts


def test_forecast_of_a_month_knows_no_game_of_it_and_none_after() -> None:
    games, month, _truth = planted(1)
    told = forecast(games, 30, month).expected
    turned = np.where(month >= 10, 1.0 - games.score, games.score)
    other = Games(games.first, games.other, turned, games.day, games.advantage)

    again = forecast(other, 30, month).expected

    assert np.array_equal(told[month <= 10], again[month <= 10], equal_nan=True)
    assert not np.array_equal(told[month == 11], again[month == 11], equal_nan=True)
    assert np.isnan(told[month == 0]).all()


def test_forecasts_come_near_the_truth_they_were_drawn_from() -> None:
    games, month, truth = planted(2)
    told = forecast(games, 30, month)
    late = month >= 12
    said = Said(games.score, truth, told, np.ones(month.size, np.bool_), games.day)

    judged = {one["group"]: one for one in judge(said, draws=50)}

    assert np.abs(told.expected - truth)[late].mean() < 0.08
    assert judged["all"]["official"] < judged["all"]["whole"] < judged["all"]["base"]
    assert judged["all"]["games"] == judged["known"]["games"] + judged["new"]["games"]
    assert "handicap" not in judged


def test_warm_start_forecasts_what_a_fresh_fit_does() -> None:
    games, month, _truth = planted(3, months=6)
    told = forecast(games, 30, month).expected
    rows = np.flatnonzero(month == 5)
    fresh = Pool(games, 30).fit(before=int(games.day[rows].min()), precision=1e-6)

    assert told[rows].tolist() == pytest.approx(
        expected_of(fresh, games, rows).tolist(), abs=0.003, nan_ok=True
    )


# --- from the facts


@pytest.mark.django_db
def test_handicap_is_an_advantage_on_the_curve_of_the_system(players: list[Player]) -> None:
    record = laboratory_of("egf").record(egf())

    assert record.sides.advantage[record.pairs.even].tolist() == [0.0] * 10
    assert (record.sides.advantage[~record.pairs.even] < -0.1).all()  # the stones are Black's
    assert set(record.sides.first.tolist()) <= {player.pk for player in players}


@pytest.mark.django_db
def test_comparison_ranks_by_estimate_and_keeps_what_the_list_shows(players: list[Player]) -> None:
    found = whole_history.compute(egf())

    keys = [row[0] for row in sorted(found["players"], key=lambda row: -row[2])]
    assert keys == [player.pk for player in players]
    official = [row[1] for row in found["players"]]
    assert sorted(row[4] for row in found["players"]) == sorted(official)
    assert found["converged"]
    assert [row[5] for row in found["players"]] == [12] * 5
    assert Statistic.objects.get(kind="whr").data["day"] == "2023-09-02"


@pytest.mark.django_db
def test_comparison_of_chess_reads_lists() -> None:
    rated, named = system(), masters(8)
    year(rated, named)
    recalculate(stale(rated, date(2024, 12, 1)))
    rated.refresh_from_db()

    found = whole_history.compute(rated)

    record = laboratory_of(rated.key).record(rated)
    assert found["games"] == record.month.size > 0
    assert set(record.sides.first.tolist()) <= {player.pk for player in named}
    assert found["forecasts"][0]["group"] == "all"


@pytest.mark.django_db
def test_system_without_games_has_an_empty_comparison(officer: Client) -> None:
    found = whole_history.compute(egf())

    assert (found["games"], found["players"], found["forecasts"]) == (0, [], [])
    assert officer.get("/review/laboratory/whole-history/egf/").status_code == 200


# --- the page


@pytest.mark.django_db
def test_officer_asks_and_reads_and_nothing_rated_moves(players: list[Player], officer: Client) -> None:
    Player.objects.filter(pk=players[0].pk).update(privacy="anonymous")
    tables = [table for app in ("ratings", "laboratory") for table in apps.get_app_config(app).get_models()]
    counted = [table for table in tables if table is not Statistic]
    before = [one._default_manager.count() for one in counted]
    state = list(RatingSystem.objects.order_by("pk").values_list("state", "facts", "stale_from"))
    address = "/review/laboratory/whole-history/egf/"

    asked = officer.post(f"{address}calculate/")
    again = officer.post(f"{address}calculate/")
    waiting = officer.get(address).content.decode()
    jobs.run(Job.objects.get(kind=whole_history.WORK).pk)
    page = officer.get(address)
    file = officer.get(f"{address}players.csv")

    assert (asked.status_code, again.status_code, page.status_code, file.status_code) == (302, 302, 200, 200)
    assert "Calculate the comparison" not in waiting
    said = page.content.decode()
    assert "never official" in said
    assert "Surname1" in said
    assert "Surname0" not in said
    assert "Surname0" not in file.content.decode()
    assert [one._default_manager.count() for one in counted] == before
    assert list(RatingSystem.objects.order_by("pk").values_list("state", "facts", "stale_from")) == state


@pytest.mark.django_db
def test_page_says_when_ratings_have_moved_since(players: list[Player], officer: Client) -> None:
    whole_history.compute(egf())
    fresh = officer.get("/review/laboratory/whole-history/egf/").content.decode()
    RatingSystem.objects.filter(key="egf").update(state=99)

    stale_page = officer.get("/review/laboratory/whole-history/egf/").content.decode()

    assert "have changed since" not in fresh
    assert "have changed since" in stale_page
    assert players
