"""From the arrival of games to their standing: one job waits at most, and nothing is overlooked."""

import csv
import io
import json
from datetime import date, timedelta
from io import StringIO
from typing import Any

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation import jobs
from federation.models import Account, Job
from ratings import publication
from ratings.models import (
    CurrentRating,
    ListEntry,
    ManualEvent,
    RatingRun,
    RatingSystem,
    StreamLedger,
)
from ratings.recalculation import mark_stale, request_run, request_stale
from ratings.streams import stale, upkeep
from ratings.streams.replay import rate as replay_of_games
from ratings.streams.upkeep import bring_up
from tests.ratings.conftest import LogIn
from tests.ratings.histories import hold, people, round_robin
from tests.ratings.streams import DAY, HOUR, NOON, Told, World, chance_games, stands, world
from tournaments.signals import approved
from tournaments.streams.arrivals import Arrival
from tournaments.streams.intake import receive
from tournaments.streams.withdrawal import withdraw

pytestmark = pytest.mark.django_db
FIRST = date(2023, 11, 15)


def arrivals(*ended: int) -> list[Arrival]:
    return [Arrival(f"a{moment}", moment, ("anna", "ben"), 2) for moment in ended]


def said(*command: str) -> str:
    out = StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


# --- jobs


def test_batches_that_arrive_before_anybody_rates_share_one_job_and_it_rates_them_all(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    made = world()
    sent: list[int] = []
    monkeypatch.setattr("federation.jobs.send", sent.append)

    with django_capture_on_commit_callbacks(execute=True):
        for number in range(3):
            receive(made.server, "fics-blitz", arrivals(NOON + number * HOUR), account=None)
    job = Job.objects.get()
    done = jobs.run(job.pk)

    assert set(sent) == {job.pk}
    assert done is not None
    assert (done.state, done.result["games"], done.result["url"]) == ("done", 3, "/lists/fics-blitz/")
    assert StreamLedger.objects.get().games == 3


def test_batch_that_arrives_while_another_is_rated_has_a_job_of_its_own() -> None:
    made = world()
    receive(made.server, "fics-blitz", arrivals(NOON), account=None)
    running = jobs.claim(Job.objects.get().pk)

    receive(made.server, "fics-blitz", arrivals(NOON + HOUR), account=None)

    assert running is not None
    assert list(Job.objects.order_by("pk").values_list("state", flat=True)) == ["running", "queued"]


def test_two_systems_have_a_job_each() -> None:
    made = world()
    receive(made.server, "fics-blitz", arrivals(NOON), account=None)
    receive(made.server, "ladder", arrivals(NOON + 1), account=None)

    asked = Job.objects.order_by("pk").values_list("arguments", flat=True)
    assert list(asked) == [{"system": "fics-blitz"}, {"system": "ladder"}]


def test_withdrawn_game_is_taken_out_of_the_standing_by_the_next_job() -> None:
    made = world()
    receive(made.server, "fics-blitz", arrivals(NOON, NOON + HOUR), account=None)
    jobs.run(Job.objects.get().pk)

    assert withdraw(made.server, f"a{NOON}", account=None) is True
    jobs.run(Job.objects.latest("pk").pk)

    assert set(CurrentRating.objects.values_list("games", flat=True)) == {1}
    assert StreamLedger.objects.get().games == 1


def test_long_finished_jobs_of_a_stream_are_forgotten_and_others_kept() -> None:
    made = world()
    for number in range(3):
        receive(made.server, "fics-blitz", arrivals(NOON + number), account=None)
        jobs.run(Job.objects.latest("pk").pk)
    Job.objects.update(finished=timezone.now() - timedelta(hours=2))
    Job.objects.create(kind="ratings.publish", state="done", finished=timezone.now() - timedelta(days=2))

    receive(made.server, "fics-blitz", arrivals(NOON + 5), account=None)
    jobs.run(Job.objects.latest("pk").pk)

    assert sorted(Job.objects.values_list("kind", flat=True)) == ["ratings.publish", "ratings.stream"]


def test_job_of_rules_the_rulebook_does_not_have_fails_with_the_reason_and_games_wait(
    caplog: pytest.LogCaptureFixture,
) -> None:
    made = world()
    RatingSystem.objects.filter(pk=made.system.pk).update(edition="2099")
    receive(made.server, "fics-blitz", arrivals(NOON), account=None)

    job = jobs.run(Job.objects.get().pk)

    assert job is not None
    assert (job.state, job.error) == ("failed", "fics-blitz has no edition 2099")
    assert (stale.waits(made.system), CurrentRating.objects.count()) == (True, 0)


# --- facts that move while they are read


def test_replay_that_was_overtaken_writes_nothing_and_is_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made = world()
    first, _ = made.arrive(Told(NOON, (0, 1)), Told(NOON + HOUR, (0, 2)))
    rate, tries = replay_of_games, list[int]()

    def withdraw_meanwhile(replay: Any) -> Any:
        tries.append(replay.assembly.key.size)
        if len(tries) == 1:
            made.withdraw(first)
        return rate(replay)

    monkeypatch.setattr("ratings.streams.upkeep.rate", withdraw_meanwhile)
    bring_up("fics-blitz")

    assert tries == [2, 1]
    assert CurrentRating.objects.count() == 2
    assert stale.waits(made.system) is False


def test_replay_that_is_always_overtaken_takes_the_lock_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))
    rate, tries = replay_of_games, list[int]()

    def move_meanwhile(replay: Any) -> Any:
        tries.append(1)
        if len(tries) <= upkeep.ATTEMPTS:
            stale.mark(made.system, NOON)
        return rate(replay)

    monkeypatch.setattr("ratings.streams.upkeep.rate", move_meanwhile)
    bring_up("fics-blitz")

    assert len(tries) == upkeep.ATTEMPTS + 1
    assert StreamLedger.objects.get().games == 1


