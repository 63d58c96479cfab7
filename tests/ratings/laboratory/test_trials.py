"""Variants on trial: begun and ended by officers, computed after every run, shown to everybody."""

import json
from datetime import UTC, date, datetime
from typing import Any

import numpy as np
import pytest
from django.db.models import F
from django.test import Client

from federation.jobs import jobs
from federation.models import Job, JournalEntry, Player
from ratings.laboratory import stored_simulations, tasks, trials
from ratings.laboratory.figures.forecasting import Games, monthly_figures
from ratings.laboratory.figures.rules import FROM, GONE, NEW, changed_rules, kept_rules
from ratings.laboratory.figures.variant import read
from ratings.laboratory.models import Simulation, Trial
from ratings.models import CurrentRating, ListEntry, PublishedList, RatingChange, RatingSystem
from ratings.rulebook.systems import editions_of
from tests.ratings.laboratory.small_history import SIX, published

pytestmark = pytest.mark.django_db
READER = Client(headers={"Accept-Language": "en"})
MADE = {"base": {"differing": []}, "report": {"events": 1}}
BEGUN = datetime(2023, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def players() -> list[Player]:
    return published("ffg")


@pytest.fixture
def trial(players: list[Player], officer: Client) -> Trial:
    """A variant put on trial between the first tournament and the second."""
    assert players
    kept = stored_simulations.compute(stored_simulations.request(read(SIX), account=None))
    officer.post(f"/review/laboratory/{kept.pk}/trial/")
    Trial.objects.update(begun=BEGUN)
    return Trial.objects.get()


def games(rows: list[tuple[str, float, float, float]]) -> Games:
    """Make games of (day, score, forecast in force, forecast of the variant), an event for each day."""
    days = np.array([date.fromisoformat(day).toordinal() for day, *_rest in rows], np.int64)
    nothing = np.zeros(days.size)
    flags, zeros = nothing > 0, np.zeros(days.size, np.int64)
    score, base, variant = (np.array([row[place] for row in rows], np.float64) for place in (1, 2, 3))
    event = np.unique(days, return_inverse=True)[1].astype(np.int64)
    return Games(event, days, score, base, variant, flags, zeros, nothing, flags, flags)


def test_months_are_counted_apart_and_those_before_the_trial_do_not_test_it() -> None:
    rows = [
        ("2021-04-30", 1.0, 0.5, 0.5),  # more than 24 months before
        ("2021-05-01", 1.0, 0.5, 0.25),
        ("2023-04-30", 1.0, 0.5, 0.5),
        ("2023-05-09", 1.0, 0.5, 0.8),
        ("2023-05-10", 0.0, 0.5, 0.2),
    ]

    found = monthly_figures(games(rows), date(2023, 5, 9), draws=20)

    assert [one["month"] for one in found["months"]] == ["2021-05", "2023-04", "2023-05"]
    assert [one["games"] for one in found["months"]] == [1, 1, 2]
    assert (found["since"]["games"], found["before"]["games"]) == (2, 2)
    assert found["months"][2]["log_loss"] == pytest.approx([-np.log(0.5), -np.log(0.8)])
    assert found["months"][0]["brier"] == pytest.approx([0.25, 0.5625])
    assert found["since"]["difference"][0] == pytest.approx(np.log(0.5) - np.log(0.8))
    assert found["since"]["difference"][3] == "too few events"


def test_without_games_since_it_began_nothing_is_judged() -> None:
    found = monthly_figures(games([("2023-04-30", 1.0, 0.5, 0.5)]), date(2023, 5, 9), draws=5)

    assert found["since"] is None


def rated() -> tuple[Any, ...]:
    rows = (RatingChange, CurrentRating, PublishedList)
    return (*(list(kind.objects.order_by("pk").values()) for kind in rows),)


def test_trial_is_computed_once_in_each_state_and_no_rating_moves(trial: Trial) -> None:
    before = rated()
    jobs.run(Job.objects.get(kind=trials.WORK).pk)
    tasks.compute_trials()
    first = list(trial.results.values_list("state", flat=True))
    RatingSystem.objects.filter(key="ffg").update(state=RatingSystem.objects.get(key="ffg").state + 1)
    tasks.compute_trials()
    tasks.compute_trials()
    waiting = Job.objects.get(kind=trials.WORK, state="queued")
    jobs.run(waiting.pk)

    assert len(first) == 1
    assert list(trial.results.values_list("state", flat=True)) == [first[0] + 1, first[0]]
    figures = trial.results.all()[0].figures
    assert (figures["since"]["games"], figures["since"]["events"]) == (30, 2)
    assert before == rated()


def test_trial_that_failed_is_tried_again_later_and_blocks_no_other(
    trial: Trial, officer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = stored_simulations.request(read({**SIX, "k_factor": 2.0, "name": "Two"}), account=None)
    Simulation.objects.filter(pk=other.pk).update(made=BEGUN, result=MADE)
    officer.post(f"/review/laboratory/{other.pk}/trial/")
    Job.objects.filter(kind=trials.WORK).delete()
    failed = trials.request(trial)
    Job.objects.filter(pk=failed.pk).update(state="failed")

    tasks.compute_trials()

    asked = Job.objects.filter(kind=trials.WORK, state="queued").values_list("arguments__trial", flat=True)
    assert list(asked) == [Trial.objects.get(name="Two").pk]
    monkeypatch.setattr("ratings.tasks.statistics.PATIENCE", -BEGUN.resolution)
    tasks.compute_trials()
    assert Job.objects.filter(kind=trials.WORK, state="queued").count() == 2


def test_everybody_reads_that_it_is_no_rating_and_an_officer_ends_it(trial: Trial, officer: Client) -> None:
    at = trial.get_absolute_url()
    waiting = READER.get(at).content.decode()
    jobs.run(Job.objects.get(kind=trials.WORK).pk)

    page = READER.get(at).content.decode()
    listed = READER.get("/laboratory/trials/").content.decode()
    file = Client().get(f"{at}months.csv").content.decode()
    refused = Client().post(f"/review/laboratory/trials/{trial.pk}/end/")
    officer.post(f"/review/laboratory/trials/{trial.pk}/end/")
    officer.post(f"/review/laboratory/trials/{trial.pk}/end/")
    tasks.compute_trials()

    assert "Nothing has been calculated yet." in waiting
    assert "never a rating" in page
    assert "2022-10: divisor of a (divisor) = 6" in page
    assert "End the trial" not in page
    assert at in listed
    assert len(file.splitlines()) == 4
    assert refused.status_code == 302
    acts = JournalEntry.objects.filter(subject="trial").order_by("pk").values_list("act", flat=True)
    assert list(acts) == ["trial.begun", "trial.ended"]
    assert trials.due() == []
    assert trials.compute(Trial.objects.get()) is None


def test_a_variant_is_on_trial_once_and_trials_have_a_limit(
    trial: Trial, officer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    same, other = (
        Simulation.objects.get(),
        stored_simulations.request(read({**SIX, "k_factor": 2.0}), account=None),
    )
    Simulation.objects.filter(pk=other.pk).update(made=BEGUN, result=MADE)
    monkeypatch.setattr(trials, "MOST_OPEN", 1)

    again = officer.post(f"/review/laboratory/{same.pk}/trial/")
    refused = officer.post(f"/review/laboratory/{other.pk}/trial/")

    assert again["Location"] == trial.get_absolute_url()
    assert refused["Location"].startswith(f"/review/laboratory/{other.pk}/")
    assert Trial.objects.count() == 1


def test_trial_whose_variant_is_adopted_ends_and_says_so(trial: Trial, client: Client) -> None:
    RatingSystem.objects.filter(key="ffg").update(parameters={"divisor": 6})

    assert trials.compute(trial) is None

    trial.refresh_from_db()
    assert (trial.unfit, trial.ended is not None, trials.due()) == (True, True, [])
    page = client.get(trial.get_absolute_url(), headers={"accept-language": "en"}).content.decode()
    assert "The rules in force have changed, so the trial has ended" in page


def test_point_without_its_ground_is_not_shown_and_the_page_says_why(trial: Trial) -> None:
    trials.compute(trial)
    first = trial.results.get()
    entry = ListEntry.objects.filter(list__system__key="ffg").order_by("pk")[0]
    ListEntry.objects.filter(pk=entry.pk).update(exact=entry.exact + 0.001)
    RatingSystem.objects.filter(key="ffg").update(state=F("state") + 1)

    trials.compute(Trial.objects.get())

    newest = trial.results.all()[0]
    assert newest.pk != first.pk
    assert (newest.figures["base"]["sound"], "months" in newest.figures) == (False, False)
    page = READER.get(trial.get_absolute_url()).content.decode()
    assert "the rules in force did not give what was published" in page
    assert "1 list differs" in page
    assert "The figures below are of" in page
    assert len(Client().get(f"{trial.get_absolute_url()}months.csv").content.splitlines()) == 4
    first.delete()
    page = READER.get(trial.get_absolute_url()).content.decode()
    assert "The figures below are of" not in page
    assert "Month after month" not in page
    assert "Nothing has been calculated yet." not in page
    assert "1 list differs" in page


def test_ratings_that_are_not_what_the_rules_give_are_no_ground(trial: Trial) -> None:
    one = CurrentRating.objects.filter(system__key="ffg")[0]
    CurrentRating.objects.filter(pk=one.pk).update(rating=one.rating + 1)

    result = trials.compute(trial)

    assert result is not None
    assert result.figures["base"]["standing"] == 1
    assert (
        "1 current rating differs from the calculation"
        in READER.get(trial.get_absolute_url()).content.decode()
    )


def test_what_moves_while_it_is_read_is_left_to_the_next_time(
    trial: Trial, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = CurrentRating.objects.filter(system__key="ffg")[0]
    CurrentRating.objects.filter(pk=one.pk).update(rating=one.rating + 1)
    plain = trials._grounded

    def moved(system: RatingSystem) -> Any:
        found = plain(system)
        RatingSystem.objects.filter(pk=system.pk).update(facts=F("facts") + 1)
        return found

    monkeypatch.setattr(trials, "_grounded", moved)

    assert trials.compute(trial) is None
    assert not trial.results.exists()


def k_trial(officer: Client) -> Trial:
    """A variant whose K is that in force times one and a half, on trial."""
    said = {"name": "K and a half", "system": "ffg", "k_factor": 1.5}
    kept = stored_simulations.compute(stored_simulations.request(read(said), account=None))
    officer.post(f"/review/laboratory/{kept.pk}/trial/")
    return Trial.objects.get()


def test_trial_ends_where_a_constant_in_force_is_another_and_says_which(
    players: list[Player], officer: Client
) -> None:
    assert players
    trial = k_trial(officer)
    assert trials.compute(trial) is not None
    RatingSystem.objects.filter(key="ffg").update(parameters={"divisor": 6.5})

    assert trials.compute(Trial.objects.get()) is None

    trial.refresh_from_db()
    assert trial.changed == [["2022-10", "divisor", 7.0, 6.5]]
    page = READER.get(trial.get_absolute_url()).content.decode()
    assert "2022-10: divisor of a (divisor) 7 → 6.5" in page
    assert JournalEntry.objects.filter(act="trial.ended").get().detail["changed"] == trial.changed
    again = officer.post(f"/review/laboratory/{Simulation.objects.get().pk}/trial/")
    assert (
        again["Location"] == Trial.objects.order_by("-pk")[0].get_absolute_url() != trial.get_absolute_url()
    )


def test_trial_of_an_earlier_version_keeps_the_rules_of_now(trial: Trial) -> None:
    kept = trial.rules
    Trial.objects.update(rules={})

    assert trials.compute(Trial.objects.get()) is not None
    assert Trial.objects.get().rules == kept


def test_changed_rules_are_tables_dates_and_editions_too() -> None:
    before = kept_rules(editions_of("ffg", edition="", parameters={}))
    table = {**before, "2013": {**before["2013"], "k": [1.0, 2.0]}}
    moved = {**before, "2022-10": {**before["2022-10"], FROM: "2022-11-01"}}
    added = {**before, "2030": {FROM: "2030-01-01", "divisor": 5.0}}
    other = {name: {**values, "added_by_a_version": 1.0} for name, values in before.items()}
    today = date(2026, 1, 1)

    assert changed_rules(before, json.loads(json.dumps(before)), today) == []
    assert changed_rules(before, other, today) == []
    assert changed_rules(before, table, today) == [["2013", "k", None, None]]
    assert changed_rules(before, moved, today) == [["2022-10", FROM, "2022-10-06", "2022-11-01"]]
    assert changed_rules(before, added, today) == []
    assert changed_rules(before, added, date(2030, 1, 1)) == [["2030", NEW, None, None]]
    assert changed_rules(added, before, date(2030, 1, 1)) == [["2030", GONE, None, None]]


def test_amendment_of_fide_counts_from_its_day_on() -> None:
    before = kept_rules(editions_of("fide-rapid", edition="", parameters={}))
    name = next(one for one, values in before.items() if values["later"])
    later = [*before[name]["later"], ["2031-01-01", "k_new", 30.0]]
    amended = {**before, name: {**before[name], "later": later}}

    assert changed_rules(before, amended, date(2030, 12, 31)) == []
    assert changed_rules(before, amended, date(2031, 1, 1)) == [[name, "later", None, None]]


def test_only_the_newest_results_of_a_trial_are_kept(trial: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "MOST_RESULTS", 2)
    for _ in range(3):
        RatingSystem.objects.filter(key="ffg").update(state=F("state") + 1)
        trials.compute(Trial.objects.get())

    newest = RatingSystem.objects.get(key="ffg").state
    assert list(trial.results.values_list("state", flat=True)) == [newest, newest - 1]
