"""From the arrival of games to their standing: one job waits at most, and nothing is overlooked."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from federation.jobs import jobs
from federation.models import Job
from ratings.cadence.by_game import stale, update_ratings
from ratings.cadence.by_game.replay import rate as replay_of_games
from ratings.cadence.by_game.update_ratings import rate_pending
from ratings.models import (
    CurrentRating,
    RatingSystem,
    StreamLedger,
)
from ratings.tasks.games import load_kernels
from tests.ratings.streams import HOUR, NOON, Told, world
from tournaments.online_games.arrivals import Arrival
from tournaments.online_games.intake import receive
from tournaments.online_games.servers import withdraw

pytestmark = pytest.mark.django_db


def arrivals(*ended: int) -> list[Arrival]:
    return [Arrival(f"a{moment}", moment, ("anna", "ben"), 2) for moment in ended]


# --- jobs


def test_batches_that_arrive_before_anybody_rates_share_one_job_and_it_rates_them_all(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    made = world()
    sent: list[int] = []
    monkeypatch.setattr("federation.jobs.jobs.enqueue", sent.append)

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


def test_worker_loads_the_kernels_of_active_streams_before_it_makes_its_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loaded, closed = list[str](), list[bool]()
    monkeypatch.setattr("ratings.tasks.games.engine_of", loaded.append)
    monkeypatch.setattr("ratings.tasks.games.connection.close", lambda: closed.append(True))
    RatingSystem.objects.filter(key__in=("fics-blitz", "ladder")).update(active=False)
    load_kernels()
    without = list(loaded)
    world()

    load_kernels()

    assert "fics-blitz" in loaded[len(without) :]
    assert len(loaded) == 2 * len(without) + 1
    assert closed == [True, True]


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

    monkeypatch.setattr("ratings.cadence.by_game.update_ratings.rate", withdraw_meanwhile)
    rate_pending("fics-blitz")

    assert tries == [2, 1]
    assert CurrentRating.objects.count() == 2
    assert stale.waits(made.system) is False


def test_replay_that_is_always_overtaken_takes_the_lock_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))
    rate, tries = replay_of_games, list[int]()

    def move_meanwhile(replay: Any) -> Any:
        tries.append(1)
        if len(tries) <= update_ratings.ATTEMPTS:
            stale.mark(made.system, NOON)
        return rate(replay)

    monkeypatch.setattr("ratings.cadence.by_game.update_ratings.rate", move_meanwhile)
    rate_pending("fics-blitz")

    assert len(tries) == update_ratings.ATTEMPTS + 1
    assert StreamLedger.objects.get().games == 1


def test_games_that_come_after_the_time_of_a_job_are_left_to_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))
    rate, tries = replay_of_games, list[int]()

    def arrive_meanwhile(replay: Any) -> Any:
        tries.append(replay.assembly.key.size)
        made.arrive(Told(NOON + HOUR * len(tries), (0, 2)))
        return rate(replay)

    monkeypatch.setattr("ratings.cadence.by_game.update_ratings.rate", arrive_meanwhile)
    rate_pending("fics-blitz", seconds=0)

    assert tries == [1]
    assert stale.waits(made.system) is True


def test_games_that_come_while_a_stream_is_rated_ask_for_one_job_that_waits_for_its_end(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    made, sent = world(), list[int]()
    monkeypatch.setattr("federation.jobs.jobs.enqueue", sent.append)
    with django_capture_on_commit_callbacks(execute=True):
        receive(made.server, "fics-blitz", arrivals(NOON), account=None)
    first = Job.objects.get()
    rate = replay_of_games

    def arrive_meanwhile(replay: Any) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            receive(made.server, "fics-blitz", arrivals(NOON + HOUR), account=None)
        assert jobs.run(Job.objects.latest("pk").pk) is None
        return rate(replay)

    monkeypatch.setattr("ratings.cadence.by_game.update_ratings.rate", arrive_meanwhile)
    jobs.run(first.pk)

    waiting = Job.objects.latest("pk")
    assert (waiting.state, sent) == ("queued", [first.pk, waiting.pk])
    assert StreamLedger.objects.get().games == 2


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

    monkeypatch.setattr("ratings.cadence.by_game.update_ratings.rate", arrive_meanwhile)
    rate_pending("fics-blitz")

    assert tries == [1, 2]
    assert StreamLedger.objects.get().games == 2