def test_game_that_arrives_while_others_are_rated_is_rated_in_the_same_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))
    rate, tries = replay_of_games, list[int]()

    def arrive_meanwhile(replay: Any) -> Any:
        tries.append(replay.assembly.key.size)
        if len(tries) == 1:
            made.arrive(Told(NOON - HOUR, (0, 2)))
        return rate(replay)

    monkeypatch.setattr("ratings.streams.upkeep.rate", arrive_meanwhile)
    bring_up("fics-blitz")

    assert tries == [1, 2]
    assert StreamLedger.objects.get().games == 2


# --- neither runs nor proposals


def test_stream_has_no_runs_and_an_approved_tournament_does_not_touch_it() -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))
    mark_stale(made.system, FIRST)
    tournament = hold(
        FIRST, people(2), round_robin(2), number=1, discipline="chess", rated_for=["fics", "ladder"]
    )

    approved.send(sender=type(tournament), tournament=tournament, since=FIRST)

    made.system.refresh_from_db()
    assert made.system.stale_from is None
    assert made.system.key not in {run.system.key for run in request_stale()}
    with pytest.raises(ValueError, match="rated game by game"):
        request_run(made.system)


def test_office_sees_how_far_streams_are_and_is_offered_no_run(officer: Client) -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)), Told(NOON + HOUR, (0, 1)))
    bring_up("fics-blitz")
    made.arrive(Told(NOON + DAY, (0, 1)))

    page = officer.get(reverse("review")).content.decode()
    asked = officer.post(reverse("run-request", args=["fics-blitz"]), follow=True)

    assert "2 of 3 rated" in page
    assert reverse("run-request", args=["fics-blitz"]) not in page
    assert reverse("run-request", args=["ffg"]) in page
    assert "rated as its games arrive" in asked.content.decode()
    assert RatingRun.objects.count() == 0


def test_whoever_publishes_a_day_that_is_not_over_is_told(officer: Client) -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))
    bring_up("fics-blitz")
    today = timezone.now().date() + timedelta(days=1)

    refused = officer.post(reverse("list-publish", args=["fics-blitz"]), {"date": today.isoformat()})
    taken = officer.post(reverse("list-publish", args=["fics-blitz"]), {"date": FIRST.isoformat()})

    assert (refused.status_code, taken.status_code) == (422, 302)
    assert "This day is not over" in refused.content.decode()


def test_level_entered_by_the_office_is_followed_by_itself(officer: Client) -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))
    bring_up("fics-blitz")
    address = reverse("manual-events", args=["fics-blitz"])
    level = {"kind": "initial", "date": "2023-11-01", "player": made.players[0].pk, "value": "2000",
             "deviation": "70", "games": "300", "label": "ICC"}  # fmt: skip

    form = officer.get(address).content.decode()
    answer = officer.post(address, level, follow=True)
    jobs.run(Job.objects.get(kind="ratings.stream").pk)

    assert ('name="deviation"' in form, 'name="factor"' in form) == (True, False)
    assert "The ratings follow in a moment" in answer.content.decode()
    now = CurrentRating.objects.get(player=made.players[0])
    assert (now.games, 2000 < now.rating < 2010) == (301, True)
    officer.post(reverse("manual-event-withdraw", args=[ManualEvent.objects.get().pk]))
    jobs.run(Job.objects.filter(state="queued").latest("pk").pk)
    assert CurrentRating.objects.get(player=made.players[0]).rating == 1882


def test_ladder_asks_for_no_deviation(officer: Client) -> None:
    world("ladder")

    form = officer.get(reverse("manual-events", args=["ladder"])).content.decode()

    assert ('name="deviation"' in form, 'name="games"' in form) == (False, True)


@pytest.mark.parametrize(("role", "status"), [("officer", 302), ("organiser", 403), ("stranger", 403)])
def test_three_people_at_the_decisions_of_a_stream(role: str, status: int, log_in: LogIn) -> None:
    made = world()
    level = {
        "kind": "initial",
        "date": "2023-11-01",
        "player": made.players[0].pk,
        "value": "2000",
        "label": "L",
    }

    answer = log_in(role).post(reverse("manual-events", args=["fics-blitz"]), level)

    assert (answer.status_code, ManualEvent.objects.count()) == (status, int(status == 302))


def test_changed_constant_has_the_whole_stream_rated_anew() -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)), Told(NOON + HOUR, (0, 1)))
    bring_up("fics-blitz")
    client = Client()
    client.force_login(Account.objects.create_superuser("admin@example.org"))
    rules = {"position": "0", "active": "on", "edition": "", "parameters": '{"initial_rating": 1600}'}

    client.post(reverse("admin:ratings_ratingsystem_change", args=[made.system.pk]), rules)
    jobs.run(Job.objects.get(kind="ratings.stream").pk)

    assert sum(CurrentRating.objects.values_list("rating", flat=True)) == pytest.approx(3200, abs=1)


# --- the console


def test_recalculating_a_stream_says_what_moved() -> None:
    made = world()
    made.arrive(*chance_games("fics-blitz", np.random.default_rng(3), 30))
    bring_up("fics-blitz")
    before = stands(made.system)
    CurrentRating.objects.filter(player=made.players[0]).update(rating=9999)

    first, second = said("recalculate", "fics-blitz"), said("recalculate", "fics-blitz")

    assert "games 30, new 0, moved 1, gone 0" in first
    assert "games 30, new 0, moved 0, gone 0" in second
    assert stands(made.system) == before


def test_recalculating_what_is_stale_rates_what_waits_and_says_what_rules_are_missing() -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))

    assert "fics-blitz: games 1, new 2, moved 0, gone 0" in said("recalculate")
    assert said("recalculate") == ""
    RatingSystem.objects.filter(pk=made.system.pk).update(edition="2099")
    with pytest.raises(CommandError, match="fics-blitz has no edition 2099"):
        said("recalculate", "fics-blitz")


def test_lists_of_a_stream_from_the_console() -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))
    with pytest.raises(CommandError, match="facts wait"):
        said("publish_list", "fics-blitz", FIRST.isoformat())
    bring_up("fics-blitz")

    published = said("publish_list", "fics-blitz", FIRST.isoformat())

    assert published == "fics-blitz 2023-11-15 revision 1: 2 players, 0 active\n"
    assert said("verify_list", "fics-blitz", FIRST.isoformat()) == "2 players, 0 differences\n"
    with pytest.raises(CommandError, match="a day that is over"):
        said("publish_list", "fics-blitz", (timezone.now().date() + timedelta(days=1)).isoformat())


# --- downloads


def listed(key: str) -> World:
    made = world(key)
    ManualEvent.objects.create(
        system=made.system, kind="initial", player=made.players[0], date=FIRST, value=1800.25, deviation=50.0,
        games=100,
    )  # fmt: skip
    stale.mark(made.system, 0)
    made.arrive(Told(NOON, (0, 1), 0), Told(NOON + HOUR, (2, 1)))
    bring_up(key)
    publication.publish(made.system, FIRST, account=None)
    return made


def test_list_of_a_stream_downloads_with_table_deviation_and_band(client: Client) -> None:
    made = listed("fics-blitz")

    answer = client.get("/lists/fics-blitz/2023-11-15/download.csv")
    table = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))

    entry = ListEntry.objects.get(player=made.players[0])
    assert [row["table"] for row in table] == ["established", "provisional", "provisional"]
    assert entry.deviation is not None
    assert (table[0]["rating"], table[0]["deviation"]) == (str(entry.rating), str(entry.deviation))
    assert int(table[0]["low"]) == round(entry.exact - 1.96 * entry.deviation)
    assert int(table[0]["high"]) == round(entry.exact + 1.96 * entry.deviation)
    assert (table[0]["system"], table[0]["date"], "grade" in table[0]) == ("fics-blitz", "2023-11-15", False)
    assert client.get("/lists/fics-blitz/2023-11-15/download.txt").status_code == 404


def test_list_of_the_ladder_downloads_without_a_band(client: Client) -> None:
    listed("ladder")

    told = json.loads(client.get("/lists/ladder/2023-11-15/download.json").content)

    assert (told["count"], told["system"]) == (3, "ladder")
    assert {(row["deviation"], row["low"], row["high"]) for row in told["players"]} == {(None, None, None)}
    assert [row["table"] for row in told["players"]] == ["established", "provisional", "provisional"]
    assert told["players"][0]["exact"] != told["players"][0]["rating"]
